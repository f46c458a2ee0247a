import pg from "pg";
import { expect, open, test } from "../support/e2e.ts";
import { arrive } from "../support/people.ts";

/** As if the person had signed in long ago. Only a database that takes a second visitor can be told that. */
async function makeStale(email: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env.SITE_POSTGRES_DATABASE });
  await client.connect();
  const longAgo = "2020-01-01T00:00:00.000Z";
  const { rowCount } = await client.query(
    "update sessions set fresh_at = $1 where user_id = (select id from users where email = $2)",
    [longAgo, email],
  );
  await client.end();
  expect(rowCount).toBe(1);
}

for (const javaScriptEnabled of [true, false]) {
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test("what matters asks whoever signed in a while ago to confirm it, and goes on there @postgres", async ({
      page,
    }) => {
      const { email, password } = await arrive(page);
      await makeStale(email);
      const box = page.getByLabel("Password", { exact: true });
      for (const path of ["/myprofile/email", "/myprofile/password", "/myprofile/delete"]) {
        await page.goto(path);
        await expect(page).toHaveURL(/\/myprofile\/confirm\?next=/);
      }
      await box.fill("not the right one");
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page.locator(".summary")).toContainText("This is not your password");
      await expect(box).toHaveValue("");
      await box.fill(password);
      await page.getByRole("button", { name: "Confirm" }).click();
      await expect(page).toHaveURL(/\/myprofile\/delete$/);
    });

    test("a page that was opened in time does nothing once the session is stale @postgres", async ({
      page,
    }) => {
      const { email, password } = await arrive(page);
      await page.goto("/myprofile/delete");
      await makeStale(email);
      await page.getByRole("button", { name: "Delete it in 14 days" }).click();
      await expect(page).toHaveURL(/\/myprofile\/confirm\?next=/);
      await page.getByLabel("Password", { exact: true }).fill(password);
      await page.getByRole("button", { name: "Confirm" }).click();
      await page.getByRole("button", { name: "Delete it in 14 days" }).click();
      await expect(page.getByText("Your account will be deleted on")).toBeVisible();
    });
  });
}

test("an export waits for the confirmation as well @postgres", async ({ page }) => {
  const { email, password } = await arrive(page);
  await makeStale(email);
  await open(page, "/myprofile");
  await page.getByRole("link", { name: "Export as JSON" }).click();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Confirm" }).click();
  await expect(page.getByText("You can download your data now.")).toBeVisible();
  const waiting = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export as JSON" }).click();
  expect((await waiting).suggestedFilename()).toMatch(/^my-data-/);
});
