import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { waitForMail } from "../support/mailbox.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

const uniqueSuffix = () => Math.random().toString(36).slice(2, 8);

test("a message arrives live and is assigned, annotated and answered @desktop @engine", async ({
  page,
  site,
  browser,
}) => {
  const name = `Asma ${uniqueSuffix()}`;
  const email = `${name.toLowerCase().replace(" ", ".")}@shapla.example`;
  await openScreen(page, "/dashboard/usercontactdata");
  const phoneContext = await browser.newContext({
    baseURL: site,
    javaScriptEnabled: false,
    isMobile: true,
    hasTouch: true,
    viewport: { width: 360, height: 740 },
    extraHTTPHeaders: { "x-forwarded-for": "198.18.7.7" },
  });
  const visitor = await phoneContext.newPage();
  await visitor.goto("/contact");
  await visitor.getByLabel("Your name").fill(name);
  await visitor.getByLabel("E-mail", { exact: true }).first().fill(email);
  await visitor.getByLabel("Message").fill("নমস্কার! Three looms need a shop of their own.");
  await visitor.locator('main input[name="consent"]').check();
  // Faster messages count as spam.
  await visitor.waitForTimeout(2500);
  await visitor.getByRole("button", { name: "Send message" }).click();
  const reference = (await visitor.locator(".ref").textContent())?.trim() ?? "";
  await phoneContext.close();
  expect((await waitForMail(email, new RegExp(reference))).text).not.toContain("looms");

  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByText("Three looms need a shop of their own.").last()).toBeVisible();
  // The list also has a filter with this name.
  const assignee = page.getByRole("article", { name }).getByLabel("Assignee", { exact: true });
  await assignee.selectOption(await assignee.locator("option", { hasText: "(me)" }).getAttribute("value"));
  const conversation = page.getByRole("list", { name: "Conversation" });
  await page.locator("summary", { hasText: "Add note" }).click();
  await page.getByLabel("Internal note, visible to staff only").fill("Her brother has the shop next door.");
  await page.getByRole("button", { name: "Save note" }).click();
  await expect(conversation).toContainText("Her brother has the shop next door.");
  const note = conversation.getByRole("listitem").filter({ hasText: "Her brother has" });
  const dashedBorders = await note.evaluate(
    (item) =>
      [item, ...item.querySelectorAll("*")].filter(
        (element) => getComputedStyle(element).borderTopStyle === "dashed",
      ).length,
  );
  expect(dashedBorders, "A23").toBe(1);
  const reply = page.getByLabel(`Reply to ${email}`);
  await reply.fill("Two of ours come by on Sunday.");
  await expect(page.getByText(/^Draft saved at/)).toBeVisible();
  const storedText = () => page.evaluate(() => Object.entries(localStorage).flat().join("\n"));
  await expect.poll(storedText).toMatch(/^private:\S+ reply \S+\n\{.*"sealed":"[\w+/=]+"\}$/m);
  expect(await storedText()).not.toContain("Sunday");
  await page.reload();
  await expect(reply).toHaveValue("Two of ours come by on Sunday.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(conversation).toContainText("Two of ours come by on Sunday.");
  await expect.poll(storedText).not.toContain(" reply ");
  expect(await findViolations(page)).toEqual([]);

  const replyMail = await waitForMail(email, /come by on Sunday/);
  expect(replyMail.text).not.toContain("brother");
  expect(replyMail.text).toContain("> নমস্কার! Three looms need a shop of their own.");
  expect(replyMail.subject).toContain(reference);
  expect(replyMail.headers).toMatchObject({
    from: expect.stringContaining("hello@kolpona.example"),
    references: expect.stringMatching(/^<\S+@kolpona\.example>/),
    "message-id": expect.stringMatching(/^<\S+@kolpona\.example>$/),
  });
  expect(replyMail.headers["auto-submitted"]).toBeUndefined();
  const { company } = await (await page.request.get("/api/settings")).json();
  expect((await waitForMail(company.email, new RegExp(reference))).text).toContain(name);
});

test("the inbox reconnects after a temporary error @desktop", async ({ page, site, browser }) => {
  const name = `Shirin ${uniqueSuffix()}`;
  // Uses its own page, because the fixture fails on the reported error.
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL: site, storageState });
  const inboxPage = await context.newPage();
  let requests = 0;
  await inboxPage.route(/\/api\/contact\/events/, (route) => {
    requests += 1;
    return requests > 1 ? route.continue() : route.fulfill({ status: 503 });
  });
  await openScreen(inboxPage, "/dashboard/usercontactdata");
  await expect.poll(() => requests).toBe(2);
  const data = { name, email: "shirin@shapla.example", message: `From ${name}`, consent: true };
  const headers = { origin: site, "x-forwarded-for": "198.18.7.8" };
  expect((await page.request.post("/api/contact", { data, headers })).status()).toBe(201);
  await expect(inboxPage.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await context.close();
});

test("marking the last message as spam opens the previous one @desktop", async ({ page, site }) => {
  const uniqueName = `Parul${uniqueSuffix()}`;
  for (const ordinal of ["first", "second", "third"]) {
    const email = `${uniqueName}.${ordinal}@shapla.example`;
    const data = {
      name: `${uniqueName} ${ordinal}`,
      email,
      message: `The ${ordinal} of three looms`,
      consent: true,
    };
    expect((await page.request.post("/api/contact", { data, headers: { origin: site } })).status()).toBe(201);
  }
  await openScreen(page, `/dashboard/usercontactdata?folder=new&q=${uniqueName}`);
  const rows = page.getByRole("region", { name: "Inbox" }).getByRole("listitem");
  await expect(rows).toHaveCount(3);
  const opened = page.getByRole("article").getByRole("heading", { level: 2 });
  await rows.last().getByRole("link").click();
  await expect(opened).toHaveText(`${uniqueName} first`);
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect(opened).toHaveText(`${uniqueName} second`);
  await expect(rows).toHaveCount(2);
  await page.keyboard.press("!");
  await expect(opened).toHaveText(`${uniqueName} third`);
  await expect(rows).toHaveCount(1);
});
