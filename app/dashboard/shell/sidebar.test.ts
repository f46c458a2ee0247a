import { expect, test } from "vitest";
import { kinds } from "#app/domain/content/kinds.ts";
import { describeKind } from "../content/kind-of-screen.ts";
import type { LayoutData } from "./layout-data.ts";
import { listNavItems } from "./sidebar.tsx";

const waitingCounts = { messages: 2, calls: 1, mail: 0 };

function groupsFor(role: LayoutData["person"]["role"], waiting = waitingCounts) {
  const layout: LayoutData = {
    company: "Kolpona",
    person: {
      id: "p",
      name: "Nadia",
      email: "nadia@kolpona.example",
      photo: null,
      role,
    },
    unsavedKey: "",
    idleMinutes: 30,
    theme: "system",
    timeZone: "Asia/Dhaka",
    now: "2026-03-01T10:00:00.000Z",
    flash: null,
    kinds: kinds.map(describeKind),
    resources:
      role === "admin"
        ? [
            { name: "mail", title: "Mail", path: "/dashboard/mail" },
            { name: "audit", title: "Audit log", path: "/dashboard/audit" },
          ]
        : [{ name: "trash", title: "Trash", path: "/dashboard/trash" }],
    waiting,
  };
  return listNavItems(layout);
}

const placesFor = (role: LayoutData["person"]["role"], waiting = waitingCounts) =>
  groupsFor(role, waiting).flatMap(({ items }) => items);

test("categories are listed below posts and portfolio", () => {
  const below = placesFor("editor").flatMap(({ name, below = [] }) => below.map(({ path }) => [name, path]));
  expect(below).toContainEqual(["Posts", "/dashboard/addnewcategory"]);
  expect(below).toContainEqual(["Portfolio", "/dashboard/addportfoliocategory"]);
});

test("admin screens are hidden from editors", () => {
  const names = (role: LayoutData["person"]["role"]) => placesFor(role).map(({ name }) => name);
  expect(names("admin")).toEqual(expect.arrayContaining(["People", "Settings", "Mail", "Audit log"]));
  for (const name of ["People", "Settings", "Mail", "Audit log"]) expect(names("editor")).not.toContain(name);
});

test("the inbox badge counts both lists and opens the right one", () => {
  const inbox = placesFor("editor").find(({ name }) => name === "Inbox");
  expect([inbox?.waiting, inbox?.opens]).toEqual([3, undefined]);
  expect(placesFor("editor").map(({ name }) => name)).not.toContain("Calls and subscribers");
  const onlyCalls = placesFor("editor", { messages: 0, calls: 1, mail: 0 });
  expect(onlyCalls.find(({ name }) => name === "Inbox")?.opens).toBe("/dashboard/call/requests");
});

test("the trash is with the content, and editors see no empty group", () => {
  const groups = groupsFor("editor");
  expect(groups.map(({ name }) => name)).toEqual(["", "Content"]);
  expect(groups.at(-1)?.items.at(-1)?.name).toBe("Trash");
});
