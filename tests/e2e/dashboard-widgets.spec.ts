import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

/** Titles of the rows in list order. */
const readTitles = (page: Page) => page.locator("tr[data-row] a.open").allInnerTexts();

test("a menu works with arrow keys, End, letters and Escape @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/manageservice");
  const opener = page.getByRole("button", { name: /^More for / }).first();
  await opener.focus();
  await page.keyboard.press("ArrowDown");
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  await expect(item("Edit")).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  await expect(item("History")).toBeFocused();
  await page.keyboard.press("End");
  await expect(item("Move to trash")).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(item("Edit")).toBeFocused();
  await page.keyboard.type("dup");
  await expect(item("Duplicate")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test("a filter panel focuses its first field and keeps its value @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/manageblog");
  const opener = page.getByRole("button", { name: "Modified" });
  await opener.focus();
  await page.keyboard.press("Enter");
  const from = page.getByRole("dialog", { name: "Modified" }).getByLabel("From");
  await expect(from).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await from.fill("2020-01-01");
  await expect(page).toHaveURL(/from=2020-01-01/);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  const searchField = page.getByRole("searchbox", { name: "Search by title" });
  await searchField.fill("no such title");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/from=2020-01-01/);
  await page.getByRole("link", { name: "Clear filters" }).first().click();
  await expect(searchField).toHaveValue("");
  await expect(page.locator("[name=from]")).toHaveValue("");
});

test("the shortcuts dialog traps the focus and returns it @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/home");
  const opener = page.getByRole("button", { name: "Search or jump to…" });
  await opener.focus();
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  // Focus guards hold the focus briefly and pass it on.
  const hasFocus = () => dialog.evaluate((box) => box.contains(document.activeElement));
  await expect(dialog).toBeVisible();
  await expect.poll(hasFocus).toBe(true);
  for (let times = 0; times < 4; times += 1) {
    await page.keyboard.press("Tab");
    await expect.poll(hasFocus).toBe(true);
  }
  // The dialog disables shortcuts of the screen.
  await page.keyboard.press("/");
  await expect(page.getByRole("dialog")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("g");
  await page.keyboard.press("f");
  await expect(page).toHaveURL(/\/dashboard\/files$/);
});

test("a row is reordered with Space and arrow keys @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/manageclient");
  const before = await readTitles(page);
  const [first = "", second = ""] = before;
  await page.getByRole("button", { name: `Reorder ${first}` }).focus();
  await page.keyboard.press("Space");
  await expect(page.getByText(`Picked up ${first}`)).toBeAttached();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByText(`${first} is at 2 of`)).toBeAttached();
  await page.keyboard.press("Space");
  await expect.poll(async () => (await readTitles(page)).slice(0, 2)).toEqual([second, first]);
  await expect(page.locator(".toast")).toContainText("Moved");
  await page.reload();
  await expect.poll(async () => (await readTitles(page)).slice(0, 2)).toEqual([second, first]);
});

test("a row is reordered by touch @phone", async ({ page }) => {
  await openScreen(page, "/dashboard/manageclient");
  const [first = "", second = ""] = await readTitles(page);
  const handle = page.getByRole("button", { name: `Reorder ${first}` });
  const [from, to] = [
    await handle.boundingBox(),
    await page.getByRole("button", { name: `Reorder ${second}` }).boundingBox(),
  ];
  if (!from || !to) throw new Error("the drag handles are not visible");
  const touch = await page.context().newCDPSession(page);
  const touchPoint = (y: number) => [{ x: from.x + from.width / 2, y }];
  const start = from.y + from.height / 2;
  const end = to.y + to.height;
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: touchPoint(start) });
  await page.waitForTimeout(300);
  for (let step = 1; step <= 8; step += 1)
    await touch.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: touchPoint(start + ((end - start) * step) / 8),
    });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await expect.poll(async () => (await readTitles(page)).slice(0, 2)).toEqual([second, first]);
  await page.reload();
  await expect.poll(async () => (await readTitles(page)).slice(0, 2)).toEqual([second, first]);
});

test("an error is announced, and its toast is reachable by keyboard @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/settings/company");
  await page.getByLabel("E-mail", { exact: true }).fill("hello@");
  await page.getByRole("button", { name: "Save" }).click();
  const toast = page.getByRole("alertdialog", { name: "Please check these fields." });
  await expect(toast).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "Please check these fields." })).toHaveCount(1);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("F6");
  await page.keyboard.press("Tab");
  await expect(toast).toBeFocused();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(toast).toHaveCount(0);
});
