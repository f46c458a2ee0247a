import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findViolations } from "../support/axe.ts";
import { expect, test } from "../support/e2e.ts";
import { startSite } from "../support/site.ts";
import { importSmallContent } from "../support/small-content.ts";
import { admin, openScreen, startStaffSession } from "../support/staff.ts";

/** Long timeout, because each step starts a process. */
const longTimeout = { timeout: 400_000 };
const fixtures = join(import.meta.dirname, "../fixtures");

test("an admin checks an export, discards it and imports another @once", async ({ page }) => {
  test.slow();
  // Uses a separate site, so that imports do not appear in lists of other tests.
  await using site = await startSite({
    env: { SAMPLE_CONTENT: "off", ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password },
  });
  await startStaffSession(page, site.url);
  const screen = `${site.url}/dashboard/settings/import`;
  const state = page.getByRole("region", { name: "State of the import" });
  const checkFile = async (file: { name: string; mimeType: string; buffer: Buffer } | string) => {
    await page.getByLabel("Export").setInputFiles(file);
    await page.getByRole("button", { name: "Check file" }).click();
  };
  await openScreen(page, screen);
  expect(await findViolations(page)).toEqual([]);

  const invalidFile = { name: "notes.json", mimeType: "application/json", buffer: Buffer.from("{") };
  await checkFile(invalidFile);
  await expect(state).toContainText("Can’t be imported", longTimeout);
  expect(await findViolations(page)).toEqual([]);
  await state.getByRole("button", { name: "Close" }).click();
  await expect(state).toHaveCount(0);

  const ghostExport = join(fixtures, "ghost/delta-kites.json");
  await checkFile(ghostExport);
  await expect(state).toContainText("Ready to import", longTimeout);
  await state.getByRole("button", { name: "Discard" }).click();
  await expect(state).toHaveCount(0);

  await checkFile(ghostExport);
  await expect(state).toContainText("To be imported", longTimeout);
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await expect(state).toContainText("Ready to import", longTimeout);
  await page.getByRole("checkbox", { name: /^Make a backup first/ }).uncheck();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(state).toContainText("Imported", longTimeout);
  await expect(state).toContainText("No backup was made first");
  await state.getByRole("link", { name: "Kites & <wind>" }).first().click();
  await expect(page.getByRole("textbox", { name: "Title", exact: true })).toHaveValue("Kites & <wind>");
});

test("a site export imports into another site and exports unchanged @once", async ({ page }) => {
  // Starts and fills two sites.
  test.slow();
  const adminEnv = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password };
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-export-"));
  await importSmallContent({ DATA_DIR: dataDir });
  await using source = await startSite({ env: adminEnv, dataDir });
  await using target = await startSite({ env: { ...adminEnv, SAMPLE_CONTENT: "off" } });
  const download = async (url: string) => {
    await startStaffSession(page, url);
    await openScreen(page, `${url}/dashboard/settings/export`);
    expect(await findViolations(page)).toEqual([]);
    const downloading = page.waitForEvent("download", longTimeout);
    await page.getByRole("link", { name: "Download content" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^site-\d{4}-\d\d-\d\d\.json$/);
    return file.path();
  };
  const exported = await download(source.url);
  await startStaffSession(page, target.url);
  await openScreen(page, `${target.url}/dashboard/settings/import`);
  const exportFile = { name: "site.json", mimeType: "application/json", buffer: readFileSync(exported) };
  await page.getByLabel("Export").setInputFiles(exportFile);
  await page.getByRole("button", { name: "Check file" }).click();
  const state = page.getByRole("region", { name: "State of the import" });
  await expect(state).toContainText("Ready to import", longTimeout);
  await page.getByRole("checkbox", { name: /^Make a backup first/ }).uncheck();
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(state).toContainText("Imported", longTimeout);
  const [original, reexported] = [exported, await download(target.url)].map((path) =>
    JSON.parse(readFileSync(path, "utf8")),
  );
  expect(original.blogs.length).toBeGreaterThan(3);
  expect(original.pictures.length).toBeGreaterThan(3);
  expect(reexported).toEqual(original);
  await source.stop();
  rmSync(dataDir, { recursive: true });
});
