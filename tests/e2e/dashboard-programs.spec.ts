import type { Page } from "@playwright/test";
import { isSignedBy, startReceiver } from "#tests/support/webhook-receiver.ts";
import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

test("a token works until revoked, and a webhook receives events @desktop", async ({ page, site }) => {
  const name = `Importer ${Math.random().toString(36).slice(2, 8)}`;
  const token = await makeToken(page, name);
  const requestWithToken = (path: string) =>
    fetch(`${site}${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect((await requestWithToken("/api/contact")).status).toBe(200);
  expect((await requestWithToken("/api/users")).status).toBe(403);
  expect((await requestWithToken("/dashboard/home")).url).toContain("/login");
  await openScreen(page, "/dashboard/tokens");
  const row = page.getByRole("row", { name });
  await row.getByRole("button", { name: "Revoke" }).click();
  await expect(row).toContainText("Revoked");
  expect((await requestWithToken("/api/contact")).status).toBe(401);
  expect(await findViolations(page)).toEqual([]);
  await tryWebhook(page);
});

async function makeToken(page: Page, name: string): Promise<string> {
  await openScreen(page, "/dashboard/tokens/new");
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByText("Choose at least one")).toBeVisible();
  await page.getByRole("checkbox", { name: /^leads:read/ }).check();
  await page.getByRole("checkbox", { name: /^mcp/ }).check();
  await page.getByRole("button", { name: "Create token" }).click();
  await expect(page.getByRole("heading", { name: "Your new token" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  // A second press of Enter must not hide the secret.
  await expect(page.getByLabel("Copy it now")).toBeFocused();
  await expect(page.getByRole("button", { name: "Create token" })).toHaveCount(0);
  await page.evaluate(() => {
    Object.defineProperty(navigator, "clipboard", { value: undefined });
  });
  await page.getByRole("button", { name: "Copy token" }).click();
  await expect(page.getByText("Press Ctrl C.")).toBeVisible();
  const token = await page.getByLabel("Copy it now").inputValue();
  await expect(page.getByLabel("Server URL")).toHaveValue(/\/api\/mcp$/);
  const configuration = page.getByLabel("Configuration, with your token");
  await expect(configuration).toHaveValue(new RegExp(`"Authorization": "Bearer ${token}"`));
  return token;
}

async function tryWebhook(page: Page): Promise<void> {
  await using receiver = await startReceiver();
  await openScreen(page, "/dashboard/webhooks/new");
  await page.getByRole("textbox", { name: "Payload URL" }).fill(`http://127.0.0.1:${receiver.port}/site`);
  await page.getByRole("checkbox", { name: /subscriber\.unsubscribed/ }).check();
  await page.getByRole("button", { name: "Add webhook" }).click();
  const secret = await page.getByLabel("Copy it into the other program").inputValue();
  await openScreen(page, "/dashboard/webhooks");
  await page
    .getByRole("main")
    .getByRole("link", { name: String(receiver.port) })
    .click();
  // The list stays until the webhook loads and has a button with the same name.
  await expect(page.getByRole("heading", { level: 1, name: String(receiver.port) })).toBeVisible();
  await page.getByRole("button", { name: "Send a test event" }).click();
  await expect.poll(() => receiver.received.length).toBe(1);
  expect(receiver.received.every((message) => isSignedBy(secret, message))).toBe(true);
  await page.getByRole("link", { name: "View deliveries" }).click();
  await expect(page).toHaveURL(/\/webhooks\/deliveries/);
  const delivery = page.getByRole("row", { name: /webhook\.test/ });
  await expect(async () => {
    await page.reload();
    await expect(delivery).toContainText("Delivered", { timeout: 1000 });
  }).toPass();
  await expect(delivery).toContainText("204");
  expect(await findViolations(page)).toEqual([]);
  await delivery.getByRole("link", { name: String(receiver.port) }).click();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.getByRole("alert")).toContainText("Tick the box to confirm");
  await page.getByRole("checkbox", { name: "Delete this webhook for good" }).check();
  await page.getByRole("button", { name: "Delete webhook" }).click();
  await expect(page.locator(".toast").last()).toContainText("Webhook deleted");
}
