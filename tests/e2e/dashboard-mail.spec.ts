import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { enter, openScreen } from "../support/staff.ts";

const unique = () => Math.random().toString(36).slice(2, 10);

test("a reader is found with the proof of their consent, taken off the newsletter, and put back @engine", async ({
  page,
  site,
}) => {
  const email = await subscribe(page, site);
  await enter(page, site);
  await openScreen(page, `/dashboard/call?q=${email}`);
  const row = page.getByRole("row", { name: email });
  await expect(row).toContainText("To confirm");
  await page.getByRole("checkbox", { name: `Tick ${email}` }).check();
  await page.getByRole("button", { name: "Unsubscribe" }).click();
  await expect(row).toContainText("Left");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row).toContainText("To confirm");
  await row.getByRole("link", { name: email }).click();
  await expect(page.getByRole("blockquote")).toContainText("newsletter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(email);
  expect(await findViolations(page)).toEqual([]);
  const file = await page.context().request.get(`/dashboard/call/csv?q=${email}`);
  expect(await file.text()).toMatch(new RegExp(`Consent text.*\\r\\n${email},pending,`));
  expect((await page.context().request.get("/dashboard/call?status=happy")).status()).toBe(404);
});

test("a list from elsewhere is shown line by line before it is taken, without scripts as well @once", async ({
  page,
  site,
  browser,
}) => {
  const [known, fresh] = [await subscribe(page, site), `${unique()}@padma.example`];
  await enter(page, site);
  const storageState = await page.context().storageState();
  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: site, storageState });
  const still = await plain.newPage();
  await still.goto("/dashboard/call/import");
  await still.getByLabel("How they agreed").fill("Asked for it on paper at the book fair.");
  await still.getByRole("button", { name: "Look at it first" }).click();
  await expect(still.getByRole("alert").or(still.locator(".summary"))).toBeVisible();
  await expect(still.getByLabel("How they agreed")).toHaveValue(/book fair/);
  const csv = `E-mail,Consent given\n${fresh},2026-05-12\nnobody\n${known},\n${fresh},\n`;
  await still.getByLabel("CSV file").setInputFiles({
    ...{ name: "fair.csv", mimeType: "text/csv", buffer: Buffer.from(csv) },
  });
  await still.getByRole("button", { name: "Look at it first" }).click();
  await expect(still.getByRole("heading", { name: "1 address can be taken in, 3 left out" })).toBeVisible();
  await expect(still.getByRole("row", { name: known })).toContainText("or was asked to confirm");
  await still.getByRole("button", { name: "Take them in" }).click();
  await expect(still.locator(".strip.done")).toContainText("1 address gets the newsletter");
  await still.goto(`/dashboard/call?q=${fresh}`);
  await still.getByRole("link", { name: fresh }).click();
  await expect(still.getByRole("blockquote")).toHaveText("Asked for it on paper at the book fair.");
  await plain.close();
});

test("a test letter leaves, and is looked at where nothing in it can run", async ({ page, site }) => {
  await enter(page, site);
  await openScreen(page, "/dashboard/mail");
  await expect(page.getByRole("heading", { name: /^Mail leaves/ })).toBeVisible();
  const to = `${unique()}@padma.example`;
  await page.getByLabel("Send a test letter to").fill(to);
  await page.getByRole("button", { name: "Send the test" }).click();
  await expect(page.getByRole("status").last()).toContainText(`A test letter to ${to}`);
  await expect(async () => {
    await openScreen(page, `/dashboard/mail?q=${to}`);
    await expect(page.getByRole("row", { name: to })).toContainText("Sent", { timeout: 500 });
  }).toPass();
  await page.getByRole("link", { name: "This is a test of our mail" }).click();
  const letter = page.frameLocator("iframe.letter-frame");
  await expect(letter.getByRole("heading", { name: "Mail leaves this house" })).toBeVisible();
  await page.getByRole("link", { name: "Plain text" }).click();
  await expect(page.locator("pre")).toContainText(`Somebody at Kolpona sent this`);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send it once more" }).click();
  await expect(page.getByText("This is the same letter, on its way once more.").first()).toBeVisible();
});

test("a letter with links that are somebody’s alone shows none of them; of every kind there is a sample", async ({
  page,
  site,
}) => {
  const email = await subscribe(page, site);
  await enter(page, site);
  await openScreen(page, `/dashboard/mail?q=${email}`);
  await page.getByRole("link", { name: "Confirm that you want our newsletter" }).click();
  await expect(page.getByText(/What it said is not kept|are hidden/).first()).toBeVisible();
  await openScreen(page, "/dashboard/mail/templates?show=confirm-newsletter");
  const letter = page.frameLocator("iframe.letter-frame");
  await expect(letter.getByRole("link", { name: "Yes, send it to me" })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  const frame = await page.context().request.get("/dashboard/mail/templates/notice");
  expect(frame.headers()["content-security-policy"]).toMatch(/^sandbox; default-src 'none'/);
});

async function subscribe(page: Page, site: string): Promise<string> {
  const email = `${unique()}@shapla.example`;
  const answer = await page
    .context()
    .request.post(`${site}/api/subscribers`, { data: { email, consent: true } });
  expect(answer.status()).toBe(201);
  return email;
}
