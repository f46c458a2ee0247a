import type { Page } from "@playwright/test";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { findLink, readMails, waitForMail } from "../support/mailbox.ts";
import { openScreen, startStaffSession } from "../support/staff.ts";

const uniqueSuffix = () => Math.random().toString(36).slice(2, 8);
const saveStatus = (page: Page) => page.locator(".saving > span").first();
const editor = (page: Page) => page.getByRole("textbox", { name: "Text", exact: true });
const draftAddress = /\/dashboard\/newsletter\/[\da-f-]{36}$/;
const newDraft = { subject: "The looms are running again", body: { markdown: "Come and see." } };

/**
 * Subscribes in the footer and confirms by the mailed link. Waits first, since a form sent within two seconds counts
 * as spam.
 */
async function subscribeInFooter(page: Page): Promise<string> {
  const email = `reader-${uniqueSuffix()}@shapla.example`;
  await open(page, "/about");
  const footer = page.getByRole("contentinfo");
  await footer.getByLabel(/E-mail/).fill(email);
  const consent = footer.locator('input[type="checkbox"]');
  if (await consent.count()) await consent.check();
  await page.waitForTimeout(2100);
  await footer.getByRole("button", { name: /Subscribe/ }).click();
  await page.goto(findLink(await waitForMail(email, /newsletter\/confirm/), "/newsletter/confirm"));
  await waitForScripts(page);
  await page.getByRole("button", { name: "Confirm subscription" }).click();
  await expect(page.getByRole("heading", { name: "You’re subscribed" })).toBeFocused();
  return email;
}

/** Subscribes and confirms by HTTP requests. */
async function addSubscriber({ request }: Page): Promise<string> {
  const email = `reader-${uniqueSuffix()}@shapla.example`;
  const response = await request.post("/api/subscribers", { data: { email, consent: true } });
  expect(response.status()).toBe(201);
  const link = findLink(await waitForMail(email, /newsletter\/confirm/), "/newsletter/confirm");
  expect((await request.post(link, { headers: { origin: new URL(link).origin } })).status()).toBe(200);
  return email;
}

/** Sets the number of newsletters sent per minute. */
async function setRate({ request }: Page, site: string, newslettersPerMinute: number): Promise<void> {
  const settings = await request.get("/api/settings");
  const headers = { origin: site, "if-match": settings.headers().etag ?? "" };
  const changed = await request.patch("/api/settings", { data: { mail: { newslettersPerMinute } }, headers });
  expect(changed.status()).toBe(200);
}

// The tests share the subscribers and the send rate.
test.describe.configure({ mode: "serial" });

test("a newsletter is written, previewed, sent and archived @desktop @engine", async ({ page, site }) => {
  const reader = await subscribeInFooter(page);
  const subject = `The looms of ${uniqueSuffix()}`;
  await startStaffSession(page, site);
  await openScreen(page, "/dashboard/newsletter");
  await page.getByRole("button", { name: "New newsletter" }).click();
  await expect(page).toHaveURL(draftAddress);
  await page.getByLabel("Subject").fill(subject);
  await page.keyboard.press("Enter");
  await page.keyboard.type("Two lines from the weavers.");
  await editor(page).click();
  await page.keyboard.type("They **run** again. ");
  await expect(saveStatus(page)).toHaveText(/^Saved \d\d:\d\d/);
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
  const sendButton = page.getByRole("button", { name: /^Send it to [\d,]+ readers? now$/ });
  await sendButton.click();
  await expect(page).toHaveURL(draftAddress);
  await waitForMail("admin@kolpona.example", new RegExp(`^Test: ${subject}`));
  const received = await waitForMail(reader, new RegExp(`^${subject}`));
  expect(received.text).toContain("They run again.");
  await expect(page.locator(".sending .badge")).toHaveText("Sent", { timeout: 20_000 });
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "View in the archive" }).click();
  await expect(page.getByRole("heading", { name: subject, level: 1 })).toBeVisible();
  expect((await readMails(reader)).filter((item) => item.subject === subject)).toHaveLength(1);
  // Mail programs unsubscribe without opening the page (RFC 8058).
  const { headers } = received;
  expect(headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const unsubscribeUrl = headers["list-unsubscribe"]?.slice(1, -1) ?? "";
  const unsubscribed = await fetch(unsubscribeUrl, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "List-Unsubscribe=One-Click",
  });
  expect(unsubscribed.status).toBe(200);
  const response = await page.request.get(`/api/subscribers?q=${encodeURIComponent(reader)}`);
  expect((await response.json()).subscribers).toMatchObject([
    { status: "unsubscribed", endedBy: "one-click" },
  ]);
});

test("a concurrent change is compared, and a draft duplicated and deleted @desktop", async ({
  page,
  site,
}) => {
  await startStaffSession(page, site);
  const headers = { origin: site };
  const created = await page.request.post("/api/newsletters", { data: newDraft, headers });
  const { _id } = await created.json();
  await openScreen(page, `/dashboard/newsletter/${_id}`);
  await expect(editor(page)).toBeVisible();
  const theirs = { data: { preview: "Theirs" }, headers };
  expect((await page.request.patch(`/api/newsletters/${_id}`, theirs)).status()).toBe(200);
  await page.getByLabel("Preview text").fill("Mine");
  await expect(saveStatus(page)).toHaveText(/Your version is kept/);
  await expect(page.getByLabel("Preview text")).toBeFocused();
  await page.getByRole("button", { name: "Compare" }).click();
  const box = page.getByRole("form", { name: /^You saved this in another window/ });
  await expect(box.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(box.locator(".differences del")).toHaveText([/Theirs$/]);
  expect(await findViolations(page)).toEqual([]);
  await box.getByRole("radio", { name: /^This window’s/ }).check();
  await box.getByRole("button", { name: "Save merged version" }).click();
  await expect(saveStatus(page)).toHaveText(/^Saved \d\d:\d\d/);
  const saved = await page.request.get(`/api/newsletters/${_id}`);
  expect(await saved.json()).toMatchObject({ preview: "Mine", subject: newDraft.subject });
  await page.getByRole("button", { name: "Duplicate" }).click();
  await expect(page.getByText("Duplicated. This is the copy.")).toBeVisible();
  expect(page.url()).not.toContain(_id);
  await page.getByText("Delete draft…").click();
  await page.getByRole("button", { name: "Delete permanently" }).click();
  await expect(page.getByText(`“${newDraft.subject}” deleted.`)).toBeVisible();
});

test("a newsletter is paused, resumed and cancelled while sending @desktop", async ({ page, site }) => {
  const readers = [await addSubscriber(page), await addSubscriber(page), await addSubscriber(page)];
  await startStaffSession(page, site);
  await setRate(page, site, 1);
  const subject = `Too soon ${uniqueSuffix()}`;
  const headers = { origin: site };
  const created = await page.request.post("/api/newsletters", { data: { ...newDraft, subject }, headers });
  const { _id } = await created.json();
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
  const subjects = await Promise.all(
    readers.map(async (reader) => (await readMails(reader)).map((item) => item.subject)),
  );
  expect(subjects.flat().filter((item) => item === subject).length).toBeLessThan(2);
});

test("a newsletter is scheduled and unscheduled @desktop", async ({ page, site }) => {
  await addSubscriber(page);
  await startStaffSession(page, site);
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
