// @vitest-environment jsdom
import { expect } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { client } from "#app/domain/content/kinds/client.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
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
import { createTrashed, deleteEntries } from "#tests/support/dashboard/records.ts";

test.beforeEach(({ dashboard }) => deleteEntries(dashboard));

function entries({ db }: Dashboard) {
  return db.query.selectFrom("entries").select(["title", "deleted_at"]).orderBy("id").execute();
}

async function titlesInTrash(dashboard: Dashboard): Promise<string[]> {
  return (await entries(dashboard)).filter(({ deleted_at }) => deleted_at !== null).map(({ title }) => title);
}

test("an empty trash explains how long entries stay", async ({ dashboard }) => {
  await dashboard.visit("/dashboard/trash", "editor");
  expect(heading()).toBe("Trash 0");
  expect(document.title).toBe("Trash · Kolpona");
  expect(inMain().getByRole("heading", { name: "The trash is empty" })).toBeVisible();
  expect(inMain().getByText(/stays here for 30 days/)).toBeVisible();
  expect(inMain().queryByRole("table")).toBeNull();
});

test("deleted records are listed with type and dates, newest first", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain over the delta" });
  await createTrashed(dashboard, client, { title: "নদীর নৌকা" }, 5);
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

test("a title with markup is shown as text", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "<img src=x onerror=alert(1)>" });
  await dashboard.visit("/dashboard/trash");
  expect(inMain().getByRole("cell", { name: "<img src=x onerror=alert(1)>" })).toBeVisible();
  expect(inMain().queryByRole("img")).toBeNull();
});

test("types narrow the list and stay in the address", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain" });
  await createTrashed(dashboard, client, { title: "Shapla Mills" });
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

test("more than fifty records of a type are paged", async ({ dashboard }) => {
  for (let n = 0; n < 51; n += 1)
    await createTrashed(dashboard, blog, { title: `Post ${String(n).padStart(2, "0")}` }, n);
  const page = await dashboard.visit("/dashboard/trash?kind=blog");
  expect(readTable()).toHaveLength(50);
  await page.press(inMain().getByRole("link", { name: "Next" }));
  expect(page.address()).toMatch(/^\/dashboard\/trash\?kind=blog&after=/);
  expect(readTable().map(({ Title }) => Title)).toEqual(["Post 00"]);
  expect(heading()).toBe("Trash 51");
});

test("a button restores one record, and undo deletes it again", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain" });
  await createTrashed(dashboard, blog, { title: "Wind" }, 1);
  const page = await dashboard.visit("/dashboard/trash", "editor");
  await page.press(inRow("Rain").getByRole("button", { name: "Restore Rain" }));
  expect(announced()).toContain("Restored: “Rain”.");
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind"]);
  expect(heading()).toBe("Trash 1");
  expect(await titlesInTrash(dashboard)).toEqual(["Wind"]);
  await page.press(undoButton());
  expect(announced()).toContain("Undone: “Rain”.");
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind", "Rain"]);
  expect((await titlesInTrash(dashboard)).toSorted()).toEqual(["Rain", "Wind"]);
});

test("selected records are restored together", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain" });
  await createTrashed(dashboard, blog, { title: "Wind" }, 1);
  await createTrashed(dashboard, client, { title: "Shapla Mills" }, 2);
  const page = await dashboard.visit("/dashboard/trash");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Shapla Mills" }));
  await page.press(inMain().getByRole("button", { name: "Restore" }));
  expect(announced()).toContain("Restored: 2 entries.");
  expect(await titlesInTrash(dashboard)).toEqual(["Wind"]);
});

test("an action without a selection is refused with a message", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit("/dashboard/trash");
  await page.press(inMain().getByRole("button", { name: "Restore", hidden: true }));
  expect(announced()).toContain("Select at least one entry first.");
  expect(await titlesInTrash(dashboard)).toEqual(["Rain"]);
});

test("permanent deletion asks for confirmation", async ({ dashboard }) => {
  await createTrashed(dashboard, blog, { title: "Rain" });
  await createTrashed(dashboard, blog, { title: "Wind" }, 1);
  const page = await dashboard.visit("/dashboard/trash");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain(
    "Deleting permanently can’t be undone. Tick “Delete for good”, then try again.",
  );
  expect(await titlesInTrash(dashboard)).toHaveLength(2);
  expect(inMain().getByRole("checkbox", { name: "Select Rain" })).toBeChecked();
  await page.user.click(inMain().getByRole("checkbox", { name: "Delete for good" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain("Deleted permanently: “Rain”.");
  expect(await entries(dashboard)).toMatchObject([{ title: "Wind" }]);
  expect(readTable().map(({ Title }) => Title)).toEqual(["Wind"]);
});

test("a record restored meanwhile is refused, and the list stays", async ({ dashboard }) => {
  const id = await createTrashed(dashboard, blog, { title: "Rain" });
  const page = await dashboard.visit("/dashboard/trash");
  await dashboard.db.query.updateTable("entries").set({ deleted_at: null }).where("id", "=", id).execute();
  await page.user.click(inMain().getByRole("checkbox", { name: "Select Rain" }));
  await page.user.click(inMain().getByRole("checkbox", { name: "Delete for good" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toMatch(/not in the trash any more/i);
  expect(await entries(dashboard)).toHaveLength(1);
});
