import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

test("the palette goes anywhere by keyboard, and gives the focus back @desktop", async ({ page, site }) => {
  await enter(page, site);
  await openScreen(page, "/dashboard/home");
  const opener = page.getByRole("button", { name: "Find or do" });
  await opener.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Find or do" });
  await expect(field).toBeFocused();
  await field.fill("port");
  await expect(page.getByRole("option").first()).toHaveAttribute("aria-selected", "true");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Control+k");
  await field.fill("services");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/manageservice$/);
});

test("keys are listed on a sheet, and are not heard while somebody types @desktop", async ({
  page,
  site,
}) => {
  await enter(page, site);
  await openScreen(page, "/dashboard/home");
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keys" });
  await expect(sheet).toContainText("Find or do");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Find or do" }).pressSequentially("?gh");
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});

test("colours are chosen, kept over a reload, and need no script @desktop", async ({
  page,
  site,
  browser,
}) => {
  await enter(page, site);
  await openScreen(page, "/dashboard/home");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "system");
  const press = () => page.getByRole("button", { name: /^Colours/ }).click();
  await press();
  await expect(html).toHaveAttribute("data-theme", "light");
  await press();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.waitForLoadState("networkidle");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: site,
    storageState: await page.context().storageState(),
  });
  const still = await plain.newPage();
  await still.goto("/dashboard/manageblog");
  await still
    .locator(".rail.wide")
    .getByRole("button", { name: /^Colours/ })
    .click();
  await expect(still.locator("html")).toHaveAttribute("data-theme", "system");
  await expect(still).toHaveURL(/manageblog$/);
  await plain.close();
});

test("an address that leads nowhere says so within the frame", async ({ page, site }) => {
  await enter(page, site);
  const answer = await page.goto("/dashboard/no/such/screen");
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Nothing is here");
  expect(await findViolations(page)).toEqual([]);
});
