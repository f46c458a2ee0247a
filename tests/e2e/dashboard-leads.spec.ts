import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { waitForMail } from "../support/mailbox.ts";
import { enter, openScreen } from "../support/staff.ts";

const mark = () => Math.random().toString(36).slice(2, 8);

test("a message from a phone without scripts appears by itself, is taken, noted and answered @desktop @engine", async ({
  page,
  site,
  browser,
}) => {
  const name = `Asma ${mark()}`;
  const email = `${name.toLowerCase().replace(" ", ".")}@shapla.example`;
  await enter(page, site);
  await openScreen(page, "/dashboard/usercontactdata");
  const phone = await browser.newContext({
    ...{ baseURL: site, javaScriptEnabled: false, isMobile: true, hasTouch: true },
    ...{ viewport: { width: 360, height: 740 }, extraHTTPHeaders: { "x-forwarded-for": "198.18.7.7" } },
  });
  const visitor = await phone.newPage();
  await visitor.goto("/contact");
  await visitor.getByLabel("Your name").fill(name);
  await visitor.getByLabel("E-mail", { exact: true }).first().fill(email);
  await visitor.getByLabel("Message").fill("নমস্কার! Three looms need a shop of their own.");
  await visitor.locator('main input[name="consent"]').check();
  // Nobody writes so fast.
  await visitor.waitForTimeout(2500);
  await visitor.getByRole("button", { name: "Send message" }).click();
  const reference = (await visitor.locator(".ref").textContent())?.trim() ?? "";
  await phone.close();
  expect((await waitForMail(email, new RegExp(reference))).text).not.toContain("looms");

  await page.getByRole("link", { name: new RegExp(name) }).click();
  await expect(page.getByText("Three looms need a shop of their own.").last()).toBeVisible();
  const me = page.getByLabel("Who answers").locator("option", { hasText: "(me)" });
  await page.getByLabel("Who answers").selectOption(await me.getAttribute("value"));
  const record = page.getByRole("list", { name: "What was written and done" });
  await page.locator("summary", { hasText: "Write a note" }).click();
  await page.getByLabel("Note, for staff alone").fill("Her brother has the shop next door.");
  await page.getByRole("button", { name: "Keep the note" }).click();
  await expect(record).toContainText("Her brother has the shop next door.");
  await page.getByLabel(`Answer to ${email}`).fill("Two of ours come by on Sunday.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(record).toContainText("Two of ours come by on Sunday.");
  expect(await findViolations(page)).toEqual([]);

  const answer = await waitForMail(email, /come by on Sunday/);
  expect(answer.text).not.toContain("brother");
  expect(answer.text).toContain("> নমস্কার! Three looms need a shop of their own.");
  expect(answer.subject).toContain(reference);
  expect(answer.headers).toMatchObject({
    from: expect.stringContaining("hello@kolpona.example"),
    references: expect.stringMatching(/^<\S+@kolpona\.example>/),
    "message-id": expect.stringMatching(/^<\S+@kolpona\.example>$/),
  });
  expect(answer.headers["auto-submitted"]).toBeUndefined();
  const { company } = await (await page.request.get("/api/settings")).json();
  expect((await waitForMail(company.email, new RegExp(reference))).text).toContain(name);
});

test("the list goes on by itself after the site had refused it for a moment @desktop", async ({
  page,
  site,
  browser,
}) => {
  const name = `Shirin ${mark()}`;
  await enter(page, site);
  // The browser reports the refusal, as it should: in a window of its own, where that is no fault.
  const storageState = await page.context().storageState();
  const context = await browser.newContext({ baseURL: site, storageState });
  const other = await context.newPage();
  let asked = 0;
  await other.route(/\/api\/contact\/events/, (route) => {
    asked += 1;
    return asked > 1 ? route.continue() : route.fulfill({ status: 503 });
  });
  await openScreen(other, "/dashboard/usercontactdata");
  await expect.poll(() => asked).toBe(2);
  const data = { name, email: "shirin@shapla.example", message: `From ${name}`, consent: true };
  const headers = { origin: site, "x-forwarded-for": "198.18.7.8" };
  expect((await page.request.post("/api/contact", { data, headers })).status()).toBe(201);
  await expect(other.getByRole("link", { name: new RegExp(name) })).toBeVisible();
  await context.close();
});
