import type { Page } from "@playwright/test";
import { expect, open, skipSplash, test, waitForScripts } from "../support/e2e.ts";
import { press } from "../support/phone.ts";

const menu = (page: Page) => page.getByRole("navigation", { name: "Main" });
const list = (page: Page, name: string) => menu(page).locator("summary", { hasText: name });
const lists = (page: Page) => menu(page).locator(".drop").filter({ visible: true });
const entry = (page: Page, name: string) => menu(page).getByRole("link", { name, exact: true });

async function openMenu(page: Page): Promise<void> {
  // During a view transition, the page receives no clicks.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ effect }) =>
          !(effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith("::view-transition")),
      ),
  );
  await press(page, page.locator(".burger summary"));
  await expect(entry(page, "Contact Us")).toBeVisible();
}

const entriesBelow = {
  "Our Clients": "/clients",
  Portfolio: "/portfolio",
  "About Us": "/about",
  Blog: "/blog",
  "Contact Us": "/contact",
  Login: "/login",
};

for (const name of ["Services", "Media Center"])
  test(`entries below the open list of ${name} stay clickable`, async ({ page }) => {
    // A narrow desktop window has the same menu as a phone.
    if (test.info().project.name === "desktop") await page.setViewportSize({ width: 900, height: 740 });
    await open(page, "/terms");
    for (const [label, path] of Object.entries(entriesBelow)) {
      await openMenu(page);
      await press(page, list(page, name));
      await expect(lists(page)).toHaveCount(1);
      await press(page, entry(page, label));
      await expect.poll(() => new URL(page.url()).pathname, label).toBe(path);
      await expect(entry(page, label)).toBeHidden();
      await expect(page.locator("#main")).toHaveAttribute("aria-busy", "false");
    }
  });

test("opening a second list moves nothing and keeps the first open @phone", async ({ page }) => {
  await open(page, "/terms");
  await openMenu(page);
  await press(page, list(page, "Services"));
  await expect(lists(page)).toHaveCount(1);
  const before = await list(page, "Media Center").boundingBox();
  await press(page, list(page, "Media Center"));
  await expect(lists(page)).toHaveCount(2);
  expect(await list(page, "Media Center").boundingBox()).toEqual(before);
});

test("an outside tap, Escape and a link close the menu @phone", async ({ page }) => {
  await open(page, "/about");
  const heading = page.getByRole("heading", { level: 1 });
  const before = await heading.boundingBox();
  await openMenu(page);
  expect(await heading.boundingBox()).toEqual(before);
  await page.touchscreen.tap(180, 640);
  await expect(entry(page, "About Us")).toBeHidden();
  await openMenu(page);
  await press(page, list(page, "Services"));
  await page.keyboard.press("Escape");
  await expect(lists(page)).toHaveCount(0);
  await expect(entry(page, "About Us")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(entry(page, "About Us")).toBeHidden();
  await openMenu(page);
  await press(page, entry(page, "About Us"));
  await expect(entry(page, "About Us")).toBeHidden();
});

test("a menu opened before scripts load stays open @phone", async ({ page }) => {
  const scripts = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await scripts.promise;
    await route.continue();
  });
  await skipSplash(page);
  await page.goto("/about", { waitUntil: "commit" });
  await openMenu(page);
  scripts.resolve();
  await waitForScripts(page);
  await expect(entry(page, "Contact Us")).toBeVisible();
});

test("Escape closes a hovered list, and its title is a link @desktop", async ({ page }) => {
  await open(page, "/about");
  const servicesLink = menu(page).getByRole("link", { name: "Services", exact: true });
  await servicesLink.hover();
  await expect(lists(page)).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(lists(page)).toHaveCount(0);
  await page.mouse.move(10, 600);
  await list(page, "Media Center").press("Enter");
  await expect(lists(page)).toHaveCount(1);
  await page.mouse.click(10, 600);
  await expect(lists(page)).toHaveCount(0);
  await servicesLink.click();
  await expect(page).toHaveURL(/\/services$/);
  await expect(lists(page)).toHaveCount(0);
});

test("at 200% zoom, header and quick contact are not sticky @desktop", async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 400 });
  await open(page, "/about");
  await page.evaluate(() => scrollTo(0, 900));
  await expect(page.locator("header.top")).not.toBeInViewport();
  await expect(page.locator(".quick-contact")).not.toBeInViewport();
});
