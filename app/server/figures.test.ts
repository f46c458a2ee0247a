import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import type { Database } from "../platform/database/database.ts";
import { announceInstance, listInstances } from "../platform/database/instances.ts";
import { describeHealth, noFailures, siteFigures } from "./figures.ts";

const clock = { now: () => new Date("2026-05-04T08:15:00.000Z") };

async function addMail(
  db: Database,
  id: string,
  mail: { status: "waiting" | "scheduled" | "failed" | "sent"; at: string; priority?: number },
) {
  await db.query
    .insertInto("outbox")
    .values({
      id,
      to_address: `${id}@tea.example`,
      to_key: `${id}@tea.example`,
      subject: "Your message",
      template: "lead-received",
      content: "",
      person_id: null,
      status: mail.status,
      attempts: 0,
      next_attempt_at: mail.at,
      expires_at: null,
      last_error: "",
      created_at: mail.at,
      sent_at: mail.status === "sent" ? mail.at : null,
      claimed_until: null,
      priority: mail.priority ?? 0,
      batch: null,
    })
    .execute();
}

async function fill(db: Database): Promise<void> {
  await addMail(db, "a", { status: "waiting", at: "2026-05-04T08:14:00.000Z" });
  await addMail(db, "b", { status: "waiting", at: "2026-05-04T07:00:00.000Z", priority: 1 });
  await addMail(db, "c", { status: "failed", at: "2026-05-03T07:00:00.000Z" });
  await addMail(db, "d", { status: "scheduled", at: "2026-05-04T07:00:00.000Z", priority: 1 });
  await addMail(db, "e", { status: "sent", at: "2026-05-04T07:00:00.000Z" });
}

function createTempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-figures-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.each(engines)(
  "%s: reports mail backlog, failed jobs, disk and connections as metrics",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    await fill(open.db);
    const failedJobs = noFailures();
    failedJobs.schedule += 1;
    const figures = siteFigures({
      db: open.db,
      clock,
      dataDir: createTempFolder(),
      version: "0.1.0+3f9c2a71b0de",
      failedJobs,
      missingFiles: () => 2,
    });
    const values = Object.fromEntries(
      await Promise.all(figures.map(async ({ name, read }) => [name, await read()])),
    );
    expect(values.frontdesk_outbox_mails).toEqual({ waiting: 2, scheduled: 1, failed: 1, late: 1 });
    expect(values.frontdesk_job_failures_total).toMatchObject({ schedule: 1, audit: 0 });
    expect(values.frontdesk_disk_free_bytes).toBeGreaterThan(0);
    expect(values.frontdesk_disk_size_bytes).toBeGreaterThanOrEqual(values.frontdesk_disk_free_bytes);
    expect(values.frontdesk_missing_files).toBe(2);
    expect(values.frontdesk_build_info).toEqual({ "0.1.0+3f9c2a71b0de": 1 });
    expect(values.frontdesk_database_connections).toEqual(
      engine === "sqlite"
        ? {}
        : { in_use: expect.any(Number), idle: expect.any(Number), waiting: expect.any(Number) },
    );
  },
);

test.each(engines)("%s: describes the health of the site in text lines", async (engine) => {
  await using open = await openTestDatabase(engine);
  await fill(open.db);
  const announced = announceInstance(
    open.db,
    {
      name: "web-1:3000",
      version: "0.1.0",
      files: "/srv/files",
      filesMark: "a folder",
    },
    () => {},
    () => {},
  );
  onTestFinished(announced.stop);
  await vi.waitFor(async () => expect(await listInstances(open.db)).toHaveLength(1), 60_000);
  const [disk, mail, instances] = await describeHealth({
    db: open.db,
    clock,
    dataDir: createTempFolder(),
    isMailWaiting: true,
  });
  expect(disk).toMatch(/^disk: .*[\d.]+ [KMGT]B of [\d.]+ [KMGT]B free/);
  expect(mail).toBe(
    "mail: two mails waiting, one of them for more than a quarter of an hour, one mail failed; SMTP_URL is missing, so none is sent",
  );
  expect(instances).toBe("instances: web-1:3000");
});

test("describes unreadable values without hiding the others", async () => {
  await using open = await openTestDatabase("sqlite");
  await sql`alter table outbox rename to another`.execute(open.db.query);
  expect(
    await describeHealth({ db: open.db, clock, dataDir: "/nowhere/at/all", isMailWaiting: false }),
  ).toEqual([
    "disk: can't be read",
    "mail: can't be read, since the database does not answer",
    "instances: none active in the last minute",
  ]);
});
