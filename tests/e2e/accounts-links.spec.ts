import { expect, test } from "../support/e2e.ts";
import { linkIn, waitForMail } from "../support/mailbox.ts";
import { arrive, newPerson, register, signIn } from "../support/people.ts";
import { startSite } from "../support/site.ts";

test("A5 an address a stranger has registered belongs to whoever opens its mail, with a password of their own @engine", async ({
  page,
  browser,
  site,
}) => {
  const owner = newPerson();
  const stranger = { ...owner, password: "the stranger knows this one" };
  await page.goto("/registration");
  await register(page, stranger);
  const mail = await waitForMail(owner.email, /verify-email/);
  const elsewhere = await browser.newContext();
  const ownPage = await elsewhere.newPage();
  await ownPage.goto(linkIn(mail, "/verify-email").replace(/^https?:\/\/[^/]+/, site));
  await expect(ownPage.getByText("This is another browser than the one you registered with.")).toBeVisible();
  await ownPage.getByRole("button", { name: "Yes, it is mine" }).click();
  await expect(ownPage.locator(".summary")).toBeVisible();
  await ownPage.getByLabel("New password", { exact: true }).fill(owner.password);
  await ownPage.getByLabel("New password again").fill(owner.password);
  await ownPage.getByRole("button", { name: "Yes, it is mine" }).click();
  await expect(ownPage.getByText("Your e-mail address is verified")).toBeVisible();
  await page.goto("/login");
  await signIn(page, stranger);
  await expect(page.locator(".summary")).toContainText("do not match");
  await expect(page).toHaveURL(/\/login$/);
  await signIn(ownPage, owner);
  await expect(ownPage.getByRole("heading", { level: 1 })).toHaveText(owner.name);
  await elsewhere.close();
});

test("a link that was used says so and leads on", async ({ page }) => {
  await page.goto("/verify-email?token=used-before");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has run out");
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login",
  );
});

test("the first admin sets the site up by its one-time link, and nobody after them @desktop", async ({
  page,
}) => {
  await using fresh = await startSite({ env: { SAMPLE_CONTENT: "off" } });
  const link = /https?:\/\/\S+\/setup\?token=[\w-]+/.exec(fresh.output())?.[0] ?? "";
  expect(link).toContain(fresh.url);
  expect((await page.goto(`${fresh.url}/setup?token=guessed`))?.status()).toBe(404);
  const admin = newPerson();
  await page.goto(link);
  await page.getByLabel("Your name").fill(admin.name);
  await page.getByLabel("E-mail", { exact: true }).first().fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByLabel("Password again").fill(`${admin.password}!`);
  await page.getByRole("button", { name: "Create the first account" }).click();
  await expect(page.locator(".summary")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByLabel("Password again").fill(admin.password);
  await page.getByRole("button", { name: "Create the first account" }).click();
  await expect(page.getByText("The site is yours.")).toBeVisible();
  await signIn(page, admin);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(admin.name);
  await expect(page.getByRole("link", { name: "To the dashboard" })).toBeVisible();
  expect((await page.goto(link))?.status()).toBe(404);
});

test("the dashboard sends visitors to sign in and back, and members away in words @engine", async ({
  page,
}) => {
  await page.goto("/dashboard/manageblog");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fmanageblog$/);
  await arrive(page);
  const answer = await page.goto("/dashboard/manageblog");
  expect(answer?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This door is for staff");
});
