import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const uniqueWord = () => Math.random().toString(36).slice(2, 10);

test("a subscriber is found, unsubscribed and resubscribed @desktop @engine", async ({ page, site }) => {
  const email = await subscribe(page, site);
  await startStaffSession(page, site);
  await openScreen(page, `/dashboard/call?q=${email}`);
  const row = page.getByRole("row", { name: email });
  await expect(row).toContainText("Pending");
  await page.getByRole("checkbox", { name: `Select ${email}` }).check();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(row).toContainText("Unsubscribed");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("Pending");
  await row.getByRole("link", { name: email }).click();
  await expect(page.getByRole("blockquote")).toContainText("newsletter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  expect(await findViolations(page)).toEqual([]);
  const file = await page.context().request.get(`/dashboard/call/csv?q=${email}`);
  expect(await file.text()).toMatch(new RegExp(`Consent text.*\\r\\n${email},Pending,`));
  expect((await page.context().request.get("/dashboard/call?status=happy")).status()).toBe(404);
});

test("a subscriber import shows a preview of each row @once", async ({ page, site }) => {
  const [known, newAddress] = [await subscribe(page, site), `${uniqueWord()}@padma.example`];
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/call/import");
  await page.getByLabel("Proof of consent").fill("Asked for it on paper at the book fair.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("No column of this file holds e-mail addresses").first()).toBeVisible();
  await expect(page.getByLabel("Proof of consent")).toHaveValue(/book fair/);
  const csv = `E-mail,Consent given\n${newAddress},2026-05-12\nnobody\n${known},\n${newAddress},\n`;
  await page.getByLabel("CSV file").setInputFiles({
    name: "fair.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(csv),
  });
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByRole("heading", { name: "1 address can be imported, 3 skipped" })).toBeVisible();
  await expect(page.getByRole("row", { name: known })).toContainText("Already subscribed or pending");
  await page.getByRole("button", { name: "Import" }).click();
  await expect(page.locator(".toast").last()).toContainText("1 address imported and subscribed");
  await openScreen(page, `/dashboard/call?q=${newAddress}`);
  await page.getByRole("link", { name: newAddress }).click();
  await expect(page.getByRole("blockquote")).toHaveText("Asked for it on paper at the book fair.");
});

test("a test e-mail is sent and shown in a sandbox @desktop", async ({ page, site }) => {
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/mail");
  await expect(page.getByRole("heading", { name: /^E-mail works/ })).toBeVisible();
  const to = `${uniqueWord()}@padma.example`;
  await page.getByLabel("Send a test e-mail to").fill(to);
  await page.getByRole("button", { name: "Send test" }).click();
  await expect(page.locator(".toast").last()).toContainText(`Test e-mail to ${to}`);
  await expect(async () => {
    await openScreen(page, `/dashboard/mail?q=${to}`);
    await expect(page.getByRole("row", { name: to })).toContainText("Accepted", { timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: "Test e-mail" }).click();
  const mailFrame = page.frameLocator("iframe.letter-frame");
  await expect(mailFrame.getByRole("heading", { name: "Your e-mail settings work" })).toBeVisible();
  await page.getByRole("link", { name: "Plain text" }).click();
  await expect(page.locator("pre")).toContainText(`Someone at Kolpona sent this`);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("This is the new copy. It is being sent.").first()).toBeVisible();
});

test("personal links of an e-mail are hidden @phone", async ({ page, site }) => {
  const email = await subscribe(page, site);
  await startStaffSession(page, site);
  await openScreen(page, `/dashboard/mail?q=${email}`);
  await page.getByRole("link", { name: "Confirm your newsletter subscription" }).click();
  await expect(page.getByText(/Content not kept|are hidden/).first()).toBeVisible();
  await openScreen(page, "/dashboard/mail/templates?show=confirm-newsletter");
  const mailFrame = page.frameLocator("iframe.letter-frame");
  await expect(mailFrame.getByRole("link", { name: "Confirm subscription" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const frame = await page.context().request.get("/dashboard/mail/templates/notice");
  expect(frame.headers()["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
});

async function subscribe(page: Page, site: string): Promise<string> {
  const email = `${uniqueWord()}@shapla.example`;
  const response = await page
    .context()
    .request.post(`${site}/api/subscribers`, { data: { email, consent: true } });
  expect(response.status()).toBe(201);
  return email;
}
