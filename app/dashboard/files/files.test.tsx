// @vitest-environment jsdom
import { expect } from "vitest";
import { readFile } from "#app/domain/files/library/library.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import {
  announced,
  heading,
  inMain,
  readColumns,
  readTable,
  readTabs,
  tab,
  undoButton,
} from "#tests/support/dashboard/reading.ts";
import { clearTables } from "#tests/support/dashboard/records.ts";
import { aDocument, aRow } from "#tests/support/library.ts";

test.beforeEach(({ dashboard }) => clearTables(dashboard, "file_tags", "files"));

const path = "/dashboard/files";
const read = ({ db }: Dashboard, id: string) => readFile(db, id);
const shown = () =>
  inMain()
    .queryAllByRole("checkbox", { name: /^Select / })
    .map((box) => box.getAttribute("aria-label")?.replace("Select ", ""));

test("an empty library explains what can be added", async ({ dashboard }) => {
  await dashboard.visit(path, "editor");
  expect(heading()).toBe("Files 0");
  expect(inMain().getByRole("heading", { name: "No files yet" })).toBeVisible();
  expect(inMain().getByRole("button", { name: "Upload" })).toBeVisible();
});

test("the library has a grid and a table, chosen in the address", async ({ dashboard }) => {
  await aRow(dashboard.db, { name: "mill <b>.jpg" });
  await aRow(dashboard.db, { name: "boat.jpg", alt: "" });
  const page = await dashboard.visit(path, "editor");
  expect(heading()).toBe("Files 2");
  expect(shown().toSorted()).toEqual(["boat.jpg", "mill <b>.jpg"]);
  expect(inMain().getByText("Alt text missing", { selector: "b" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Show as a list" }));
  expect(page.address()).toBe(`${path}?view=list`);
  expect(readColumns()).toEqual(["Select", "Name", "Size", "Tags", "Used", "Added"]);
  expect(
    readTable()
      .map(({ Name }) => Name)
      .toSorted(),
  ).toEqual(["boat.jpg Alt text missing", "mill <b>.jpg A mill"]);
  expect(readTable()[0]).toMatchObject({ Size: "1,000 × 500, 9 bytes", Used: "Not used" });
});

test("kind, words and order narrow the library", async ({ dashboard }) => {
  await aRow(dashboard.db, { name: "mill.jpg" });
  await aDocument(dashboard.db, dashboard.files, "prices.pdf");
  const page = await dashboard.visit(path);
  expect(readTabs("Which files").map(({ name }) => name)).toEqual([
    "All",
    "Pictures",
    "PDFs",
    "Alt text missing",
    "Not used",
    "Trash",
  ]);
  await page.press(tab("Which files", "PDFs"));
  expect(page.address()).toBe(`${path}?show=pdf`);
  expect(shown()).toEqual(["prices.pdf"]);
  await page.fill(inMain().getByRole("searchbox", { name: "Search files" }), "mill");
  await page.press(inMain().getByRole("button", { name: "Search" }));
  expect(page.address()).toContain("q=mill");
  expect(inMain().getByRole("heading", { name: "No matches" })).toBeVisible();
  await page.press(inMain().getByRole("link", { name: "Clear filters" }));
  await page.user.selectOptions(inMain().getByRole("combobox", { name: "Order" }), "By name");
  await page.settle();
  expect(page.address()).toContain("sort=name");
  expect(shown()).toEqual(["mill.jpg", "prices.pdf"]);
});

test("selected files get and lose tags, with a message and undo", async ({ dashboard }) => {
  const id = await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(path, "editor");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select mill.jpg" }));
  expect(inMain().getByText("1 selected")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Add tag" }));
  expect(announced()).toMatch(/\w/);
  await page.fill(inMain().getByRole("combobox", { name: "Tags, separated by commas" }), "river");
  await page.press(inMain().getByRole("button", { name: "Add tag" }));
  expect(announced()).toContain("One file is tagged “river”.");
  expect((await read(dashboard, id)).tags).toEqual(["river"]);
  await page.press(undoButton());
  expect((await read(dashboard, id)).tags).toEqual([]);
});

test("selected files are deleted and restored", async ({ dashboard }) => {
  const id = await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(path, "editor");
  await page.user.click(inMain().getByRole("checkbox", { name: "Select mill.jpg" }));
  await page.press(inMain().getByRole("button", { name: "Move to trash" }));
  expect(announced()).toContain("One file is moved to trash.");
  expect(shown()).toEqual([]);
  await page.press(tab("Which files", "Trash"));
  await page.user.click(inMain().getByRole("checkbox", { name: "Select mill.jpg" }));
  expect(inMain().queryByRole("button", { name: "Delete permanently" })).toBeNull();
  await page.press(inMain().getByRole("button", { name: "Restore" }));
  expect(announced()).toContain("One file is restored.");
  expect(await read(dashboard, id)).toMatchObject({ deletedAt: null });
});

test("only admins delete permanently", async ({ dashboard }) => {
  await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(path);
  await page.user.click(inMain().getByRole("checkbox", { name: "Select mill.jpg" }));
  await page.press(inMain().getByRole("button", { name: "Move to trash" }));
  await page.press(tab("Which files", "Trash"));
  await page.user.click(inMain().getByRole("checkbox", { name: "Select mill.jpg" }));
  await page.press(inMain().getByRole("button", { name: "Delete permanently" }));
  expect(announced()).toContain("One file is deleted permanently.");
  expect(await dashboard.db.query.selectFrom("files").select("id").execute()).toEqual([]);
});

test("the alternative text is saved, and undo restores the former one", async ({ dashboard }) => {
  const id = await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(`${path}/${id}`, "editor");
  expect(heading()).toBe("mill.jpg");
  await page.fill(inMain().getByRole("textbox", { name: "Alt text" }), "বৃষ্টিতে একটি কল");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(announced()).toContain("Saved.");
  expect(await read(dashboard, id)).toMatchObject({ alt: "বৃষ্টিতে একটি কল" });
  await page.press(undoButton());
  expect(await read(dashboard, id)).toMatchObject({ alt: "A mill" });
});

test("another person's change is not overwritten", async ({ dashboard }) => {
  const id = await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(`${path}/${id}`, "editor");
  const theirs = { alt: "Theirs", version: (await read(dashboard, id)).version + 1 };
  await dashboard.db.query.updateTable("files").set(theirs).where("id", "=", id).execute();
  await page.fill(inMain().getByRole("textbox", { name: "Alt text" }), "Mine");
  await page.press(inMain().getByRole("button", { name: "Save" }));
  expect(announced()).toMatch(/\w/);
  expect(inMain().getByRole("textbox", { name: "Alt text" })).toHaveValue("Mine");
  expect(await read(dashboard, id)).toMatchObject({ alt: "Theirs" });
});

test("deleting a file returns to the library, with undo", async ({ dashboard }) => {
  const id = await aRow(dashboard.db, { name: "mill.jpg" });
  const page = await dashboard.visit(`${path}/${id}`, "editor");
  expect(inMain().getByText("Nowhere yet.")).toBeVisible();
  await page.press(inMain().getByRole("button", { name: "Delete" }));
  expect(page.address()).toBe(path);
  expect(announced()).toContain("Moved “mill.jpg” to trash.");
  await page.press(undoButton());
  expect(await read(dashboard, id)).toMatchObject({ deletedAt: null });
});

test("an unknown file gives 404", async ({ dashboard }) => {
  await dashboard.visit(`${path}/00000000-0000-0000-0000-000000000000`);
  expect(heading()).toBe("Page not found");
});
