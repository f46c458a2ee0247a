import type { Page } from "@playwright/test";
import pg from "pg";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { newPerson, signInNewPerson, type TestPerson } from "../support/people.ts";

/** Makes the session stale. Only PostgreSQL accepts a second connection for this. */
function makeStale(email: string): Promise<void> {
  return updateOne(
    "update sessions set reauthenticated_at = '2020-01-01T00:00:00.000Z' where user_id = (select id from users where email = $1)",
    email,
  );
}

async function updateOne(statement: string, email: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.SITE_POSTGRES_DATABASE });
  await client.connect();
  const { rowCount } = await client.query(statement, [email]);
  await client.end();
  expect(rowCount).toBe(1);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("sensitive pages require the password again for a stale session @postgres", async ({ page }) => {
      const { email, password } = await signInNewPerson(page);
      await makeStale(email);
      const passwordField = page.getByLabel("Password", { exact: true });
      for (const path of ["/myprofile/email", "/myprofile/password", "/myprofile/delete"]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/myprofile\/confirm\?next=/);
      }
      await passwordField.fill("not the right one");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.locator(".summary")).toContainText("Wrong password");
      await expect(passwordField).toHaveValue("");
      await passwordField.fill(password);
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page).toHaveURL(/\/myprofile\/delete$/);
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form sent with a stale session keeps its typed text @postgres", async ({ page }) => {
    const { email, password } = await signInNewPerson(page);
    await page.goto("/myprofile/email");
    await makeStale(email);
    await page.getByLabel("New e-mail").fill("not-an-address");
    await page.getByRole("button", { name: "Send both links" }).click();
    await expect(page).toHaveURL(/\/myprofile\/confirm\?next=%2Fmyprofile%2Femail$/);
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.locator(".notice")).toContainText("What you typed is still here");
    await expect(page.getByLabel("New e-mail")).toHaveValue("not-an-address");
    await page.reload();
    await expect(page.getByLabel("New e-mail")).toHaveValue("");
  });

  test("an export with a stale session requires the password @postgres", async ({ page }) => {
    const { email, password } = await signInNewPerson(page);
    await makeStale(email);
    await page.goto("/myprofile");
    await page.getByRole("link", { name: "Export as JSON" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("You can download your data now.")).toBeVisible();
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as JSON" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^my-data-/);
  });
});

test.describe("with JavaScript", () => {
  test("a form with a stale session is resent after confirmation @postgres", async ({ page }) => {
    const { email, password } = await signInNewPerson(page);
    await open(page, "/myprofile/password");
    await makeStale(email);
    const newPassword = `${password} and more`;
    const currentField = page.getByLabel("Current password");
    await currentField.fill(password);
    await page.getByLabel("New password", { exact: true }).fill(newPassword);
    await page.getByLabel("Confirm new password").fill(newPassword);
    await page.getByRole("button", { name: "Save the new password" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    const passwordField = dialog.getByLabel("Password", { exact: true });
    await expect(passwordField).toBeFocused();
    expect(await findViolations(page)).toEqual([]);

    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.locator(".summary")).toContainText("Please confirm your password");
    await expect(currentField).toHaveValue(password);

    await page.getByRole("button", { name: "Save the new password" }).click();
    await passwordField.fill("not the right one");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("Wrong password")).toBeVisible();
    await passwordField.fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your password was changed.")).toBeVisible();
  });

  test("an export with a stale session continues after confirmation @postgres", async ({ page }) => {
    const { email, password } = await signInNewPerson(page);
    await open(page, "/myprofile");
    await makeStale(email);
    await page.getByRole("link", { name: "Export as JSON" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("link", { name: "Export as JSON" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    const downloading = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    expect((await downloading).suggestedFilename()).toMatch(/^my-data-/);
    await expect(page).toHaveURL(/\/myprofile$/);
  });
});

test("confirming the password opens the next page at its fragment @desktop", async ({ page }) => {
  const { password } = await signInNewPerson(page);
  const next = "/myprofile?done=export#your-data";
  await open(page, `/myprofile/confirm?${new URLSearchParams({ next })}`);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.evaluate(() => performance.mark("not reloaded"));
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(next);
  const target = page.locator("#your-data");
  await expect(target).toBeFocused();
  await expect(target).toBeInViewport();
  expect(await page.evaluate(() => performance.getEntriesByName("not reloaded").length)).toBe(1);
});

test("an invitation keeps its typed text during the password confirmation @postgres", async ({ page }) => {
  const invited = newPerson();
  const person = await signInNewAdmin(page);
  await page.goto("/dashboard/user/invite");
  await waitForScripts(page);
  await makeStale(person.email);
  await page.getByLabel("Name").fill(invited.name);
  await page.getByLabel("E-mail").fill(invited.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const passwordField = page.getByLabel("Password", { exact: true });
  await expect(page).toHaveURL(/\/dashboard\/user\/invite$/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(invited.name);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await passwordField.fill(person.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/view=invited/);
  await expect(page.getByRole("cell", { name: invited.email })).toBeVisible();
});

/** Signs in a new person and makes them an admin. */
async function signInNewAdmin(page: Page): Promise<TestPerson> {
  const person = await signInNewPerson(page);
  const since = new Date().toISOString();
  await updateOne(`update users set role = 'admin', role_since = '${since}' where email = $1`, person.email);
  return person;
}
