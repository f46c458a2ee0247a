import { findViolations } from "../support/axe.ts";
import { expect, open, test } from "../support/e2e.ts";

const pages = [
  "/",
  "/services",
  "/services/Web-Development",
  "/media",
  "/media?type=gallery",
  "/clients",
  "/portfolio",
  "/portfolio?category=nothing-like-it",
  "/about",
  "/contact",
  "/calltoaction",
  "/newsletter",
  "/newsletter/archive",
  "/blog",
  "/blog?tag=nothing-like-it",
  "/authors",
  "/authors/Tithi-Oleek",
  "/search?q=tea",
  "/search?q=zzzz",
  "/terms",
  "/privacy",
  "/login",
  "/registration",
  "/never/here",
];

/** Pages with a separate layout for wide windows; the others are tested on a phone only. */
const wideLayouts = ["/", "/services/Web-Development", "/contact", "/blog", "/media?type=gallery"];

for (const part of [0, 1, 2])
  test(`pages have no axe violations in both colour schemes (${part + 1} of 3)`, async ({
    page,
    isMobile,
  }) => {
    for (const path of (isMobile ? pages : wideLayouts).filter((_, index) => index % 3 === part)) {
      await open(page, path);
      expect(await findViolations(page), path).toEqual([]);
      await expect(page.locator("h1"), path).toHaveCount(1);
      for (const role of ["banner", "main", "contentinfo"] as const)
        await expect(page.getByRole(role), path).toHaveCount(1);
      await expect(page.locator("a.skip"), path).toHaveAttribute("href", "#main");
      if (!isMobile) continue;
      // The dark colour scheme changes only colours.
      await page.emulateMedia({ colorScheme: "dark" });
      const scheme = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      expect(scheme, path).toBe("dark");
      expect(await findViolations(page, ["color-contrast", "link-in-text-block"]), `${path} in dark`).toEqual(
        [],
      );
      await page.emulateMedia({ colorScheme: "light" });
    }
  });

test("posts, case studies and media items have no axe violations @phone", async ({ page }) => {
  for (const list of ["/blog", "/portfolio", "/media"]) {
    await open(page, list);
    const address = await page.locator(`main a[href^="${list}/"]`).first().getAttribute("href");
    await open(page, address ?? "");
    expect(await findViolations(page), list).toEqual([]);
  }
});

test("an open menu has no axe violations", async ({ page, isMobile }) => {
  await open(page, "/about");
  if (isMobile) await page.locator(".burger summary").tap();
  await page.getByRole("navigation", { name: "Main" }).locator("summary", { hasText: "Services" }).click();
  expect(await findViolations(page)).toEqual([]);
});

test("a rejected form has no axe violations @phone", async ({ page }) => {
  await open(page, "/contact");
  await page.getByRole("button", { name: "Send message" }).click();
  await expect(page.getByText("Enter your name").first()).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
});

test("pages with doubled text size fit a phone @phone", async ({ page, context }) => {
  // Sets the browser's font size, which rem and breakpoints follow.
  const devtools = await context.newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  for (const path of [
    "/",
    "/contact",
    "/services",
    "/about",
    "/blog",
    "/authors/Tithi-Oleek",
    "/media",
    "/login",
  ]) {
    await open(page, path);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, path).toBeLessThanOrEqual(0);
  }
});
