import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { aJpeg } from "../support/library.ts";
import { openScreen, startStaffSession, staffTest as test } from "../support/staff.ts";

test("the command palette navigates by keyboard and returns the focus @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/home");
  const opener = page.getByRole("button", { name: "Search or jump to…" });
  await opener.focus();
  await page.keyboard.press("Control+k");
  const field = page.getByRole("combobox", { name: "Search or jump to…" });
  await expect(field).toBeFocused();
  await field.fill("port");
  const first = (await page.getByRole("option").first().getAttribute("id")) ?? "none";
  await expect(field).toHaveAttribute("aria-activedescendant", first);
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(opener).toBeFocused();
  await page.keyboard.press("Control+k");
  await field.fill("services");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard\/manageservice$/);
});

test("D6 palette rows show name and details at every width @desktop", async ({ page, site }) => {
  const name = `ferry-${Math.random().toString(36).slice(2, 8)}.jpg`;
  const file = { name, mimeType: "image/jpeg", buffer: await aJpeg(60, 40, "navy") };
  const alt =
    "A ferry full of people and baskets leaves the pier at Sadarghat on a morning of fog in January";
  const uploaded = await page.request.post("/api/files", {
    headers: { origin: site },
    multipart: { alt, file },
  });
  expect(uploaded.ok()).toBe(true);
  await openScreen(page, "/dashboard/home");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search or jump to…" }).fill(name);
  const row = page.getByRole("option", { name });
  await expect(row).toContainText(`File: ${alt}`);
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 });
    const sizes = await row.evaluate((row) =>
      [...row.children].map(({ clientWidth, scrollWidth }) => ({ clientWidth, scrollWidth })),
    );
    const [title, detail] = sizes;
    expect(title?.clientWidth, `the name at ${width} px`).toBe(title?.scrollWidth);
    expect(detail?.clientWidth, `the detail at ${width} px`).toBeGreaterThan(40);
  }
});

test("shortcuts are listed and ignored while typing @desktop", async ({ page }) => {
  await openScreen(page, "/dashboard/home");
  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog).toContainText("Search or jump to…");
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search or jump to…" }).pressSequentially("?gh");
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
});

test("the colour scheme persists and works without JavaScript @desktop", async ({ page, site, browser }) => {
  await openScreen(page, "/dashboard/home");
  const html = page.locator("html");
  await expect(html).toHaveAttribute("data-theme", "system");
  const switchTheme = async () => {
    const saved = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().includes("/dashboard/theme"),
    );
    await page.getByRole("button", { name: /^Theme/ }).click();
    await saved;
  };
  await switchTheme();
  await expect(html).toHaveAttribute("data-theme", "light");
  await switchTheme();
  await expect(html).toHaveAttribute("data-theme", "dark");
  await page.reload();
  await expect(html).toHaveAttribute("data-theme", "dark");
  const staticContext = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: site,
    storageState: await page.context().storageState(),
  });
  const staticPage = await staticContext.newPage();
  await staticPage.goto("/dashboard/manageblog");
  await expect(staticPage.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(staticPage.locator("noscript p")).toBeVisible();
  await staticContext.close();
});

test("an unknown address shows an error inside the dashboard @desktop", async ({ page }) => {
  const response = await page.goto("/dashboard/no/such/screen");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  expect(await findViolations(page)).toEqual([]);
});

test("an ended session covers the window and keeps typed text @desktop", async ({ page, site }) => {
  await openScreen(page, "/dashboard/usercontactdata?q=nothing-like-it");
  const field = page.getByRole("searchbox").first();
  await field.fill("half a thought");
  const dialog = page.getByRole("dialog", { name: "You are signed out" });
  const returnToTab = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await page.context().clearCookies();
  await returnToTab();
  await expect(dialog).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeVisible();
  await startStaffSession(page, site);
  await returnToTab();
  await expect(dialog).toBeHidden();
  await expect(field).toHaveValue("half a thought");
});
