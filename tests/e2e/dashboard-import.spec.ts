import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { startSite } from "../support/site.ts";
import { importSmallContent } from "../support/small-content.ts";
import { admin, enter, openScreen } from "../support/staff.ts";

/** Each step is the work of a process that is started for it. */
const patiently = { timeout: 400_000 };
const fixtures = join(import.meta.dirname, "../fixtures");

test("an admin has an export checked, discards it, and imports another @once", async ({ page }) => {
  test.slow();
  // A site of its own, so that imports do not appear in lists of other tests.
  await using site = await startSite({
    env: { SAMPLE_CONTENT: "off", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  await enter(page, site.url);
  const screen = `${site.url}/dashboard/settings/import`;
  const state = page.getByRole("region", { name: "State of the import" });
  const check = async (file: { name: string; mimeType: string; buffer: Buffer } | string) => {
    await page.getByLabel("Export").setInputFiles(file);
    await page.getByRole("button", { name: "Check file" }).click();
  };
  await openScreen(page, screen);
  expect(await findViolations(page)).toEqual([]);

  const written = { name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{") };
  await check(written);
  await expect(state).toContainText("Can’t be imported", patiently);
  expect(await findViolations(page)).toEqual([]);
  await state.getByRole("button", { name: "Close" }).click();
  await expect(state).toHaveCount(0);

  const posts = join(fixtures, "ghost/delta-kites.json");
  await check(posts);
  await expect(state).toContainText("Ready to import", patiently);
  await state.getByRole("button", { name: "Discard" }).click();
  await expect(state).toHaveCount(0);

  await check(posts);
  await expect(state).toContainText("To be imported", patiently);
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(state).toContainText("Ready to import", patiently);
  await page.getByRole("checkbox", { name: /^Make a backup first/ }).uncheck();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(state).toContainText("Imported", patiently);
  await expect(state).toContainText("No backup was made first");
  await state.getByRole("link", { name: "Kites & <wind>" }).first().click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Kites & <wind>");
});

test("an export imports into another site and exports unchanged @once", async ({ page }) => {
  // Starts and fills two sites.
  test.slow();
  const own = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-export-"));
  await importSmallContent({ DATA_DIR: dataDir });
  await using from = await startSite({ env: own, dataDir });
  await using to = await startSite({ env: { ...own, SAMPLE_CONTENT: "off" } });
  const download = async (url: string) => {
    await enter(page, url);
    await openScreen(page, `${url}/dashboard/settings/export`);
    expect(await findViolations(page)).toEqual([]);
    const coming = page.waitForEvent("download", patiently);
    await page.getByRole("link", { name: "Download content" }).click();
    const file = await coming;
    expect(file.suggestedFilename()).toMatch(/^site-\d{4}-\d\d-\d\d\.json$/);
    return file.path();
  };
  const exported = await download(from.url);
  await enter(page, to.url);
  await openScreen(page, `${to.url}/dashboard/settings/import`);
  const named = { name: "site.json", mimeType: "application/json", buffer: readFileSync(exported) };
  await page.getByLabel("Export").setInputFiles(named);
  await page.getByRole("button", { name: "Check file" }).click();
  const state = page.getByRole("region", { name: "State of the import" });
  await expect(state).toContainText("Ready to import", patiently);
  await page.getByRole("checkbox", { name: /^Make a backup first/ }).uncheck();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(state).toContainText("Imported", patiently);
  const [one, other] = [exported, await download(to.url)].map((path) =>
    JSON.parse(readFileSync(path, "utf8")),
  );
  expect(one.blogs.length).toBeGreaterThan(3);
  expect(one.pictures.length).toBeGreaterThan(3);
  expect(other).toEqual(one);
  await from.stop();
  rmSync(dataDir, { recursive: true });
});
