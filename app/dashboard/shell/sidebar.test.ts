import { expect, test } from "vitest";
import { kinds } from "#app/content/kinds.ts";
import { describeKind } from "../content/kind-of-screen.ts";
import type { LayoutData } from "./layout-data.ts";
import { listNavItems } from "./sidebar.tsx";

function placesFor(role: LayoutData["person"]["role"]) {
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
        : [],
    waiting: {
      messages: 2,
      calls: 1,
      mail: 0,
    },
  };
  return listNavItems(layout).flatMap(({ items }) => items);
}

test("the categories of posts and of the portfolio are one press away", () => {
  const below = placesFor("editor").flatMap(({ name, below = [] }) => below.map(({ path }) => [name, path]));
  expect(below).toContainEqual(["Posts", "/dashboard/addnewcategory"]);
  expect(below).toContainEqual(["Portfolio", "/dashboard/addportfoliocategory"]);
});

test("what only admins may open is not shown to editors", () => {
  const names = (role: LayoutData["person"]["role"]) => placesFor(role).map(({ name }) => name);
  expect(names("admin")).toEqual(expect.arrayContaining(["People", "Settings", "Mail", "Audit log"]));
  for (const name of ["People", "Settings", "Mail", "Audit log"]) expect(names("editor")).not.toContain(name);
});
