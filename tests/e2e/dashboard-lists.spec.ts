import type { Locator, Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

/** Creates drafts for one test, so that concurrent tests do not see its changes. */
async function makePosts(page: Page, site: string, titles: string[]): Promise<void> {
  for (const title of titles) {
    const response = await page.context().request.post(`${site}/api/blogs`, {
      data: { title },
      headers: { origin: site },
    });
    expect(response.status()).toBe(201);
  }
}

const uniqueWord = () => `list${Math.random().toString(36).slice(2, 10)}`;
const titlesOf = (page: Page) => page.locator("a.open").allInnerTexts();

test("rows are searched, selected by keyboard, archived in bulk and restored @desktop", async ({
  page,
  site,
}) => {
  const word = uniqueWord();
  await makePosts(page, site, [`${word} নদী`, `${word} river`, `${word} sea`]);
  await openScreen(page, "/dashboard/manageblog");
  await page.getByRole("searchbox").fill(`${word} নদী`);
  await page.keyboard.press("Enter");
  await expect(page.locator("a.open")).toHaveText([`${word} নদী`]);
  await page.getByRole("searchbox").fill(word);
  await page.keyboard.press("Enter");
  await expect(page.locator("a.open")).toHaveCount(3);
  await page.getByRole("link", { name: "Title" }).click();
  await expect(page).toHaveURL(/sort=title/);
  await expect(page.locator("a.open")).toHaveText([`${word} river`, `${word} sea`, `${word} নদী`]);
  await page.locator("h1").click();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("checkbox", { name: `Select ${word} নদী` }).click({ modifiers: ["Shift"] });
  const bar = page.locator("#bulk");
  await expect(bar).toContainText("3 selected");
  await expect(page.getByRole("status").filter({ hasText: "3 of 3 selected" })).toHaveCount(1);
  expect(await findViolations(page)).toEqual([]);
  await bar.getByRole("button", { name: "Archive" }).click();
  await expect(page.locator(".toast")).toContainText("Archived 3 entries.");
  await expect(page.locator(".badge.st-archived")).toHaveCount(3);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".badge.st-draft")).toHaveCount(3);
});

test("a saved view is created, opened and deleted @phone", async ({ page }) => {
  const word = uniqueWord();
  await openScreen(page, `/dashboard/managemedia?q=${word}`);
  await expect(page.locator(".empty h2")).toHaveText(`Nothing with “${word}” in its title`);
  expect(await findViolations(page)).toEqual([]);
  const open = () => page.getByRole("button", { name: "Saved views" }).click();
  await open();
  await page.getByLabel("Save the current view as").fill(word);
  await page.getByRole("button", { name: "Save view" }).click();
  await expect(page.getByRole("link", { name: word })).toBeVisible();
  await openScreen(page, "/dashboard/managemedia");
  await open();
  await page.getByRole("link", { name: word }).click();
  await expect(page).toHaveURL(new RegExp(`q=${word}$`));
  await page.getByRole("button", { name: `Delete the view ${word}` }).click();
  await expect(page.getByRole("link", { name: word })).toHaveCount(0);
});

test("rows are reordered by keyboard, drag and menu @once @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/manageservice");
  const [first = "", second = "", third = ""] = await titlesOf(page);
  const expectFirstTitles = (wanted: string[]) =>
    expect.poll(async () => (await titlesOf(page)).slice(0, wanted.length)).toEqual(wanted);
  await page.keyboard.press("j");
  await page.keyboard.press("Alt+ArrowDown");
  await expectFirstTitles([second, first, third]);
  await expect(page.locator(".toast")).toContainText("Moved");
  await dragRow(
    page,
    page.getByRole("button", { name: `Reorder ${third}` }),
    page.locator("tr[data-row]").nth(0),
  );
  await expectFirstTitles([third, second, first]);
  for (const title of [second, first]) {
    await page.getByRole("button", { name: `More for ${title}` }).click();
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect(page.locator(".toast").last()).toContainText(`Moved “${title}”`);
  }
  await page.reload();
  await expectFirstTitles([second, first, third]);
});

test("categories are added, renamed, merged and deleted on one screen @desktop", async ({ page, site }) => {
  const [first, second] = [uniqueWord(), uniqueWord()];
  await openScreen(page, "/dashboard/addportfoliocategory");
  for (const category of [first, second]) {
    await page.locator(".add").getByLabel("Name").fill(category);
    await page.getByRole("button", { name: "Add category", exact: true }).click();
    await expect(page.locator(".what b", { hasText: category })).toBeVisible();
  }
  const categoryRow = (categoryName: string) =>
    page.locator("li", { has: page.locator(".what b", { hasText: categoryName }) });
  await categoryRow(first).locator("summary").click();
  await categoryRow(first).getByLabel("Name").fill(`${first} new`);
  expect(await findViolations(page)).toEqual([]);
  await categoryRow(first).getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".what b", { hasText: `${first} new` })).toBeVisible();
  await categoryRow(first).getByRole("combobox").selectOption({ label: second });
  await categoryRow(first)
    .getByRole("button", { name: /^Merge/ })
    .click();
  await expect(page.locator(".what b", { hasText: first })).toHaveCount(0);
  const redirect = await page
    .context()
    .request.get(`${site}/api/portfolio-categories/${first}`, { maxRedirects: 0 });
  expect(redirect.headers().location).toBe(`/api/portfolio-categories/${second}`);
  await categoryRow(second).locator("summary").click();
  await categoryRow(second).getByRole("button", { name: "Delete…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete category" }).click();
  await expect(page.locator(".what b", { hasText: second })).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "New category" })).toBeFocused();
});

test("trashed posts are restored, or deleted permanently after confirmation @phone", async ({
  page,
  site,
}) => {
  const word = uniqueWord();
  await makePosts(page, site, [`${word} kept`, `${word} gone`]);
  for (const title of [`${word}-kept`, `${word}-gone`])
    await page.context().request.delete(`${site}/api/blogs/${title}`, { headers: { origin: site } });
  await openScreen(page, "/dashboard/trash?kind=blog");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: `Restore ${word} kept` }).click();
  await expect(page.locator(".toast")).toContainText(`Restored: “${word} kept”.`);
  // The checkbox has a larger touch target, and the actions are at the bottom.
  const box = await page.getByRole("checkbox", { name: `Select ${word} gone` }).boundingBox();
  await page.touchscreen.tap((box?.x ?? 0) - 8, (box?.y ?? 0) + 4);
  await expect(page.getByRole("form", { name: "Selected rows" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.locator(".toast.bad")).toContainText("Tick “Delete for good”");
  await page.getByRole("checkbox", { name: "Delete for good" }).check();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByRole("checkbox", { name: `Select ${word} gone` })).toHaveCount(0);
});

/** Drags a row by its handle onto another row with the mouse. */
async function dragRow(page: Page, handle: Locator, target: Locator) {
  const [from, to] = [await handle.boundingBox(), await target.boundingBox()];
  if (!from || !to) throw new Error("the rows to drag are not visible");
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + from.width / 2, from.y - 10, { steps: 4 });
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 3, { steps: 10 });
  await page.mouse.up();
}
