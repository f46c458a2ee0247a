import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test } from "../support/e2e.ts";
import { signInNewPerson } from "../support/people.ts";

const publicPages = [
  "/login",
  "/login?problem=not-linked",
  "/login?done=verified",
  "/login/second-step",
  "/login/second-step?kind=recovery",
  "/registration",
  "/registration?sent=1",
  "/verify-email?token=gone",
  "/verify-email-change?token=gone",
  "/verify-email-change?done=half",
  "/reset-password",
  "/reset-password?sent=1",
  "/reset-password?token=gone",
];

test("account pages have no axe violations and fit a phone @phone", async ({ page }) => {
  for (const path of publicPages) {
    await open(page, path);
    expect(await findViolations(page), path).toEqual([]);
    await expectNoOverflow(page);
  }
});

test("sign-in and registration have no axe violations in wide windows @desktop", async ({ page }) => {
  for (const path of ["/login", "/registration"]) {
    await open(page, path);
    expect(await findViolations(page), path).toEqual([]);
  }
});

const profilePaths = ["", "/photo", "/email", "/password", "/passkeys", "/two-step", "/delete"];

test("profile pages and rejected forms have no axe violations @phone", async ({ page }) => {
  await signInNewPerson(page);
  for (const part of profilePaths) {
    await open(page, `/myprofile${part}`);
    expect(await findViolations(page), part).toEqual([]);
    await expectNoOverflow(page);
  }
  await open(page, "/myprofile");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".summary")).toBeFocused();
  expect(await findViolations(page), "rejected").toEqual([]);
  await open(page, "/myprofile/two-step");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await findViolations(page), "set-up").toEqual([]);
});

test("rejected sign-ins and registrations have no axe violations @phone", async ({ page }) => {
  for (const [path, button] of [
    ["/login", "Sign in"],
    ["/registration", "Create account"],
    ["/reset-password", "Send reset link"],
  ] as const) {
    await open(page, path);
    await page.getByRole("button", { name: button, exact: true }).click();
    await expect(page.locator(".summary")).toBeFocused();
    expect(await findViolations(page), path).toEqual([]);
  }
});

test("the open member menu has no axe violations @desktop", async ({ page }) => {
  const { name } = await signInNewPerson(page);
  await open(page, "/about");
  await page.getByRole("navigation", { name: "Main" }).locator("summary", { hasText: name }).click();
  expect(await findViolations(page)).toEqual([]);
});

test("the last page of the popup has no axe violations @desktop", async ({ page }) => {
  await page.goto("/auth/done");
  expect(await findViolations(page)).toEqual([]);
});

test("the sign-in form works by keyboard, and Enter submits it @desktop", async ({ page }) => {
  await open(page, "/login");
  await page.getByLabel("E-mail", { exact: true }).first().focus();
  await page.keyboard.type("nobody@tea.example");
  await page.keyboard.press("Tab");
  await page.keyboard.type("seven wrong mango crates");
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/auth/sign-in"));
  await page.keyboard.press("Enter");
  await sent;
  await expect(page.locator(".summary")).toBeFocused();
});

test("doubled text size causes no overlap on a phone's sign-in page @desktop", async ({ page }) => {
  // Halving the viewport has the same effect as doubling the text size.
  await page.setViewportSize({ width: 180, height: 380 });
  await open(page, "/login");
  const label = await page.locator('label[for="f-password"]').boundingBox();
  const forgot = await page.getByRole("button", { name: "Forgot password?" }).boundingBox();
  const labelEnd = { right: (label?.x ?? 0) + 60, bottom: (label?.y ?? 0) + (label?.height ?? 0) };
  expect((forgot?.x ?? 0) >= labelEnd.right || (forgot?.y ?? 0) >= labelEnd.bottom).toBe(true);
  await expectNoOverflow(page);
});

async function expectNoOverflow(page: Page): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
}

test("the sign-in page does not shift while its scripts load", async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      Object.assign(window, { initialHeight: main?.getBoundingClientRect().height });
    });
  });
  await open(page, "/login");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  const shift = await page.evaluate(() => {
    const height = document.querySelector("main")?.getBoundingClientRect().height ?? 0;
    return Math.abs(height - Number(Reflect.get(window, "initialHeight")));
  });
  expect(shift).toBeLessThan(8);
});
