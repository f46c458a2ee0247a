import type { BrowserContext, Page } from "@playwright/test";
import { expect, open, test } from "../support/e2e.ts";
import { clearSession, delayToken, readToken, sessionSecret, signInNewPerson } from "../support/people.ts";

/** Adds a virtual authenticator that confirms automatically. */
async function addAuthenticator(page: Page, context: BrowserContext) {
  const devtools = await context.newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  const { authenticatorId } = await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    refuse: () => devtools.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false }),
  };
}

test("a passkey is added, signs in, is renamed and removed @engine", async ({ page, context }) => {
  await addAuthenticator(page, context);
  const person = await signInNewPerson(page);
  await open(page, "/myprofile/passkeys");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.locator("#f-name-error")).toHaveText("Give it a name");
  await page.getByLabel("Name of this device").fill("a".repeat(61));
  await page.getByRole("button", { name: "Add a passkey" }).click();
  await expect(page.locator("#f-name-error")).toHaveText("Use at most 60 characters");
  await page.getByLabel("Name of this device").fill("Office laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const row = page.getByRole("main").getByRole("listitem").filter({ hasText: "Office laptop" });
  await expect(row).toBeVisible();
  const bodies: string[] = [];
  page.on("response", async (response) => bodies.push(await response.text().catch(() => "")));
  await clearSession(page);
  await open(page, "/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
  expect(bodies.join("\n")).not.toContain(await sessionSecret(context));
  await page.goto("/myprofile/passkeys");
  await row.getByRole("link", { name: /Rename/ }).click();
  await page.getByLabel("Name", { exact: true }).fill("বাসার ল্যাপটপ");
  await page.getByRole("button", { name: "Save the name" }).click();
  const renamed = page.getByRole("main").getByRole("listitem").filter({ hasText: "বাসার ল্যাপটপ" });
  await expect(renamed).toBeVisible();
  await renamed.getByRole("button", { name: /Remove/ }).click();
  await expect(renamed).toHaveCount(0);
});

test("sign-in without a registered passkey shows a message", async ({ page, context }) => {
  await addAuthenticator(page, context);
  await open(page, "/login");
  await page.getByRole("button", { name: "Use a passkey" }).click();
  await expect(page.locator(".trouble")).toContainText("No passkey was used.", { timeout: 30_000 });
});

for (const delay of [0, 4000])
  test(`a passkey signs in when the token takes ${delay} ms`, async ({ page, context }) => {
    await addAuthenticator(page, context);
    const person = await signInNewPerson(page);
    await open(page, "/myprofile/passkeys");
    await page.getByLabel("Name of this device").fill("Late laptop");
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await expect(page.getByRole("listitem").filter({ hasText: "Late laptop" })).toBeVisible();
    await clearSession(page);
    await page.evaluate(() => localStorage.clear());
    await delayToken(page, delay);
    await open(page, "/login");
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(person.name);
    expect(await readToken(page)).toMatch(/^ey/);
  });

test("a passkey named without a session is added after signing in again", async ({ page, context }) => {
  await addAuthenticator(page, context);
  await signInNewPerson(page);
  await page.waitForFunction(() => localStorage.getItem("access-token"));
  await open(page, "/myprofile/passkeys");
  const cookies = await context.cookies();
  await context.clearCookies({ name: /session_token$/ });
  await page.getByLabel("Name of this device").fill("Kept laptop");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const notice = page.getByRole("alert").filter({ hasText: "You’re signed out, so nothing was saved." });
  await expect(notice.getByRole("link", { name: "Sign in" })).toHaveAttribute("href", "/login");
  await context.addCookies(cookies);
  await notice.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "Kept laptop" })).toBeVisible();
});

test("a typed passkey name returns for its user and no other", async ({ page, context }) => {
  await signInNewPerson(page);
  const field = page.getByLabel("Name of this device");
  await open(page, "/myprofile/passkeys");
  await field.fill("Private laptop");
  const cookies = await context.cookies();
  await open(page, "/myprofile/passkeys");
  await expect(field).toHaveValue("Private laptop");
  await context.clearCookies({ name: /session_token$/ });
  await signInNewPerson(page);
  await open(page, "/myprofile/passkeys");
  await expect(field).toHaveValue("");
  await context.addCookies(cookies);
  await open(page, "/myprofile/passkeys");
  await expect(field).toHaveValue("Private laptop");
});
