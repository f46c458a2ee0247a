import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { mailServerFact, readFact, readOrKeep } from "#app/database/installation.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { createSerialQueue } from "#app/platform/background-work.ts";
import { chunksOf } from "#app/platform/chunks.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Delivery, OnMailSettled } from "./outbox/deliver.ts";
import { createMailService, type MailService } from "./outbox/mail-service.ts";
import { forgottenLabel, notifyOfSurge } from "./outbox/outbox.ts";
import { type MailSender, startMailSender } from "./outbox/sender.ts";
import { createQueuedRenderer, type RenderCampaignMail } from "./templates/render-queued.ts";
import { openFolderTransport, openSmtpTransport } from "./transports/transport.ts";

export interface MailDependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  env: Pick<Env, "dataDir" | "publicUrl" | "smtpUrl" | "mailToFolder" | "mailFrom" | "dkim" | "runsJobs">;
  renderCampaignMail: RenderCampaignMail;
  afterwards: OnMailSettled;
}

export interface OpenMail {
  service: MailService;
  stop(): Promise<void>;
}

/** Mails to one person in any minute, however many are requested; more would harm the reputation of the server. */
const mostMailsPerMinute = 300;

/** Of those, the ones that strangers can cause by a form, to addresses of their choice. */
const mostVisitorMailsPerMinute = 60;

/** Starts sending, unless this is only a copy of the site (`JOBS=off`) or the setting of the mail server got lost. */
export async function openMail({
  db,
  clock,
  log,
  env,
  renderCampaignMail,
  afterwards,
}: MailDependencies): Promise<OpenMail> {
  const folder = join(env.dataDir, "mail");
  const from = { ...env.mailFrom, dkim: env.dkim };
  const route = await readMailRoute(db, env);
  if (route === "smtp" && env.runsJobs) await readOrKeep(db, mailServerFact, clock.now().toISOString());
  if (route === "waiting") log.error("SMTP_URL is missing; mail waits for it");
  const transport =
    route === "smtp" && env.smtpUrl
      ? openSmtpTransport(env.smtpUrl, from, { publicUrl: env.publicUrl })
      : openFolderTransport(folder, from);
  const setMail = createQueuedRenderer(db, env.publicUrl, renderCampaignMail);
  const mostPerMinute: Delivery["mostPerMinute"] = async (queue) => {
    if (queue === "bulk") return (await readSettings(db)).mail.newslettersPerMinute;
    return queue === "visitors" ? mostVisitorMailsPerMinute : mostMailsPerMinute;
  };
  const sender =
    env.runsJobs && route !== "waiting"
      ? startMailSender({ db, clock, transport, log, setMail, afterwards, mostPerMinute })
      : noSender;
  const jobs = env.runsJobs ? startMailJobs({ db, clock, log, folder, publicUrl: env.publicUrl }) : null;
  return {
    service: createMailService({
      from,
      setMail,
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

/** `smtp`: by the mail server. `folder`: as files in the data folder. `waiting`: not at all until SMTP_URL is back. */
export type MailRoute = "smtp" | "folder" | "waiting";

/** After a start with SMTP_URL, one without it is a mistake: files would be the end of every mail that waits. */
export async function readMailRoute(
  db: Database,
  { smtpUrl, mailToFolder }: Pick<Env, "smtpUrl" | "mailToFolder">,
): Promise<MailRoute> {
  if (mailToFolder) return "folder";
  if (smtpUrl) return "smtp";
  return (await readFact(db, mailServerFact)) === null ? "folder" : "waiting";
}

/** Leaves the outbox for a start that can send it: of the real site, or with its mail server. */
const noSender: MailSender = { isServerAway: () => false, stop: async () => {} };

interface MailJobs extends Pick<MailDependencies, "db" | "clock" | "log"> {
  folder: string;
  publicUrl: URL;
}

/** Cleans up every hour and as soon as somebody's mail was forgotten; looks every minute whether strangers cause very much. */
function startMailJobs({ db, clock, log, folder, publicUrl }: MailJobs): { stop(): Promise<void> } {
  const steps = createSerialQueue((err) => log.error({ err }, "old mail could not be tidied away"));
  const cleanUp = () => cleanUpMail(db, folder, clock.now());
  db.changes.onChange((tags) => {
    if (tags?.has(forgottenLabel)) steps.add(cleanUp);
  });
  steps.add(cleanUp);
  const timer = setInterval(() => steps.add(cleanUp), 3_600_000);
  timer.unref();
  const surges = repeatOnOne(
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
      await Promise.all([steps.end(), surges.stop()]);
    },
  };
}

export const mailKeptDays = 90;

/** Deletes the record of mails that left or died long ago, and files whose mail is no longer on record. */
export async function cleanUpMail(db: Database, folder: string, now: Date): Promise<void> {
  const before = new Date(now.getTime() - mailKeptDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("outbox")
    .where("status", "<>", "waiting")
    .where("created_at", "<", before)
    .execute();
  await removeForgotten(db, folder);
}

/** A mail in the data folder goes with its row, so that erasing a person erases it too. */
async function removeForgotten(db: Database, folder: string): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".eml"));
  for (const some of chunksOf(names)) {
    const ids = some.map((name) => name.slice(0, -4));
    const rows = await db.query.selectFrom("outbox").select("id").where("id", "in", ids).execute();
    const known = new Set(rows.map(({ id }) => id));
    const lost = ids.filter((id) => !known.has(id));
    await Promise.all(lost.map((id) => rm(join(folder, `${id}.eml`), { force: true })));
  }
}
