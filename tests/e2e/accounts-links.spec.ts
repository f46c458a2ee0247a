import { findViolations } from "../support/axe.ts";
import { expect, test, waitForScripts } from "../support/e2e.ts";
import { findLink, waitForMail } from "../support/mailbox.ts";
import { newPerson, register, signIn, signInNewPerson } from "../support/people.ts";
import { startSite } from "../support/site.ts";
import { admin } from "../support/staff.ts";

test("A5 confirming an address in another browser requires a new password @engine", async ({
  page,
  browser,
  site,
}) => {
  const owner = newPerson();
  const attacker = { ...owner, password: "the stranger knows this one" };
  await page.goto("/registration");
  await register(page, attacker);
  const mail = await waitForMail(owner.email, /verify-email/);
  const otherContext = await browser.newContext();
  const ownPage = await otherContext.newPage();
  await ownPage.goto(findLink(mail, "/verify-email").replace(/^https?:\/\/[^/]+/, site));
  await expect(ownPage.getByText("You registered in a different browser.")).toBeVisible();
  await ownPage.getByRole("button", { name: "Confirm e-mail" }).click();
  await expect(ownPage.locator(".summary")).toBeVisible();
  await ownPage.getByLabel("New password", { exact: true }).fill(owner.password);
  await ownPage.getByLabel("Confirm new password").fill(owner.password);
  await ownPage.getByRole("button", { name: "Confirm e-mail" }).click();
  await expect(ownPage.getByText("Your e-mail address is confirmed")).toBeVisible();
  await page.goto("/login");
  await signIn(page, attacker);
  await expect(page.locator(".summary")).toContainText("Wrong e-mail address or password.");
  await expect(page).toHaveURL(/\/login$/);
  await signIn(ownPage, owner);
  await expect(ownPage.getByRole("heading", { level: 1 })).toHaveText(owner.name);
  await otherContext.close();
});

test("a used link shows an error and a next step", async ({ page }) => {
  await page.goto("/verify-email?token=used-before");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link has expired");
  await expect(page.getByRole("main").getByRole("link", { name: "Sign in" })).toHaveAttribute(
    "href",
    "/login",
  );
});

test("the first admin sets up the site by a one-time link @desktop", async ({ page }) => {
  await using fresh = await startSite({ env: { SAMPLE_CONTENT: "off" } });
  const link = /https?:\/\/\S+\/setup\?token=[\w-]+/.exec(fresh.output())?.[0] ?? "";
  expect(link).toContain(fresh.url);
  expect((await page.goto(`${fresh.url}/setup?token=guessed`))?.status()).toBe(404);
  const admin = newPerson();
  await page.goto(link);
  await page.getByLabel("Your name").fill(admin.name);
  await page.getByLabel("E-mail", { exact: true }).first().fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByLabel("Confirm password").fill(`${admin.password}!`);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.locator(".summary")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(admin.password);
  await page.getByLabel("Confirm password").fill(admin.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  await page.goto(`${fresh.url}/dashboard/settings/site`);
  await expect(page.getByLabel("Time zone")).toHaveValue(
    await page.evaluate(() => new Intl.DateTimeFormat().resolvedOptions().timeZone),
  );
  expect((await page.goto(link))?.status()).toBe(404);
  // The site stops after this test, and an open page would keep requesting it.
  await page.goto("about:blank");
});

test("an invited editor is signed in and cannot open admin screens @desktop", async ({
  page,
  request,
  site,
}) => {
  const editor = newPerson();
  const headers = { origin: site };
  const { email, password } = admin;
  const signedIn = await request.post("/api/auth/sign-in", { data: { email, password }, headers });
  expect(signedIn.status()).toBe(200);
  const data = { name: editor.name, email: editor.email, role: "editor" };
  expect((await request.post("/api/users/invitations", { data, headers })).status()).toBe(201);
  await page.goto(findLink(await waitForMail(editor.email, /\/invitation/), "/invitation"));
  const title = page.getByRole("heading", { level: 1 });
  await expect(title).toHaveText(`Welcome, ${editor.name}`);
  await page.getByLabel("Password", { exact: true }).fill(editor.password);
  await page.getByLabel("Confirm password").fill(editor.password);
  await page.getByRole("button", { name: "Accept invitation" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);

  expect((await page.goto("/dashboard/redirects"))?.status()).toBe(403);
  await expect(title).toHaveText("Only admins can open this page");
  await expect(page.getByRole("navigation", { name: "Dashboard", exact: true })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Go to dashboard home" }).click();
  await expect(page).toHaveURL(/\/dashboard\/home$/);
  await expect(title).not.toHaveText("Only admins can open this page");
});

test("the dashboard redirects visitors to sign-in and rejects members @engine", async ({ page }) => {
  await page.goto("/dashboard/manageblog");
  await expect(page).toHaveURL(/\/login\?next=%2Fdashboard%2Fmanageblog$/);
  // The sign-in page redirects automatically once there is a session, so leave it first.
  await page.goto("/robots.txt");
  await signInNewPerson(page);
  const response = await page.goto("/dashboard/manageblog");
  expect(response?.status()).toBe(403);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Only staff can open the dashboard");
});

test("sign-out in one window hides the profile in all windows @desktop", async ({ page, context }) => {
  const { email } = await signInNewPerson(page);
  await page.goto("/about");
  await page.goto("/myprofile");
  const otherPage = await context.newPage();
  await otherPage.goto("/myprofile");
  await expect(otherPage.getByText(email).first()).toBeVisible();
  await waitForScripts(otherPage);
  // A window that is still loading scripts, as on a slow connection.
  const loadingPage = await context.newPage();
  const scripts = Promise.withResolvers<void>();
  await loadingPage.route("**/assets/*.js", (route) => scripts.promise.then(() => route.continue()));
  await loadingPage.goto("/myprofile", { waitUntil: "commit" });
  await expect(loadingPage.getByText(email).first()).toBeVisible();
  await page.getByRole("main").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByText("You are signed out.")).toBeVisible();
  await expect(otherPage).toHaveURL(/\/login/);
  await expect(otherPage.getByText(email)).toHaveCount(0);
  scripts.resolve();
  await expect(loadingPage).toHaveURL(/\/login/);
  await expect(loadingPage.getByText(email)).toHaveCount(0);
  // The sign-in page has replaced the profile in the history.
  await page.goBack();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByText(email)).toHaveCount(0);
});
