import type { Page } from "@playwright/test";
import { expect, open, skipSplash, test, waitForScripts } from "../support/e2e.ts";
import { clearSession, delayToken, readToken, signInNewPerson } from "../support/people.ts";
import { press, slowDown } from "../support/phone.ts";
import { admin, startStaffSession } from "../support/staff.ts";

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Opens a page and waits for the status element that reports a lost connection. */
async function openWithStatus(page: Page, path: string): Promise<void> {
  await open(page, path);
  await expect(page.locator('#main ~ p[role="status"]')).toBeAttached();
}

/** Delays matching requests until released. */
async function delayRequests(page: Page, pattern: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    await promise;
    await route.continue().catch(() => {});
  });
  return resolve;
}

for (const [delay, tags] of [
  [0, "@phone"],
  [800, "@phone @engine"],
  [4000, "@phone"],
] as const)
  test(`staff sign in without errors when requests take ${delay} ms ${tags}`, async ({ page }) => {
    await page.addInitScript(() => {
      const recordHeading = (heading: string | null) => {
        const seen = new Set([...JSON.parse(sessionStorage.getItem("headings") ?? "[]"), heading]);
        sessionStorage.setItem("headings", JSON.stringify([...seen]));
      };
      new MutationObserver(() => {
        for (const { textContent } of document.querySelectorAll("#main h1")) recordHeading(textContent);
      }).observe(document, { childList: true, subtree: true });
      addEventListener("pagehide", () =>
        sessionStorage.setItem("token-at-pagehide", localStorage.getItem("access-token") ?? "none"),
      );
    });
    await open(page, "/login?next=/dashboard/home");
    await slowDown(page);
    for (const pattern of ["**/api/jwt", "**/dashboard/home**"])
      await page.route(pattern, (route) => pause(delay).then(() => route.continue()));
    await page.getByLabel("E-mail", { exact: true }).first().fill(admin.email);
    await page.getByLabel("Password", { exact: true }).fill(admin.password);
    await press(page, page.getByRole("main").getByRole("button", { name: "Sign in", exact: true }));
    await page.waitForURL((url) => url.pathname === "/dashboard/home", { waitUntil: "commit" });
    const seen = await page.evaluate(() => ({ ...sessionStorage }));
    expect(seen["token-at-pagehide"]).toMatch(/^ey/);
    const headings: string[] = JSON.parse(seen.headings ?? "[]");
    expect(headings.filter((heading) => /load|broke|wrong|found/.test(heading))).toEqual([]);
  });

test("the token is renewed before it expires @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  for (const path of ["/about", "/dashboard/home"]) {
    await page.clock.install();
    await page.goto("/robots.txt");
    await page.evaluate(() => localStorage.clear());
    await page.goto(path);
    await expect.poll(() => readToken(page), path).toMatch(/^ey/);
    const renewal = page.waitForRequest("**/api/jwt");
    await page.clock.fastForward(285_000);
    await renewal;
  }
});

test("a slow navigation announces loading and the new title @phone", async ({ page }) => {
  await openWithStatus(page, "/terms");
  await page.evaluate(() => {
    const states: string[] = [];
    Object.assign(window, { states });
    const bar = document.querySelector(".bar");
    if (!bar) throw new Error("The progress bar is missing.");
    new MutationObserver(() => {
      const name = getComputedStyle(bar).viewTransitionName;
      states.push([bar.className, bar.getAttribute("style"), name].join());
    }).observe(bar, { attributes: true });
  });
  const release = await delayRequests(page, "**/about");
  const status = page.locator('#main ~ p[role="status"]');
  await page.locator('.foot a[href="/about"]').click();
  await expect(status).toHaveText("Loading…");
  await expect(page.locator(".loading")).toBeVisible();
  await expect(page.locator(".skeleton.of-list")).toBeVisible();
  const readStates = () => page.evaluate(() => (window as unknown as { states: string[] }).states); // set above
  const readRunningStates = async () =>
    new Set((await readStates()).filter((state) => state.startsWith("bar running")));
  await expect.poll(async () => (await readRunningStates()).size).toBeGreaterThan(5);
  release();
  const heading = page.getByRole("heading", { level: 1 });
  await expect(heading).not.toHaveText("Terms and Conditions");
  await expect(status).toHaveText((await heading.textContent()) ?? "");
  await expect(page.locator(".bar")).toHaveClass("bar hidden");
  expect([...(await readRunningStates())].every((state) => state.endsWith(",bar"))).toBe(true);
  expect((await readStates()).findLast((state) => state.startsWith("bar ending"))).toContain("scaleX(1)");
});

test("replacing a loading navigation causes no error @desktop", async ({ page }) => {
  await page.addInitScript(() => {
    const { fetch } = window;
    // Simulates a response that never ends; its reader fails on abort, as in browsers.
    window.fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!String(input).endsWith("/about")) return response;
      const content = new Uint8Array(await response.arrayBuffer());
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(content);
          init?.signal?.addEventListener("abort", () => controller.error(init.signal?.reason));
        },
      });
      return new Response(body, response);
    };
  });
  await openWithStatus(page, "/terms");
  const release = await delayRequests(page, "**/assets/*.js");
  const data = page.waitForResponse("**/about");
  await page.locator('.foot a[href="/about"]').click();
  await (await data).finished();
  await expect(page.locator(".loading")).toBeVisible();
  await page.locator('.foot a[href="/contact"]').first().click();
  release();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText("Terms and Conditions");
});

test("an offline navigation stays on the page and resumes after reconnecting @desktop", async ({
  page,
  context,
}) => {
  await openWithStatus(page, "/about");
  // The browser reports the lost connection as errors.
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  const link = page.locator('.foot a[href="/contact"]').first();
  await context.setOffline(true);
  await link.click();
  await expect(page.getByRole("alert")).toContainText("You’re offline.");
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.locator("#main")).toHaveAttribute("aria-busy", "false");
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/contact$/);
  await expect(page.getByText("You’re offline.")).toHaveCount(0);
});

test("losing the connection before any interaction shows a message @phone", async ({ page, context }) => {
  await open(page, "/about");
  for (const report of ["console", "pageerror"]) page.removeAllListeners(report);
  await context.setOffline(true);
  await page.locator('.foot a[href="/contact"]').first().click();
  await expect(page.getByRole("alert")).toContainText("You’re offline.");
  await expect(page).toHaveURL(/\/about$/);
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/contact$/);
});

test("an offline sign-out shows a message and completes after reconnecting @desktop", async ({
  page,
  context,
}) => {
  await signInNewPerson(page);
  await open(page, "/about");
  const menu = page.getByRole("navigation", { name: "Main" });
  await menu.locator(".account-menu summary").click();
  await context.setOffline(true);
  // Otherwise the request may still reach the server.
  await page.waitForFunction(() => !navigator.onLine);
  await menu.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("alert")).toContainText("You are still signed in.");
  await expect(page).toHaveURL(/\/about$/);
  await context.setOffline(false);
  await expect(menu.getByRole("link", { name: "Login" })).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await expect(page).toHaveURL(/\/about$/);
  expect(await readToken(page)).toBeNull();
});

test("a failed navigation shows an error and a retry button @phone", async ({ page }) => {
  await openWithStatus(page, "/about");
  await page.route("**/terms", (route) => route.abort("internetdisconnected"));
  await page.locator('.foot a[href="/terms"]').click();
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The connection was lost.");
  await expect(page).toHaveURL(/\/about$/);
  await page.unroute("**/terms");
  await press(page, alert.getByRole("button", { name: "Try again" }));
  await expect(page).toHaveURL(/\/terms$/);
  await expect(alert).toHaveCount(0);
});

test("signed-in users never see Login, and the layout stays stable @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  const release = await delayRequests(page, "**/assets/*.js");
  await skipSplash(page);
  await page.goto("/about", { waitUntil: "commit" });
  const menu = page.getByRole("navigation", { name: "Main" });
  await expect(menu.getByRole("link", { name: "My profile" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Login" })).toBeHidden();
  const home = menu.getByRole("link", { name: "Home" });
  const before = await home.boundingBox();
  release();
  await waitForScripts(page);
  await expect(menu.locator(".member")).toBeVisible();
  expect(await home.boundingBox()).toEqual(before);
});

test("the user's name fits next to the logo and menu @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await open(page, "/blog");
  const header = page.getByRole("banner");
  const logo = header.locator(".logo");
  const home = header.getByRole("link", { name: "Home", exact: true });
  for (const width of [1264, 1280, 1300, 1375, 1376, 1920]) {
    await page.setViewportSize({ width, height: 800 });
    const readGap = async () => {
      const [left, right] = [await logo.boundingBox(), await home.boundingBox()];
      return (right?.x ?? 0) - (left?.x ?? 0) - (left?.width ?? 0);
    };
    await expect.poll(readGap, `${width} px`).toBeGreaterThan(8);
    await expect(header.locator(".top-in > .start")).toBeInViewport({ ratio: 1 });
  }
  for (const width of [320, 1024, 1136, 1263]) {
    await page.setViewportSize({ width, height: 800 });
    await expect(header.locator(".burger")).toBeInViewport({ ratio: 1 });
  }
});

test("forms work by touch on a slow phone @phone", async ({ page }) => {
  await open(page, "/contact");
  await slowDown(page);
  const main = page.getByRole("main");
  await main.getByLabel("Your name").fill("Rahima Khatun");
  await main.getByLabel("E-mail", { exact: true }).fill("rahima@shapla.example");
  await main.getByLabel("Message").fill("We need a shop that loads on our phones.");
  await press(page, main.locator('input[name="consent"]'));
  await press(page, main.getByRole("button", { name: "Send message" }));
  await expect(main).toContainText(/FD-\w{4}-\w{4}/, { timeout: 40_000 });
  const news = page.locator(".news");
  await news.getByLabel("E-mail").fill(`rahima.${Date.now()}@shapla.example`);
  await press(page, news.locator('input[name="consent"]'));
  await press(page, news.getByRole("button"));
  await expect(news.getByRole("status")).toContainText("Check your", { timeout: 40_000 });
});

test("a member signs in by touch on a slow phone @phone", async ({ page }) => {
  const person = await signInNewPerson(page);
  await clearSession(page);
  await open(page, "/login");
  await page.evaluate(() => localStorage.clear());
  await slowDown(page);
  await delayToken(page, 4000);
  await page.getByLabel("E-mail", { exact: true }).first().fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  let sent = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/api/auth/sign-in")) sent += 1;
  });
  // Taps twice before the first tap has rendered.
  const button = page.getByRole("main").getByRole("button", { name: "Sign in", exact: true });
  await button.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await button.boundingBox()) ?? {};
  for (let touch = 0; touch < 2; touch += 1) await page.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name, { timeout: 60_000 });
  expect(sent).toBe(1);
  await expect.poll(() => readToken(page)).toMatch(/^ey/);
});
