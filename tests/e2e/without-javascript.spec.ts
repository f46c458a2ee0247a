import { expect, test } from "../support/e2e.ts";

test.use({ javaScriptEnabled: false });

test("pages are readable and reachable without JavaScript @phone", async ({ page }) => {
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.locator(".splash")).toBeHidden();
  await page.goto("/services");
  await page.locator('main a[href="/services/Web-Development"]').first().click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Web Development");
  await page.locator("main details summary").nth(1).click();
  await expect(page.locator("main details").nth(1).locator("p").first()).toBeVisible();
});

test("the menus open without JavaScript", async ({ page, isMobile }) => {
  await page.goto("/about");
  if (isMobile) await page.locator(".burger summary").tap();
  await page.getByRole("navigation", { name: "Main" }).locator("summary", { hasText: "Services" }).click();
  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /Graphics Design/ })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Graphics Design");
});

test("search works without JavaScript @desktop", async ({ page }) => {
  await page.goto("/search");
  await page.getByRole("main").getByRole("searchbox").fill("ferry");
  await page.getByRole("main").getByRole("button", { name: "Search" }).click();
  await expect(page.locator("mark").first()).toBeVisible();
});

test("gallery pictures are plain links without JavaScript @desktop", async ({ page }) => {
  await page.goto("/portfolio/A-rice-mill-that-knows-what-is-in-the-silo");
  const address = await page.locator("a[href*='/files/']").first().getAttribute("href");
  expect((await page.request.get(address ?? "")).headers()["content-type"]).toMatch(/^image\//);
});
