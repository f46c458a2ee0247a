import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { startStaffSession } from "../support/staff.ts";

interface SplashState {
  /** Computed value when the element is inserted. */
  display: string;
  /** Milliseconds until it disappears. */
  duration: unknown;
  isGone: boolean;
}

test("the splash shows for 1.5 seconds once per tab @phone", async ({ page }) => {
  // Observes inside the page, because on a slow machine a check from outside is too late.
  await page.addInitScript(() => {
    const state = window as unknown as { splash?: SplashState };
    const observer = new MutationObserver(() => {
      const splash = document.querySelector(".splash");
      if (!splash) return;
      observer.disconnect();
      const end = splash.getAnimations()[0]?.effect?.getComputedTiming().endTime;
      const seen = { display: getComputedStyle(splash).display, duration: end, isGone: false };
      state.splash = seen;
      splash.addEventListener("animationend", ({ target }) => {
        if (target === splash) seen.isGone = getComputedStyle(splash).visibility === "hidden";
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  const seen = () => page.evaluate(() => (window as unknown as { splash?: SplashState }).splash);
  await page.goto("/");
  await expect.poll(seen).toEqual({ display: "grid", duration: 1500, isGone: true });
  await expect(page.locator(".splash")).toBeHidden();
  await page.reload();
  await expect.poll(seen).toEqual({ display: "none", duration: undefined, isGone: false });
});

test("a skipped or late page transition causes no error @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  for (const path of ["/dashboard/home", "/robots.txt"]) {
    await open(page, "/about");
    await page.evaluate((to) => location.assign(to), path);
    await page.waitForURL(`**${path}`);
    await page.waitForFunction(() => document.readyState === "complete");
  }
  await open(page, "/about");
  // Blocks rendering longer than the timeout of a view transition.
  await page.route("**/late.css", async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 6000));
    await route.fulfill({ contentType: "text/css", body: "" });
  });
  await page.route("**/clients", async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replace(
      "</head>",
      '<link rel="stylesheet" href="/late.css"></head>',
    );
    await route.fulfill({ response, body });
  });
  await page.evaluate(() => location.assign("/clients"));
  await page.waitForURL("**/clients");
  await waitForScripts(page);
});

test("the splash is hidden with reduced motion @desktop", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.locator(".splash")).toBeHidden();
});

test("navigation focuses the heading, and Back restores the scroll position", async ({ page }) => {
  await open(page, "/services");
  await page.evaluate(() => scrollTo(0, 900));
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
  await page.locator("main a[href='/services/Graphics-Design']").first().click();
  await expect(page.getByRole("heading", { level: 1, name: "Graphics Design" })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBeLessThan(5);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Graphics Design");
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
});

test("the services menu opens by hover or keyboard @desktop", async ({ page }) => {
  await open(page, "/about");
  const menu = page.getByRole("navigation", { name: "Main" });
  const item = menu.getByRole("link", { name: /Graphics Design/ });
  await expect(item).toBeHidden();
  await menu.locator("summary", { hasText: "Services" }).hover();
  await expect(item).toBeVisible();
  await page.mouse.move(10, 600);
  await expect(item).toBeHidden();
  await menu.locator("summary", { hasText: "Services" }).focus();
  await page.keyboard.press("Enter");
  await expect(item).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(item).toBeHidden();
  await expect(menu.locator("summary", { hasText: "Services" })).toBeFocused();
});

test("the phone menu lists services and links to them @phone", async ({ page }) => {
  await open(page, "/about");
  await page.locator(".burger summary").tap();
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.locator("summary", { hasText: "Services" }).tap();
  await menu.getByRole("link", { name: /App Development/ }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "App Development" })).toBeVisible();
  await expect(menu.getByRole("link", { name: /Our Clients/ })).toBeHidden();
});

test("a failed menu update shows no error @desktop", async ({ page }) => {
  await page.route("**/api/services", (route) => route.abort());
  await open(page, "/about");
  await page.evaluate(() => dispatchEvent(new Event("visibilitychange")));
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("the menu marks the current section @desktop", async ({ page }) => {
  await open(page, "/clients");
  await expect(page.locator("nav [aria-current]").filter({ hasText: "Our Clients" })).toHaveCount(1);
});

test("the back-to-top button appears after scrolling and scrolls up @phone", async ({ page }) => {
  await open(page, "/services");
  const top = page.getByRole("button", { name: /top/i });
  await expect(top).toBeHidden();
  await page.evaluate(() => scrollTo(0, 700));
  await expect(top).toBeVisible();
  await top.click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(5);
});

test("floating buttons do not overlap at 320 pixels @phone", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await open(page, "/contact");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const links = page.locator(".quick-contact a, .quick-contact button").filter({ visible: true });
  const boxes = await links.evaluateAll((all) => all.map((link) => link.getBoundingClientRect().toJSON()));
  expect(boxes.length).toBeGreaterThanOrEqual(3);
  for (const [index, box] of boxes.entries())
    for (const other of boxes.slice(index + 1))
      expect(
        box.right <= other.left + 1 ||
          other.right <= box.left + 1 ||
          box.bottom <= other.top + 1 ||
          other.bottom <= box.top + 1,
      ).toBe(true);
  const last = await page.locator("footer").evaluate((footer) => footer.getBoundingClientRect().bottom);
  expect(last).toBeLessThanOrEqual(Math.min(...boxes.map((box) => box.top)) + 1);
  await expect(page.locator('.quick-contact a[href^="tel:"]')).toBeVisible();
  await expect(page.locator('.quick-contact a[href^="https://wa.me/"]')).toHaveAttribute("rel", /noopener/);
});

test("pages fit the screen from 320 to 2560 pixels @desktop", async ({ page }) => {
  for (const path of ["/", "/services/Web-Development", "/blog", "/clients", "/contact", "/portfolio"]) {
    await open(page, path);
    for (const width of [320, 390, 768, 1024, 1440, 2560]) {
      await page.setViewportSize({ width, height: 800 });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0);
    }
  }
});

test("a link to the current page adds no history entry @desktop", async ({ page }) => {
  await open(page, "/about");
  const entries = await page.evaluate(() => history.length);
  await page.evaluate(() => scrollTo(0, 600));
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "About Us" }).click();
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(5);
  expect(await page.evaluate(() => history.length)).toBe(entries);
});

test("a link to another page's fragment focuses its target @desktop", async ({ page }) => {
  await open(page, "/about");
  await page.evaluate(() => {
    const link = document.querySelector<HTMLAnchorElement>("#main a[href^='/']");
    if (link) link.href = "/services#main";
    link?.click();
  });
  await expect(page).toHaveURL("/services#main");
  await expect(page.locator("#main")).toBeFocused();
});

test("scrolling while Back loads does not change the restored position @desktop", async ({ page }) => {
  await open(page, "/services");
  await page.evaluate(() => scrollTo(0, 900));
  await page.locator('.foot a[href="/about"]').click();
  await expect(page).toHaveURL("/about");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/services", async (route) => {
    await released;
    await route.continue();
  });
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL("/services");
  await page.evaluate(() => scrollTo(0, 200));
  await page.waitForTimeout(200);
  release();
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/About/);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(800);
});
