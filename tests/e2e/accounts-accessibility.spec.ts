import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test } from "../support/e2e.ts";
import { arrive } from "../support/people.ts";

const forEverybody = [
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
  for (const path of forEverybody) {
    await open(page, path);
    expect(await findViolations(page), path).toEqual([]);
    await staysInside(page);
  }
});

test("axe finds nothing on sign-in and registration in a wide window @desktop", async ({ page }) => {
  for (const path of ["/login", "/registration"]) {
    await open(page, path);
    expect(await findViolations(page), path).toEqual([]);
  }
});

const own = ["", "/photo", "/email", "/password", "/passkeys", "/two-step", "/delete"];

test("profile pages and refused forms have no axe violations @phone", async ({ page }) => {
  await arrive(page);
  for (const part of own) {
    await open(page, `/myprofile${part}`);
    expect(await findViolations(page), part).toEqual([]);
    await staysInside(page);
  }
  await open(page, "/myprofile");
  await page.getByLabel("Name", { exact: true }).fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.locator(".summary")).toBeFocused();
  expect(await findViolations(page), "refused").toEqual([]);
  await open(page, "/myprofile/two-step");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  expect(await findViolations(page), "set-up").toEqual([]);
});

test("axe finds nothing on refused sign-ins and registrations @phone", async ({ page }) => {
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

test("axe finds nothing on the open menu of a member @desktop", async ({ page }) => {
  const { name } = await arrive(page);
  await open(page, "/about");
  await page.getByRole("navigation", { name: "Main" }).locator("summary", { hasText: name }).click();
  expect(await findViolations(page)).toEqual([]);
});

test("axe finds nothing on the popup's last page @desktop", async ({ page }) => {
  await page.goto("/auth/done");
  expect(await findViolations(page)).toEqual([]);
});

test("Enter signs in, and the keyboard alone gets through the form @desktop", async ({ page }) => {
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

test("text at twice its size covers nothing on a phone's sign-in @desktop", async ({ page }) => {
  // Half the width is to the page what a doubled letter is.
  await page.setViewportSize({ width: 180, height: 380 });
  await open(page, "/login");
  const label = await page.locator('label[for="f-password"]').boundingBox();
  const forgot = await page.getByRole("button", { name: "Forgot password?" }).boundingBox();
  const words = { right: (label?.x ?? 0) + 60, bottom: (label?.y ?? 0) + (label?.height ?? 0) };
  expect((forgot?.x ?? 0) >= words.right || (forgot?.y ?? 0) >= words.bottom).toBe(true);
  await staysInside(page);
});

async function staysInside(page: Page): Promise<void> {
  const over = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(over).toBeLessThanOrEqual(0);
}

test("the sign-in page keeps its place while its scripts come", async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      const main = document.querySelector("main");
      Object.assign(window, { heightAtFirst: main?.getBoundingClientRect().height });
    });
  });
  await open(page, "/login");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeVisible();
  const moved = await page.evaluate(() => {
    const now = document.querySelector("main")?.getBoundingClientRect().height ?? 0;
    return Math.abs(now - Number(Reflect.get(window, "heightAtFirst")));
  });
  expect(moved).toBeLessThan(8);
});
