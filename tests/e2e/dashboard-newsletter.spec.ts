import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { linkIn, readMails, waitForMail } from "../support/mailbox.ts";
import { enter, openScreen } from "../support/staff.ts";

const mark = () => Math.random().toString(36).slice(2, 8);
const saving = (page: Page) => page.locator(".saving > span").first();
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const draftAddress = /\/dashboard\/newsletter\/[\da-f-]{36}$/;
const newDraft = { subject: "The looms are running again", body: { markdown: "Come and see." } };

/**
 * Subscribes in the footer and confirms by the mailed link. Waits first, since a form sent within two seconds counts
 * as spam.
 */
async function becomeReader(page: Page): Promise<string> {
  const email = `reader-${mark()}@shapla.example`;
  await open(page, "/about");
  const foot = page.getByRole("contentinfo");
  await foot.getByLabel(/E-mail/).fill(email);
  const consent = foot.locator('input[type="checkbox"]');
  if (await consent.count()) await consent.check();
  await page.waitForTimeout(2100);
  await foot.getByRole("button", { name: /Subscribe/ }).click();
  await page.goto(linkIn(await waitForMail(email, /newsletter\/confirm/), "/newsletter/confirm"));
  await waitForScripts(page);
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { name: "You’re subscribed" })).toBeFocused();
  return email;
}

/** Subscribes and confirms by requests alone. */
async function needReader({ request }: Page): Promise<string> {
  const email = `reader-${mark()}@shapla.example`;
  const answer = await request.post("/api/subscribers", { data: { email, consent: true } });
  expect(answer.status()).toBe(201);
  const link = linkIn(await waitForMail(email, /newsletter\/confirm/), "/newsletter/confirm");
  expect((await request.post(link, { headers: { origin: new URL(link).origin } })).status()).toBe(200);
  return email;
}

/** How many newsletters leave in a minute. */
async function setRate({ request }: Page, site: string, newslettersPerMinute: number): Promise<void> {
  const settings = await request.get("/api/settings");
  const headers = { origin: site, "if-match": settings.headers().etag ?? "" };
  const changed = await request.patch("/api/settings", { data: { mail: { newslettersPerMinute } }, headers });
  expect(changed.status()).toBe(200);
}

// One after the other: they share the readers, and how quickly mail leaves.
test.describe.configure({ mode: "serial" });

test("a newsletter is written, previewed, sent and archived @desktop @engine", async ({ page, site }) => {
  const reader = await becomeReader(page);
  const subject = `The looms of ${mark()}`;
  await enter(page, site);
  await openScreen(page, "/dashboard/newsletter");
  await page.getByRole("button", { name: "New newsletter" }).click();
  await expect(page).toHaveURL(draftAddress);
  await page.getByLabel("Subject").fill(subject);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two lines from the weavers.");
  await editor(page).click();
  await page.keyboard.type("They **run** again. ");
  await expect(saving(page)).toHaveText(/^Saved \d\d:\d\d/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Send test to me" }).click();
  await expect(page.getByText(/Test sent to/)).toBeVisible();
  await page.getByRole("button", { name: "Preview" }).click();
  const mail = page.frameLocator("iframe.mail-frame");
  await expect(mail.getByRole("heading", { name: subject })).toBeVisible();
  await expect(mail.locator("strong")).toHaveText("run");
  await page.getByRole("link", { name: "Plain text" }).click();
  await expect(page.locator(".plain-mail")).toContainText("They run again.");
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Send or schedule…" }).click();
  const now = page.getByRole("button", { name: /^Send it to [\d,]+ readers? now$/ });
  await now.click();
  await expect(page).toHaveURL(draftAddress);
  await waitForMail("admin@kolpona.example", new RegExp(`^Test: ${subject}`));
  const arrived = await waitForMail(reader, new RegExp(`^${subject}`));
  expect(arrived.text).toContain("They run again.");
  await expect(page.locator(".sending .badge")).toHaveText("Sent", { timeout: 20_000 });
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "View in the archive" }).click();
  await expect(page.getByRole("heading", { name: subject, level: 1 })).toBeVisible();
  expect((await readMails(reader)).filter((one) => one.subject === subject)).toHaveLength(1);
  // As mail programs do it, without a look at the page (RFC 8058).
  const { headers } = arrived;
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const leave = headers["list-unsubscribe"]?.slice(1, -1) ?? "";
  const left = await fetch(leave, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(left.status).toBe(200);
  const answer = await page.request.get(`/api/subscribers?q=${encodeURIComponent(reader)}`);
  expect((await answer.json()).subscribers).toMatchObject([{ status: "unsubscribed", endedBy: "one-click" }]);
});

test("a concurrent change is compared, and a draft duplicated and deleted @desktop", async ({
  page,
  site,
}) => {
  await enter(page, site);
  const headers = { origin: site };
  const made = await page.request.post("/api/newsletters", { data: newDraft, headers });
  const { _id } = await made.json();
  await openScreen(page, `/dashboard/newsletter/${_id}`);
  await expect(editor(page)).toBeVisible();
  const theirs = { data: { preview: "Theirs" }, headers };
  expect((await page.request.patch(`/api/newsletters/${_id}`, theirs)).status()).toBe(200);
  await page.getByLabel("Preview text").fill("Mine");
  await expect(saving(page)).toHaveText(/Your version is kept/);
  await expect(page.getByLabel("Preview text")).toBeFocused();
  await page.getByRole("button", { name: "Compare" }).click();
  const box = page.getByRole("form", { name: /^You saved this in another window/ });
  await expect(box.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(box.locator(".differences del")).toHaveText([/Theirs$/]);
  expect(await findViolations(page)).toEqual([]);
  await box.getByRole("radio", { name: /^This window’s/ }).check();
  await box.getByRole("button", { name: "Save merged version" }).click();
  await expect(saving(page)).toHaveText(/^Saved \d\d:\d\d/);
  const saved = await page.request.get(`/api/newsletters/${_id}`);
  expect(await saved.json()).toMatchObject({ preview: "Mine", subject: newDraft.subject });
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByText("Duplicated. This is the copy.")).toBeVisible();
  expect(page.url()).not.toContain(_id);
  await page.getByText("Delete draft…").click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText(`“${newDraft.subject}” deleted.`)).toBeVisible();
});

test("a sending newsletter is paused, resumed and cancelled @desktop", async ({ page, site }) => {
  const readers = [await needReader(page), await needReader(page), await needReader(page)];
  await enter(page, site);
  await setRate(page, site, 1);
  const subject = `Too soon ${mark()}`;
  const headers = { origin: site };
  const made = await page.request.post("/api/newsletters", { data: { ...newDraft, subject }, headers });
  const { _id } = await made.json();
  expect((await page.request.post(`/api/newsletters/${_id}/send`, { data: {}, headers })).status()).toBe(200);
  await openScreen(page, `/dashboard/newsletter/${_id}`);
  const badge = page.locator(".sending .badge");
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  await press("Pause");
  await expect(badge).toHaveText("Paused");
  await expect(page.locator(".sending")).toContainText("The rest is paused.");
  expect(await findViolations(page)).toEqual([]);
  await press("Resume");
  await expect(badge).toHaveText("Sending");
  await page.getByText("Stop sending…").click();
  await press("Stop sending");
  await expect(badge).toHaveText("Cancelled");
  await setRate(page, site, 60);
  await page.waitForTimeout(2000);
  const got = await Promise.all(
    readers.map(async (reader) => (await readMails(reader)).map((one) => one.subject)),
  );
  expect(got.flat().filter((one) => one === subject).length).toBeLessThan(2);
});

test("a newsletter is scheduled and unscheduled @desktop", async ({ page, site }) => {
  await needReader(page);
  await enter(page, site);
  await openScreen(page, "/dashboard/newsletter");
  await page.getByRole("button", { name: "New newsletter" }).click();
  await page.getByLabel("Subject").fill("");
  await page.getByRole("button", { name: "Save", exact: true }).last().click();
  await expect(page.getByRole("alert")).toContainText("Write a subject");
  await page.getByLabel("Subject").fill("Rain to come");
  await page.locator(".ProseMirror").fill("It rains.");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page).toHaveURL(/\/preview$/);
  await page.getByRole("link", { name: "Send or schedule…" }).click();
  await page.getByLabel("Send at").fill("2001-01-01T10:00");
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.locator("#f-at-error")).toHaveText(/Choose a time in the future/);
  await page.getByLabel("Send at").fill("2035-01-01T10:00");
  await page.getByRole("button", { name: "Schedule" }).click();
  await expect(page.locator(".sending")).toContainText("Monday 1 January 2035, 10:00");
  await page.getByRole("button", { name: "Cancel schedule" }).click();
  await expect(page.getByLabel("Subject")).toHaveValue("Rain to come");
  await page.getByText("Delete draft…").click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page).toHaveURL(/\/dashboard\/newsletter$/);
});
