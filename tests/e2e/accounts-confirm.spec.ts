import type { Page } from "@playwright/test";
import pg from "pg";
import { findViolations } from "../support/axe.ts";
import { expect, open, test, waitForScripts } from "../support/e2e.ts";
import { arrive, newPerson, type TestPerson } from "../support/people.ts";

/** Makes the session stale. Only PostgreSQL accepts a second connection for this. */
function makeStale(email: string): Promise<void> {
  return change(
    "update sessions set reauthenticated_at = '2020-01-01T00:00:00.000Z' where user_id = (select id from users where email = $1)",
    email,
  );
}

async function change(statement: string, email: string): Promise<void> {
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
      const { email, password } = await arrive(page);
      await makeStale(email);
      const box = page.getByLabel("Password", { exact: true });
      for (const path of ["/myprofile/email", "/myprofile/password", "/myprofile/delete"]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/myprofile\/confirm\?next=/);
      }
      await box.fill("not the right one");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.locator(".summary")).toContainText("Wrong password");
      await expect(box).toHaveValue("");
      await box.fill(password);
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page).toHaveURL(/\/myprofile\/delete$/);
    });
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("a form sent with a stale session keeps its typed text @postgres", async ({ page }) => {
    const { email, password } = await arrive(page);
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
    const { email, password } = await arrive(page);
    await makeStale(email);
    await page.goto("/myprofile");
    await page.getByRole("link", { name: "Export as JSON" }).click();
    await page.getByLabel("Password", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("You can download your data now.")).toBeVisible();
    const waiting = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export as JSON" }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^my-data-/);
  });
});

test.describe("with JavaScript", () => {
  test("a form with a stale session is resent after confirmation @postgres", async ({ page }) => {
    const { email, password } = await arrive(page);
    await open(page, "/myprofile/password");
    await makeStale(email);
    const changed = `${password} and more`;
    const current = page.getByLabel("Current password");
    await current.fill(password);
    await page.getByLabel("New password", { exact: true }).fill(changed);
    await page.getByLabel("Confirm new password").fill(changed);
    await page.getByRole("button", { name: "Save the new password" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    const box = dialog.getByLabel("Password", { exact: true });
    await expect(box).toBeFocused();
    expect(await findViolations(page)).toEqual([]);

    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(page.locator(".summary")).toContainText("Please confirm your password");
    await expect(current).toHaveValue(password);

    await page.getByRole("button", { name: "Save the new password" }).click();
    await box.fill("not the right one");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    await expect(dialog.getByText("Wrong password")).toBeVisible();
    await box.fill(password);
    await page.keyboard.press("Enter");
    await expect(page.getByText("Your password was changed.")).toBeVisible();
  });

  test("an export with a stale session continues after confirmation @postgres", async ({ page }) => {
    const { email, password } = await arrive(page);
    await open(page, "/myprofile");
    await makeStale(email);
    await page.getByRole("link", { name: "Export as JSON" }).click();
    const dialog = page.getByRole("dialog", { name: "Confirm your password" });
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole("link", { name: "Export as JSON" }).click();
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    const waiting = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "Confirm" }).click();
    expect((await waiting).suggestedFilename()).toMatch(/^my-data-/);
    await expect(page).toHaveURL(/\/myprofile$/);
  });
});

test("a confirmed password leads to a place in the next page @desktop", async ({ page }) => {
  const { password } = await arrive(page);
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
  const other = newPerson();
  const person = await arriveAsAdmin(page);
  await page.goto("/dashboard/user/invite");
  await waitForScripts(page);
  await makeStale(person.email);
  await page.getByLabel("Name").fill(other.name);
  await page.getByLabel("E-mail").fill(other.email);
  await page.getByRole("button", { name: "Send invitation" }).click();
  const box = page.getByLabel("Password", { exact: true });
  await expect(page).toHaveURL(/\/dashboard\/user\/invite$/);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByLabel("Name")).toHaveValue(other.name);
  await page.getByRole("button", { name: "Send invitation" }).click();
  await box.fill(person.password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page).toHaveURL(/view=invited/);
  await expect(page.getByRole("cell", { name: other.email })).toBeVisible();
});

/** A new person who was made an admin since. */
async function arriveAsAdmin(page: Page): Promise<TestPerson> {
  const person = await arrive(page);
  const since = new Date().toISOString();
  await change(`update users set role = 'admin', role_since = '${since}' where email = $1`, person.email);
  return person;
}
