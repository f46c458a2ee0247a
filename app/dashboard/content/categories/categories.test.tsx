// @vitest-environment jsdom
import { screen, within } from "@testing-library/react";
import { expect } from "vitest";
import { listCategories } from "#app/domain/content/categories/categories.ts";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { readEntry } from "#app/domain/content/versions/read-versions.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { announced, heading, inMain, textOf, undoButton } from "#tests/support/dashboard/reading.ts";
import { clearTables, createCategory, createDraft } from "#tests/support/dashboard/records.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "categories"));

const path = "/dashboard/addnewcategory";

async function stored({ db }: Dashboard): Promise<string[]> {
  return (await listCategories(db, "blog")).map(({ name }) => name);
}

const list = () =>
  within(inMain().getByRole("list", { name: "Blog categories, in the order the site shows them" }));
const line = (name: string) => {
  const found = list()
    .getAllByRole("listitem")
    .find((item) => textOf(item).includes(name));
  if (!found) throw new Error(`No category is called “${name}”.`);
  return within(found);
};

test("adding puts a category at the end, confirms it and offers undo", async ({ dashboard }) => {
  await createCategory(dashboard, "News");
  const page = await dashboard.visit(path, "editor");
  expect(heading()).toBe("Blog categories 1");
  await page.fill(inMain().getAllByRole("textbox", { name: "Name" })[0] ?? document.body, "বৃষ্টি");
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(announced()).toContain("Added “বৃষ্টি”.");
  expect(await stored(dashboard)).toEqual(["News", "বৃষ্টি"]);
  expect(inMain().getAllByRole("textbox", { name: "Name" })[0]).toHaveValue("");
  await page.press(undoButton());
  expect(await stored(dashboard)).toEqual(["News"]);
});

test("a duplicate name is refused next to its field", async ({ dashboard }) => {
  await createCategory(dashboard, "News");
  const page = await dashboard.visit(path);
  const name = () => inMain().getAllByRole("textbox", { name: "Name" })[0] ?? document.body;
  await page.fill(name(), "news");
  await page.press(inMain().getByRole("button", { name: "Add category" }));
  expect(name()).toHaveAccessibleDescription(/\w/);
  expect(name()).toHaveValue("news");
  expect(await stored(dashboard)).toEqual(["News"]);
});

test("categories move up and down, but not past the ends", async ({ dashboard }) => {
  for (const name of ["News", "Boats", "Lamps"]) await createCategory(dashboard, name);
  const page = await dashboard.visit(path, "editor");
  expect(inMain().getByRole("button", { name: "Move News up" })).toBeDisabled();
  expect(inMain().getByRole("button", { name: "Move Lamps down" })).toBeDisabled();
  await page.press(inMain().getByRole("button", { name: "Move Lamps up" }));
  expect(announced()).toContain("Moved.");
  expect(await stored(dashboard)).toEqual(["News", "Lamps", "Boats"]);
  await page.press(undoButton());
  expect(await stored(dashboard)).toEqual(["News", "Boats", "Lamps"]);
});

test("a category shows its number of entries and links to them", async ({ dashboard }) => {
  const id = await createCategory(dashboard, "News");
  await createDraft(dashboard, blog, { title: "Rain", categories: [id] });
  await dashboard.visit(path);
  expect(line("News").getByRole("link", { name: "1 entry" })).toHaveAttribute(
    "href",
    "/dashboard/manageblog?category=News",
  );
});

test("renaming a category redirects its former address", async ({ dashboard }) => {
  await createCategory(dashboard, "News");
  const page = await dashboard.visit(path, "editor");
  await page.user.click(line("News").getByText(/^Edit/));
  await page.fill(line("News").getByRole("textbox", { name: "Name" }), "Notes");
  await page.press(line("News").getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Saved “Notes”. Its former address is redirected.");
  expect(await stored(dashboard)).toEqual(["Notes"]);
  await page.press(undoButton());
  expect(await stored(dashboard)).toEqual(["News"]);
});

test("merging moves the entries of a category into another", async ({ dashboard }) => {
  const [from, to] = [await createCategory(dashboard, "News"), await createCategory(dashboard, "Boats")];
  const post = await createDraft(dashboard, blog, { title: "Wind", categories: [from] });
  const page = await dashboard.visit(path, "editor");
  await page.user.click(line("News").getByText(/^Edit/));
  await page.press(line("News").getByRole("button", { name: "Merge “News”" }));
  expect(announced()).toContain("Choose the category to move the entries to.");
  await page.user.selectOptions(line("News").getByRole("combobox", { name: "Move its 1 entry to" }), "Boats");
  await page.press(line("News").getByRole("button", { name: "Merge “News”" }));
  expect(announced()).toContain("Merged. Its entries have moved, and its address is redirected.");
  expect(await stored(dashboard)).toEqual(["Boats"]);
  expect((await readEntry(dashboard.db, blog, post)).data.categories).toEqual([to]);
});

test("deleting removes a category from its entries after confirmation", async ({ dashboard }) => {
  const category = await createCategory(dashboard, "News");
  const post = await createDraft(dashboard, blog, { title: "Fog", categories: [category] });
  const page = await dashboard.visit(path, "editor");
  const ask = async () => {
    await page.user.click(line("News").getByRole("button", { name: "Delete…" }));
    return within(await screen.findByRole("dialog", { name: "Delete “News”?" }));
  };
  await page.user.click(line("News").getByText(/^Edit/));
  const confirmed = await ask();
  expect(confirmed.getByText(/It will be removed from 1 entry\..*can’t be undone/)).toBeVisible();
  await page.press(confirmed.getByRole("button", { name: "Cancel" }));
  expect(await stored(dashboard)).toEqual(["News"]);
  await page.press((await ask()).getByRole("button", { name: "Delete category" }));
  expect(announced()).toContain("Category deleted.");
  expect((await readEntry(dashboard.db, blog, post)).data.categories).toEqual([]);
  expect(await stored(dashboard)).toEqual([]);
});

test("portfolio categories are separate from blog categories", async ({ dashboard }) => {
  await createCategory(dashboard, "News");
  await dashboard.visit("/dashboard/addportfoliocategory");
  expect(heading()).toBe("Portfolio categories 0");
});
