import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "#app/domain/company/settings.ts";
import type { Database } from "#app/platform/database/database.ts";
import { mailServerFact, readFact, readOrCreateFact } from "#app/platform/database/installation.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { createSerialQueue } from "#app/platform/jobs/background-work.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import type { JobServices } from "#app/platform/services.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Delivery, OnMailSettled } from "./outbox/deliver.ts";
import { createMailService, type MailService } from "./outbox/mail-service.ts";
import { erasedMailTag, notifyOfSurge } from "./outbox/outbox.ts";
import { type MailSender, startMailSender } from "./outbox/sender.ts";
import { createQueuedRenderer, type RenderCampaignMail } from "./templates/render-queued.ts";
import { openFolderTransport, openSmtpTransport } from "./transports/transport.ts";

export interface MailDependencies extends JobServices {
  env: Pick<Env, "dataDir" | "publicUrl" | "smtpUrl" | "mailToFolder" | "mailFrom" | "dkim" | "runsJobs">;
  renderCampaignMail: RenderCampaignMail;
  onSettled: OnMailSettled;
}

export interface OpenMail {
  service: MailService;
  stop(): Promise<void>;
}

/** Maximum mails per minute to single recipients; more would harm the server's reputation. */
const maxMailsPerMinute = 300;

/** Maximum mails per minute that visitors cause by forms, to addresses of their choice. */
const maxVisitorMailsPerMinute = 60;

/** Opens mail and starts sending, unless `JOBS=off` or SMTP_URL was set before and is missing. */
export async function openMail({
  db,
  clock,
  log,
  env,
  renderCampaignMail,
  onSettled,
}: MailDependencies): Promise<OpenMail> {
  const folder = join(env.dataDir, "mail");
  const from = { ...env.mailFrom, dkim: env.dkim };
  const route = await readMailRoute(db, env);
  if (route === "smtp" && env.runsJobs) await readOrCreateFact(db, mailServerFact, clock.now().toISOString());
  if (route === "waiting") log.error("SMTP_URL is missing; mail waits for it");
  const transport =
    route === "smtp" && env.smtpUrl
      ? openSmtpTransport(env.smtpUrl, from, { publicUrl: env.publicUrl })
      : openFolderTransport(folder, from);
  const renderQueued = createQueuedRenderer(db, env.publicUrl, renderCampaignMail);
  const maxPerMinute: Delivery["maxPerMinute"] = async (queue) => {
    if (queue === "bulk") return (await readSettings(db)).mail.newslettersPerMinute;
    return queue === "visitors" ? maxVisitorMailsPerMinute : maxMailsPerMinute;
  };
  const sender =
    env.runsJobs && route !== "waiting"
      ? startMailSender({ db, clock, transport, log, renderQueued, onSettled, maxPerMinute })
      : noSender;
  const jobs = env.runsJobs ? startMailJobs({ db, clock, log, folder, publicUrl: env.publicUrl }) : null;
  return {
    service: createMailService({
      from,
      renderQueued,
      folder,
      encryption: db.encryption,
      isSending: route === "smtp",
      isWaiting: route === "waiting",
      isServerAway: sender.isServerAway,
    }),
    async stop() {
      await Promise.all([sender.stop(), jobs?.stop()]);
    },
  };
}

/**
 * `smtp`: sent by the mail server. `folder`: stored as files in the data folder. `waiting`: queued until SMTP_URL is set again.
 */
export type MailRoute = "smtp" | "folder" | "waiting";

/** Chooses the route of mail. If SMTP_URL is missing after a start with it, mail is queued: storing files would lose it. */
export async function readMailRoute(
  db: Database,
  { smtpUrl, mailToFolder }: Pick<Env, "smtpUrl" | "mailToFolder">,
): Promise<MailRoute> {
  if (mailToFolder) return "folder";
  if (smtpUrl) return "smtp";
  return (await readFact(db, mailServerFact)) === null ? "folder" : "waiting";
}

/** Sends nothing, so that a start with the mail server finds the queued mail. */
const noSender: MailSender = { isServerAway: () => false, stop: async () => {} };

interface MailJobs extends Pick<MailDependencies, "db" | "clock" | "log"> {
  folder: string;
  publicUrl: URL;
}

/** Cleans up hourly and after an erasure; checks every minute whether visitors cause unusually much mail. */
function startMailJobs({ db, clock, log, folder, publicUrl }: MailJobs): { stop(): Promise<void> } {
  const queue = createSerialQueue((err) => log.error({ err }, "failed to clean up old mail"));
  const cleanUp = () => cleanUpMail(db, folder, clock.now());
  db.changes.onChange((tags) => {
    if (tags?.has(erasedMailTag)) queue.add(cleanUp);
  });
  queue.add(cleanUp);
  const timer = setInterval(() => queue.add(cleanUp), 3_600_000);
  timer.unref();
  const surgeCheck = repeatOnOneInstance(
    db,
    { name: "visitor mail", everyMs: 60_000 },
    async () => {
      if (await notifyOfSurge(db, publicUrl, clock.now())) log.warn("visitors cause unusually much mail");
    },
    (err) => log.error({ err }, "failed to count visitor mail"),
  );
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all([queue.end(), surgeCheck.stop()]);
    },
  };
}

/** Retention of processed mail in days. */
export const mailRetentionDays = 90;

/** Deletes processed mail past its retention, and files without a row in the outbox. */
export async function cleanUpMail(db: Database, folder: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - mailRetentionDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("outbox")
    .where("status", "<>", "waiting")
    .where("created_at", "<", before)
    .execute();
  await removeOrphans(db, folder);
}

/** Deletes mail files without a row, so that erasing a person also deletes their files. */
async function removeOrphans(db: Database, folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  for (const batch of chunksOf(names)) {
    const ids = batch.map((name) => name.slice(0, -4));
    const rows = await db.query.selectFrom("outbox").select("id").where("id", "in", ids).execute();
    const existing = new Set(rows.map(({ id }) => id));
    const orphans = ids.filter((id) => !existing.has(id));
    await Promise.all(orphans.map((id) => rm(join(folder, `${id}.eml`), { force: true })));
  }
}
