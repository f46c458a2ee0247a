import type { BrowserContext, Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";
import { isolatingCookie } from "../support/openid-provider.ts";
import {
  clearSession,
  delayToken,
  newPerson,
  readToken,
  sessionSecret,
  signInNewPerson,
} from "../support/people.ts";

const googleLink = (page: Page) => page.getByRole("link", { name: "Continue with Google" });

/** Opens the popup of the provider. */
async function openPopup(page: Page): Promise<Page> {
  const opening = page.waitForEvent("popup");
  await googleLink(page).click();
  return opening;
}

async function signInAtProvider(provider: Page, email: string): Promise<void> {
  await provider.getByLabel("Address").fill(email);
  await provider.getByRole("button", { name: "Continue" }).click();
}

async function isolate(context: BrowserContext): Promise<void> {
  await context.addCookies([
    { name: isolatingCookie, value: "1", url: process.env.PROVIDER_URL ?? "http://127.0.0.1" },
  ]);
}

for (const isIsolated of [false, true]) {
  const popupName = isIsolated ? "an isolated popup" : "a popup";
  test(`A15 Google signs in a new person in ${popupName} @engine`, async ({ page, context, isMobile }) => {
    if (isIsolated) await isolate(context);
    const { email } = newPerson();
    const bodies: string[] = [];
    page.on("response", async (response) => bodies.push(await response.text().catch(() => "")));
    await open(page, "/login");
    const popup = await openPopup(page);
    // Phones open popups as full pages.
    const size = await popup.evaluate(() => [innerWidth, innerHeight]);
    if (!isMobile) expect(size).toEqual([500, 600]);
    await signInAtProvider(popup, email);
    await expect(page).toHaveURL(/\/myprofile$/);
    await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
    const secret = await sessionSecret(context);
    expect(bodies.join("\n")).not.toContain(secret);
  });
}

test("A15 an isolated popup signs in after the page reported it closed", async ({ page, context }) => {
  await isolate(context);
  await open(page, "/login");
  const popup = await openPopup(page);
  await popup.getByLabel("Address").waitFor();
  await expect(page.getByText("The sign-in window was closed before it was done.")).toBeVisible({
    timeout: 15_000,
  });
  const { email } = newPerson();
  await signInAtProvider(popup, email);
  await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
});

test("A15 closing the popup shows a message after 8 seconds", async ({ page }) => {
  await open(page, "/login");
  const popup = await openPopup(page);
  // Playwright may miss a window that closes while it opens.
  await popup.getByLabel("Address").waitFor();
  await popup.close();
  const closedAt = Date.now();
  const alert = page.locator(".trouble");
  await expect(alert).toContainText("The sign-in window was closed before it was done.", {
    timeout: 15_000,
  });
  expect(Date.now() - closedAt).toBeGreaterThan(7_500);
  await expect(alert).toBeFocused();
  expect(await alert.getAttribute("role")).toBe("alert");
});

test("A15 opening a second popup closes the first", async ({ page }) => {
  await open(page, "/login");
  const first = await openPopup(page);
  const closing = first.waitForEvent("close");
  const second = await openPopup(page);
  await closing;
  await expect(page.locator(".trouble")).toContainText("a second one was opened");
  const { email } = newPerson();
  await signInAtProvider(second, email);
  await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
});

test("A15 blocked popups fall back to sign-in in the same window @engine", async ({ page }) => {
  await page.addInitScript(() => {
    window.open = () => null;
  });
  await open(page, "/login?next=/myprofile/photo");
  await googleLink(page).click();
  await expect(page.locator(".trouble")).toContainText("blocked the sign-in window");
  await page.getByRole("link", { name: "Continue in this window" }).click();
  await signInAtProvider(page, newPerson().email);
  await expect(page).toHaveURL(/\/myprofile\/photo$/);
});

test("opens Google in the same window when the popup script fails", async ({ page }) => {
  await page.route("**/assets/google-sign-in-*.js", (route) => route.fulfill({ status: 404 }));
  await open(page, "/login?next=/myprofile/photo");
  await googleLink(page).click();
  await signInAtProvider(page, newPerson().email);
  await expect(page).toHaveURL(/\/myprofile\/photo$/);
});

test("several clicks while the script loads open one popup", async ({ page, context }) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/google-sign-in-*.js", (route) => released.then(() => route.continue()));
  const popups: Page[] = [];
  context.on("page", (popup) => popups.push(popup));
  await open(page, "/login");
  await googleLink(page).dblclick();
  await expect(page.getByText("One moment…")).toBeVisible();
  const popup = page.waitForEvent("popup");
  release();
  await (await popup).getByLabel("Address").waitFor();
  await expect(page.getByText("Go on in the window that has opened.")).toBeVisible();
  await expect(page.locator(".trouble")).toHaveCount(0);
  expect(popups).toHaveLength(1);
});

test("cancelling at the provider shows a message", async ({ page }) => {
  await open(page, "/login");
  const popup = await openPopup(page);
  await popup.getByRole("button", { name: "Stop" }).click();
  await expect(page.locator(".trouble")).toContainText("closed before it was done");
});

test("Google sign-in does not take over an account with a password", async ({ page }) => {
  const person = await signInNewPerson(page);
  await clearSession(page);
  await open(page, "/login");
  await signInAtProvider(await openPopup(page), person.email);
  await expect(page.locator(".trouble")).toContainText(
    "There is an account with this e-mail address already",
  );
});

test("a Google account is linked and unlinked on the profile", async ({ page }) => {
  const person = await signInNewPerson(page);
  await page.getByRole("link", { name: "Link your Google account" }).click();
  await signInAtProvider(page, person.email);
  await expect(page).toHaveURL(/\/myprofile/);
  await page.getByRole("button", { name: /^Unlink/ }).click();
  await expect(page.getByText("Your Google account is no longer linked.")).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("Google signs in by redirect", async ({ page }) => {
    const { email } = newPerson();
    await page.goto("/login");
    await googleLink(page).click();
    await signInAtProvider(page, email);
    await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
  });
});

test("A16 forged popup messages have no effect", async ({ page }) => {
  await open(page, "/login");
  await page.evaluate(() => {
    const channel = new BroadcastChannel("frontdesk-sign-in");
    channel.postMessage({ event: "event-one", attempt: "made-up", outcome: "in" });
    window.postMessage({ event: "event-two", attempt: "made-up", outcome: "in" }, "*");
  });
  await page.waitForTimeout(300);
  await expect(page.locator(".trouble")).toHaveCount(0);
  await expect(page).toHaveURL(/\/login$/);
  await page.goto("/auth/done");
  await expect(page.getByText("does not belong to this sign-in")).toBeVisible();
});

for (const delay of [0, 4000])
  test(`registration with Google signs in when the token takes ${delay} ms`, async ({ page }) => {
    await delayToken(page, delay);
    const { email } = newPerson();
    await open(page, "/registration");
    await signInAtProvider(await openPopup(page), email);
    await expect(page).toHaveURL(/\/myprofile$/);
    await expect(page.getByRole("main").getByText(email).first()).toBeVisible();
    await expect.poll(() => readToken(page)).toMatch(/^ey/);
  });
