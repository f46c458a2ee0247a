// @vitest-environment jsdom
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Kind } from "#app/domain/content/kind.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { deletePermanently } from "#app/domain/content/trash.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, openDashboard } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  heading,
  inMain,
  inRow,
  readColumns,
  readTable,
  readTabs,
  tab,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { createEntry, trash } from "#tests/support/entries.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard[Symbol.asyncDispose]());

beforeEach(async () => {
  for (const { id } of await entries()) {
    await dashboard.db.query
      .updateTable("entries")
      .set({ deleted_at: "2026-01-01" })
      .where("id", "=", id)
      .execute();
    await deletePermanently(dashboard.db, id, dashboard.actionContext());
  }
});

function entries() {
  return dashboard.db.query
    .selectFrom("entries")
    .select(["id", "title", "deleted_at"])
    .orderBy("id")
    .execute();
}

async function titlesInTrash(): Promise<string[]> {
  return (await entries()).filter(({ deleted_at }) => deleted_at !== null).map(({ title }) => title);
}

/** @param minutes time of the deletion, after the test clock */
function createTrashed(kind: Kind, title: string, minutes = 0): Promise<string> {
  const { actor, now } = dashboard.actionContext("editor");
  const context = { actor, now: new Date(now.getTime() + minutes * 60_000) };
  return write(dashboard.db, async (tx) => {
    const { id } = await createEntry(tx, kind, { title }, context);
    await trash(tx, kind, id, context);
    return id;
  });
}

test("an empty trash explains how long entries stay", async () => {
  await dashboard.visit("/dashboard/trash", "editor");
  expect(heading()).toBe("Trash 0");
  expect(document.title).toBe("Trash · Kolpona");
  expect(inMain().getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  expect(inMain().getByText(/stays here for 30 days/)).toBeVisible();
  expect(inMain().queryByRole("table")).toBeNull();
});

test("deleted records are listed with type and dates, newest first", async () => {
  await createTrashed(blog, "Rain over the delta");
  await createTrashed(client, "নদীর নৌকা", 5);
  await dashboard.visit("/dashboard/trash", "editor");
  expect(heading()).toBe("Trash 2");
  expect(readColumns("Trash")).toEqual([
    "Select",
    "Title",
    "Type",
    "Deleted",
    "Deleted permanently on",
    "Actions",
  ]);
  expect(readTable("Trash")).toMatchObject([
    { Title: "নদীর নৌকা", Type: "Client", Deleted: "Today 10:05", "Deleted permanently on": "31 Mar" },
    { Title: "Rain over the delta", Type: "Post", Deleted: "Today 10:00" },
  ]);
  expect(inMain().getByRole("cell", { name: "নদীর নৌকা" })).toHaveAttribute("lang", "bn");
  expect(inMain().getByRole("cell", { name: "Rain over the delta" })).not.toHaveAttribute("lang");
});

test("a title with markup is shown as text", async () => {
  await createTrashed(blog, "<img src=x onerror=alert(1)>");
  await dashboard.visit("/dashboard/trash");
  expect(inMain().getByRole("cell", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
  expect(inMain().queryByRole("img")).toBeNull();
});

test("types narrow the list and stay in the address", async () => {
  await createTrashed(blog, "Rain");
  await createTrashed(client, "Shapla Mills");
  const page = await dashboard.visit("/dashboard/trash");
  expect(readTabs("Type")).toEqual([
    { name: "All 2", isCurrent: true },
    { name: "Services 0", isCurrent: false },
    { name: "Media 0", isCurrent: false },
    { name: "Clients 1", isCurrent: false },
    { name: "Portfolio 0", isCurrent: false },
    { name: "Posts 1", isCurrent: false },
    { name: "Authors 0", isCurrent: false },
  ]);
  await page.press(tab("Type", "Clients"));
  expect(page.address()).toBe("/dashboard/trash?kind=client");
  expect(readTable().map(({ Title }) => Title)).toEqual(["Shapla Mills"]);
  expect(readTabs("Type").find(({ isCurrent }) => isCurrent)?.name).toBe("Clients 1");
  await page.press(tab("Type", "Media"));
  expect(inMain().getByRole("heading", { name: "Nothing of this type" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Show all" }));
  expect(page.address()).toBe("/dashboard/trash");
});

test("more than fifty records of a type are paged", async () => {
  for (let n = 0; n < 51; n += 1) await createTrashed(blog, `Post ${String(n).padStart(2, "0")}`, n);
  const page = await dashboard.visit("/dashboard/trash?kind=blog");
  expect(readTable()).toHaveLength(50);
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(page.address()).toMatch(/^\/dashboard\/trash\?kind=blog&after=/);
  expect(readTable().map(({ Title }) => Title)).toEqual(["Post 00"]);
  expect(heading()).toBe("Trash 51");
});

test("a button restores one record, and undo deletes it again", async () => {
  await createTrashed(blog, "Rain");
  await createTrashed(blog, "Wind", 1);
  const page = await dashboard.visit("/dashboard/trash", "editor");
  await page.press(inRow("Rain").getByRole("button", { name: "Restore Rain" }));
  expect(announced()).toContain("Restored: “Rain”.");
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind"]);
  expect(heading()).toBe("Trash 1");
  expect(await titlesInTrash()).toEqual(["Wind"]);
  await page.press(undoButton());
  expect(announced()).toContain("Undone: “Rain”.");
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind", "Rain"]);
  expect((await titlesInTrash()).toSorted()).toEqual(["Rain", "Wind"]);
});

test("selected records are restored together", async () => {
  await createTrashed(blog, "Rain");
  await createTrashed(blog, "Wind", 1);
  await createTrashed(client, "Shapla Mills", 2);
  const page = await dashboard.visit("/dashboard/trash");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Shapla Mills" }));
  await page.press(inMain().getByRole("button", { name: "Restore" }));
  expect(announced()).toContain("Restored: 2 entries.");
  expect(await titlesInTrash()).toEqual(["Wind"]);
});

test("an action without a selection is refused with a message", async () => {
  await createTrashed(blog, "Rain");
  const page = await dashboard.visit("/dashboard/trash");
  await page.press(inMain().getByRole("button", { name: "Restore", hidden: true }));
  expect(announced()).toContain("Select at least one entry first.");
  expect(await titlesInTrash()).toEqual(["Rain"]);
});

test("permanent deletion asks for confirmation", async () => {
  await createTrashed(blog, "Rain");
  await createTrashed(blog, "Wind", 1);
  const page = await dashboard.visit("/dashboard/trash");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain(
    "Deleting permanently can’t be undone. Tick “Delete for good”, then try again.",
  );
  expect(await titlesInTrash()).toHaveLength(2);
  expect(inMain().getByRole("checkbox", { name: "Select Rain" })).toBeChecked();
  await page.user.click(inMain().getByRole("checkbox", { name: "Delete for good" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain("Deleted permanently: “Rain”.");
  expect(await entries()).toMatchObject([{ title: "Wind" }]);
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind"]);
});

test("a record restored meanwhile is refused, and the list stays", async () => {
  const id = await createTrashed(blog, "Rain");
  const page = await dashboard.visit("/dashboard/trash");
  await dashboard.db.query.updateTable("entries").set({ deleted_at: null }).where("id", "=", id).execute();
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.user.click(inMain().getByRole("checkbox", { name: "Delete for good" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toMatch(/not in the trash any more/i);
  expect(await entries()).toHaveLength(1);
});
