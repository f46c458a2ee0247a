import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "#app/platform/database/database.ts";
import { createLogger } from "#app/platform/runtime/log.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aClock, company, mailFrom, queue, readOutbox, startSmtp, until } from "./mail.fixture.ts";
import { openMail } from "./open-mail.ts";

async function aFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "frontdesk-mail-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

interface MailSettings {
  smtpUrl?: URL | null;
  mailToFolder?: boolean;
  runsJobs?: boolean;
}

/** Opens mail with these settings and collects log lines. */
async function startMail(db: Database, dataDir: string, settings: MailSettings) {
  const lines: string[] = [];
  const env = { dataDir, publicUrl: company.url, mailFrom, dkim: null };
  const mail = await openMail({
    db,
    clock: aClock(),
    log: createLogger({ destination: { write: (line) => void lines.push(line) } }),
    env: { ...env, smtpUrl: null, mailToFolder: false, runsJobs: true, ...settings },
    renderCampaignMail: async () => null,
    onSettled: async () => {},
  });
  return { ...mail, lines };
}

const statuses = async (db: Database) => (await readOutbox(db)).map(({ status }) => status).sort();
const waitBriefly = () => new Promise((resolve) => setTimeout(resolve, 200));

test.each(engines)("%s: queues mail during a start without SMTP_URL", async (engine) => {
  await using open = await openTestDatabase(engine);
  await using smtp = await startSmtp();
  const { db } = open;
  const dataDir = await aFolder();
  const smtpUrl = new URL(`smtp://127.0.0.1:${smtp.port}`);
  await queue(db, { to: "first@shapla.example" });
  const working = await startMail(db, dataDir, { smtpUrl });
  await until(() => smtp.received.length === 1);
  await working.stop();
  await queue(db, { to: "second@shapla.example" });
  const missing = await startMail(db, dataDir, {});
  await waitBriefly();
  await missing.stop();
  expect(missing.service).toMatchObject({ isSending: false, isWaiting: true });
  expect(missing.lines.join("")).toContain("SMTP_URL is missing; mail waits for it");
  expect(await statuses(db)).toEqual(["sent", "waiting"]);
  expect(await readdir(dataDir)).toEqual([]);
  const restarted = await startMail(db, dataDir, { smtpUrl });
  await until(() => smtp.received.length === 2);
  await restarted.stop();
  expect(restarted.service).toMatchObject({ isSending: true, isWaiting: false });
  expect(await statuses(db)).toEqual(["sent", "sent"]);
});

test("loses no mail with a wrong and then a missing SMTP_URL", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp();
  const { db } = open;
  const dataDir = await aFolder();
  await queue(db, { to: "first@shapla.example" });
  const wrong = await startMail(db, dataDir, { smtpUrl: new URL("smtp://127.0.0.1:1") });
  await until(async () => (await readOutbox(db))[0]?.attempts === 1);
  await wrong.stop();
  expect(await statuses(db)).toEqual(["waiting"]);
  await db.query.updateTable("outbox").set({ next_attempt_at: "2026-03-01T12:00:00.000Z" }).execute();
  const missing = await startMail(db, dataDir, {});
  await waitBriefly();
  await missing.stop();
  expect(missing.service.isWaiting).toBe(true);
  expect(await statuses(db)).toEqual(["waiting"]);
  await db.query.updateTable("outbox").set({ next_attempt_at: "2026-03-01T12:00:00.000Z" }).execute();
  const working = await startMail(db, dataDir, { smtpUrl: new URL(`smtp://127.0.0.1:${smtp.port}`) });
  await until(() => smtp.received.length === 1);
  await working.stop();
});

test("MAIL=folder stores mail as files, even after mail was sent", async () => {
  await using open = await openTestDatabase("sqlite");
  await using smtp = await startSmtp();
  const { db } = open;
  const dataDir = await aFolder();
  const smtpUrl = new URL(`smtp://127.0.0.1:${smtp.port}`);
  await queue(db, { to: "first@shapla.example" });
  const working = await startMail(db, dataDir, { smtpUrl });
  await until(() => smtp.received.length === 1);
  await working.stop();
  await queue(db, { to: "second@shapla.example" });
  const copy = await startMail(db, dataDir, { smtpUrl, mailToFolder: true });
  await until(async () => (await statuses(db)).includes("stored"));
  await copy.stop();
  expect(smtp.received).toHaveLength(1);
  expect(await readdir(join(dataDir, "mail"))).toHaveLength(1);
});

test("a new site stores mail as files until SMTP_URL is set", async () => {
  await using open = await openTestDatabase("sqlite");
  const dataDir = await aFolder();
  await queue(open.db);
  const fresh = await startMail(open.db, dataDir, {});
  await until(async () => (await statuses(open.db)).includes("stored"));
  await fresh.stop();
  expect(fresh.service).toMatchObject({ isSending: false, isWaiting: false });
});
