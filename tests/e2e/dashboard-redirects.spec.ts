import { findViolations } from "../support/axe.ts";
import { expect } from "../support/e2e.ts";
import { openScreen, staffTest as test } from "../support/staff.ts";

const uniqueSuffix = () => Math.random().toString(36).slice(2, 8);

test("A29 the form clears after success and keeps rejected input @desktop", async ({ page }) => {
  const path = `/old-${uniqueSuffix()}`;
  await openScreen(page, "/dashboard/redirects");
  const [from, to] = [page.getByLabel("Old address"), page.getByLabel("Redirect to")];
  // The form is open while there are no redirects.
  if (!(await from.isVisible())) await page.locator("summary", { hasText: "Add a redirect" }).click();
  const add = page.getByRole("button", { name: "Add", exact: true });
  await from.fill(path);
  await add.click();
  await expect(to).toHaveAttribute("aria-invalid", "true");
  await expect(from).toHaveValue(path);
  await to.fill("/about");
  await add.click();
  const row = page.getByRole("row", { name: path });
  await expect(row).toContainText("/about");
  await expect(from).toHaveValue("");
  await expect(to).toHaveValue("");
  await page.locator(".toast").getByRole("button", { name: "Undo" }).last().click();
  await expect(row).toHaveCount(0);
});

test("A29 lists the old address of a renamed post as automatic @desktop", async ({ page, site }) => {
  const uniqueTitle = `Renamed${uniqueSuffix()}`;
  const headers = { origin: site };
  const data = { title: `${uniqueTitle} before`, summary: "Moves", body: { markdown: "Here it was." } };
  const created = await page.request.post("/api/blogs", { data, headers });
  const { _id } = await created.json();
  const publish = async () => {
    const data = { reason: "For the test" };
    expect((await page.request.post(`/api/blogs/${_id}/publish`, { data, headers })).status()).toBe(200);
  };
  await publish();
  const renamed = await page.request.patch(`/api/blogs/${_id}`, {
    data: { title: `${uniqueTitle} after` },
    headers: { ...headers, "if-match": '"1"' },
  });
  expect(renamed.status()).toBe(200);
  await publish();
  await openScreen(page, "/dashboard/redirects");
  await page.getByRole("link", { name: /^Automatic/ }).click();
  await expect(page).toHaveURL(/view=automatic/);
  await page.getByRole("searchbox", { name: "Search redirects" }).fill(uniqueTitle);
  await page.keyboard.press("Enter");
  const row = page.getByRole("row", { name: uniqueTitle });
  await expect(row).toContainText(`/blog/${uniqueTitle}-after`);
  await expect(row).toContainText(new RegExp(`/blog/${uniqueTitle}-before`, "i"));
  expect(await findViolations(page)).toEqual([]);
});
