// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCategory, listCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { write } from "#app/platform/database/database.ts";
import { type Dashboard, openDashboard } from "#tests/support/dashboard/dashboard.tsx";
import { announced, heading, inMain, textOf, undoButton } from "#tests/support/dashboard/reading.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard[Symbol.asyncDispose]());
beforeEach(async () => void (await dashboard.db.query.deleteFrom("categories").execute()));

const path = "/dashboard/addnewcategory";

async function addCategory(name: string): Promise<string> {
  const { actor } = dashboard.actionContext();
  return (await write(dashboard.db, (tx) => createCategory(tx, "blog", { name }, actor))).id;
}

let posts = 0;

function createPostIn(category: string): Promise<string> {
  posts += 1;
  const data = { title: `Post ${posts}`, categories: [category] };
  return write(dashboard.db, async (tx) => (await createEntry(tx, blog, data, dashboard.actionContext())).id);
}

const stored = async () => (await listCategories(dashboard.db, "blog")).map(({ name }) => name);
const list = () =>
  within(inMain().getByRole("list", { name: "Blog categories, in the order the site shows them" }));
const line = (name: string) => {
  const found = list()
    .getAllByRole("listitem")
    .find((item) => textOf(item).includes(name));
  if (!found) throw new Error(`No category is called “${name}”.`);
  return within(found);
};

test("adding puts a category at the end, confirms it and offers undo", async () => {
  await addCategory("News");
  const page = await dashboard.visit(path, "editor");
  expect(heading()).toBe("Blog categories 1");
  await page.fill(inMain().getAllByRole("textbox", { name: "Name" })[0] ?? document.body, "বৃষ্টি");
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(announced()).toContain("Added “বৃষ্টি”.");
  expect(await stored()).toEqual(["News", "বৃষ্টি"]);
  expect(inMain().getAllByRole("textbox", { name: "Name" })[0]).toHaveValue("");
  await page.press(undoButton());
  expect(await stored()).toEqual(["News"]);
});

test("a duplicate name is refused next to its field", async () => {
  await addCategory("News");
  const page = await dashboard.visit(path);
  const name = () => inMain().getAllByRole("textbox", { name: "Name" })[0] ?? document.body;
  await page.fill(name(), "news");
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(name()).toHaveAccessibleDescription(/\w/);
  expect(name()).toHaveValue("news");
  expect(await stored()).toEqual(["News"]);
});

test("categories move up and down, but not past the ends", async () => {
  for (const name of ["News", "Boats", "Lamps"]) await addCategory(name);
  const page = await dashboard.visit(path, "editor");
  expect(inMain().getByRole("button", { name: "Move News up" })).toBeDisabled();
  expect(inMain().getByRole("button", { name: "Move Lamps down" })).toBeDisabled();
  await page.press(inMain().getByRole("button", { name: "Move Lamps up" }));
  expect(announced()).toContain("Moved.");
  expect(await stored()).toEqual(["News", "Lamps", "Boats"]);
  await page.press(undoButton());
  expect(await stored()).toEqual(["News", "Boats", "Lamps"]);
});

test("a category shows its number of entries and links to them", async () => {
  const id = await addCategory("News");
  await createPostIn(id);
  await dashboard.visit(path);
  expect(line("News").getByRole("link", { name: "1 entry" })).toHaveAttribute(
    "href",
    "/dashboard/manageblog?category=News",
  );
});

test("renaming a category redirects its former address", async () => {
  await addCategory("News");
  const page = await dashboard.visit(path, "editor");
  await page.user.click(line("News").getByText(/^Edit/));
  await page.fill(line("News").getByRole("textbox", { name: "Name" }), "Notes");
  await page.press(line("News").getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Saved “Notes”. Its former address is redirected.");
  expect(await stored()).toEqual(["Notes"]);
  await page.press(undoButton());
  expect(await stored()).toEqual(["News"]);
});

test("merging moves the entries of a category into another", async () => {
  const [from, to] = [await addCategory("News"), await addCategory("Boats")];
  const post = await createPostIn(from);
  const page = await dashboard.visit(path, "editor");
  await page.user.click(line("News").getByText(/^Edit/));
  await page.press(line("News").getByRole("button", { name: "Merge “News”" }));
  expect(announced()).toContain("Choose the category to move the entries to.");
  await page.user.selectOptions(line("News").getByRole("combobox", { name: "Move its 1 entry to" }), "Boats");
  await page.press(line("News").getByRole("button", { name: "Merge “News”" }));
  expect(announced()).toContain("Merged. Its entries have moved, and its address is redirected.");
  expect(await stored()).toEqual(["Boats"]);
  expect((await readEntry(dashboard.db, blog, post)).data.categories).toEqual([to]);
});

test("deleting removes a category from its entries after confirmation", async () => {
  const post = await createPostIn(await addCategory("News"));
  const page = await dashboard.visit(path, "editor");
  const ask = async () => {
    await page.user.click(line("News").getByRole("button", { name: "Delete…" }));
    return within(await screen.findByRole("dialog", { name: "Delete “News”?" }));
  };
  await page.user.click(line("News").getByText(/^Edit/));
  const confirmed = await ask();
  expect(confirmed.getByText(/It will be removed from 1 entry\..*can’t be undone/)).toBeVisible();
  await page.press(confirmed.getByRole("button", { name: "Cancel" }));
  expect(await stored()).toEqual(["News"]);
  await page.press((await ask()).getByRole("button", { name: "Delete category" }));
  expect(announced()).toContain("Category deleted.");
  expect((await readEntry(dashboard.db, blog, post)).data.categories).toEqual([]);
  expect(await stored()).toEqual([]);
});

test("portfolio categories are separate from blog categories", async () => {
  await addCategory("News");
  await dashboard.visit("/dashboard/addportfoliocategory");
  expect(heading()).toBe("Portfolio categories 0");
});
