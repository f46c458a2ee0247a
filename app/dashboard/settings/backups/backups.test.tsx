// @vitest-environment jsdom
import { expect } from "vitest";
import { backupName, openBackupStore } from "#app/ops/backup/backup-store.ts";
import { recordWrittenBackup } from "#app/ops/backup/backups.ts";
import {
  findNewestIncrement,
  recordFailedIncrement,
  recordIncrement,
  recordIncrementProof,
} from "#app/ops/backup/increments/increments.ts";
import { type Dashboard, dashboardTest as test } from "#tests/support/dashboard/dashboard.tsx";
import { inMain } from "#tests/support/dashboard/reading.ts";
import { clearTables } from "#tests/support/dashboard/records.ts";

const takenAt = new Date("2026-03-01T03:00:00.000Z");
const name = backupName(takenAt, "daily", true);
const bytes = Buffer.from("age-encryption.org/v1, and what follows it");

test.beforeAll(async ({ dashboard }) => {
  const draft = await openBackupStore(dashboard.backup.place).write(name);
  await draft.append(bytes);
  await draft.finish();
  await recordWrittenBackup(
    dashboard.db,
    {
      name,
      takenAt: takenAt.toISOString(),
      bytes: bytes.length,
      rows: 9,
      files: 1,
      fileBytes: 1,
      problems: [],
    },
    "daily",
  );
});

const path = `/dashboard/backups/${name}`;

function readDownloads({ db }: Dashboard) {
  return db.query
    .selectFrom("audit")
    .select(["actor", "detail"])
    .where("action", "=", "backup.download")
    .execute();
}

test("an admin downloads a backup, and the log records it", async ({ dashboard }) => {
  const answer = await dashboard.ask(path);
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${name}"`);
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true);
  expect(await readDownloads(dashboard)).toEqual([{ actor: dashboard.people.admin.id, detail: name }]);
  expect((await dashboard.ask(path.replace(/-[0-9a-f]{4}\./, "-0000."))).status).toBe(404);
  expect((await dashboard.ask("/dashboard/backups/..%2Ffrontdesk.sqlite")).status).toBe(404);
  expect(await readDownloads(dashboard)).toHaveLength(1);
});

test("a HEAD request downloads nothing", async ({ dashboard }) => {
  const before = await readDownloads(dashboard);
  const answer = await dashboard.ask(path, { method: "HEAD" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-length")).toBe(String(bytes.length));
  expect(await readDownloads(dashboard)).toEqual(before);
});

test("a download after an old sign-in asks for the password", async ({ dashboard }) => {
  const before = await readDownloads(dashboard);
  const answer = await dashboard.ask(path, {}, "admin", 16 * 60);
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toMatch(/^\/myprofile\/confirm\?.*backups/);
  expect(await readDownloads(dashboard)).toEqual(before);
});

test("the screen shows the download requirements and the age of increments", async ({ dashboard }) => {
  const { db, clock, publicUrl } = dashboard;
  await dashboard.visit("/dashboard/backups");
  expect(
    inMain()
      .getByRole("link", { name: /^Download/ })
      .getAttribute("href"),
  ).toBe(path);
  expect(inMain().getByText(/There is no BACKUP_KEY/)).toBeVisible();
  expect(inMain().getByText(/once there is a full backup/)).toBeVisible();
  const increment = "frontdesk-pages-20260301T030000Z-1f0a-increment-20260301T030500Z.jsonl.zst";
  const round = { now: clock.now(), publicUrl };
  await recordIncrement(
    db,
    {
      name: increment,
      set: "20260301T030000Z-1f0a",
      takenAt: clock.now().toISOString(),
      bytes: 9860,
      baseBytes: 439_139,
      pages: 9,
      files: 0,
    },
    round,
  );
  await dashboard.visit("/dashboard/backups");
  expect(inMain().getByText(/every five minutes; the newest are of .*Not verified yet/)).toBeVisible();
  const row = await findNewestIncrement(db);
  if (!row) throw new Error("The table has no backup.");
  const proof = { problems: ["It is cut off."], restoreMs: 1, pages: 0, rows: 0, files: 0 };
  await recordIncrementProof(db, { row, proof, now: clock.now(), publicUrl });
  await db.query.updateTable("backup_increments").set({ taken_at: "2026-01-01T00:00:00.000Z" }).execute();
  await dashboard.visit("/dashboard/backups");
  expect(inMain().getByText(/None have been stored since.*It is cut off/)).toHaveClass("wrong");
  await recordFailedIncrement(db, "No room is left on the disk.", round);
  await dashboard.visit("/dashboard/backups");
  expect(inMain().getByText(/this has failed since .*: No room is left/)).toHaveClass("wrong");
  const mails = await db.query.selectFrom("outbox").select("template").execute();
  expect(mails).toEqual([{ template: "backup-failed" }, { template: "increments" }]);
});

test("without backups the screen shows only the configured schedule", async ({ dashboard }) => {
  await clearTables(dashboard, "backups");
  await dashboard.visit("/dashboard/backups");
  expect(inMain().getByText("No backups yet")).toBeVisible();
  expect(inMain().queryByText(/every day/)).toBeNull();
});
