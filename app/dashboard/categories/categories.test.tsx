// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createCategory, listCategories } from "#app/content/categories/categories.ts";
import { blog } from "#app/content/kinds/blog.ts";
import { createEntry } from "#app/content/versions/create-entry.ts";
import { readEntry } from "#app/content/versions/read-versions.ts";
import { write } from "#app/database/database.ts";
import { type Dashboard, openDashboard } from "#tests/support/dashboard/dashboard.tsx";
import { announced, heading, inMain, textOf, undoButton } from "#tests/support/dashboard/reading.ts";

let dashboard: Dashboard;
beforeAll(async () => {
  dashboard = await openDashboard();
});
afterAll(() => dashboard[Symbol.asyncDispose]());
beforeEach(async () => void (await dashboard.db.query.deleteFrom("categories").execute()));

const path = "/dashboard/addnewcategory";

async function aCategory(name: string): Promise<string> {
  const { actor } = dashboard.actionContext();
  return (await write(dashboard.db, (tx) => createCategory(tx, "blog", { name }, actor))).id;
}

let posts = 0;

function aPostIn(category: string): Promise<string> {
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

test("a category is added at the end, said, and taken back", async () => {
  await aCategory("News");
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

test("a name that is taken is refused beside its field", async () => {
  await aCategory("News");
  const page = await dashboard.visit(path);
  const name = () => inMain().getAllByRole("textbox", { name: "Name" })[0] ?? document.body;
  await page.fill(name(), "news");
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(name()).toHaveAccessibleDescription(/\w/);
  expect(name()).toHaveValue("news");
  expect(await stored()).toEqual(["News"]);
});

test("categories are moved, but not beyond the ends", async () => {
  for (const name of ["News", "Boats", "Lamps"]) await aCategory(name);
  const page = await dashboard.visit(path, "editor");
  expect(inMain().getByRole("button", { name: "Move News up" })).toBeDisabled();
  expect(inMain().getByRole("button", { name: "Move Lamps down" })).toBeDisabled();
  await page.press(inMain().getByRole("button", { name: "Move Lamps up" }));
  expect(announced()).toContain("Moved.");
  expect(await stored()).toEqual(["News", "Lamps", "Boats"]);
  await page.press(undoButton());
  expect(await stored()).toEqual(["News", "Boats", "Lamps"]);
});

test("a category says how many entries it holds and leads to them", async () => {
  const id = await aCategory("News");
  await aPostIn(id);
  await dashboard.visit(path);
  expect(line("News").getByRole("link", { name: "1 entry" })).toHaveAttribute(
    "href",
    "/dashboard/manageblog?category=News",
  );
});

test("a category is renamed, and its former address is kept", async () => {
  await aCategory("News");
  const page = await dashboard.visit(path, "editor");
  await page.user.click(line("News").getByText(/^Edit/));
  await page.fill(line("News").getByRole("textbox", { name: "Name" }), "Notes");
  await page.press(line("News").getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Saved “Notes”. Its former address is redirected.");
  expect(await stored()).toEqual(["Notes"]);
  await page.press(undoButton());
  expect(await stored()).toEqual(["News"]);
});

test("a category is merged into another, with its entries", async () => {
  const [from, to] = [await aCategory("News"), await aCategory("Boats")];
  const post = await aPostIn(from);
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

test("a category is deleted and taken out of its entries, once somebody has said so", async () => {
  const post = await aPostIn(await aCategory("News"));
  const page = await dashboard.visit(path, "editor");
  const ask = async () => {
    await page.user.click(line("News").getByRole("button", { name: "Delete…" }));
    return within(await screen.findByRole("dialog", { name: "Delete “News”?" }));
  };
  await page.user.click(line("News").getByText(/^Edit/));
  const asked = await ask();
  expect(asked.getByText(/It will be removed from 1 entry\..*can’t be undone/)).toBeVisible();
  await page.press(asked.getByRole("button", { name: "Cancel" }));
  expect(await stored()).toEqual(["News"]);
  await page.press((await ask()).getByRole("button", { name: "Delete category" }));
  expect(announced()).toContain("Category deleted.");
  expect((await readEntry(dashboard.db, blog, post)).data.categories).toEqual([]);
  expect(await stored()).toEqual([]);
});

test("the categories of the portfolio are others", async () => {
  await aCategory("News");
  await dashboard.visit("/dashboard/addportfoliocategory");
  expect(heading()).toBe("Portfolio categories 0");
});
