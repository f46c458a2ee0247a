import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { readSettings } from "#app/company/settings.ts";
import type { Database } from "#app/database/database.ts";
import { createSerialQueue } from "#app/platform/background-work.ts";
import { chunksOf } from "#app/platform/chunks.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { Logger } from "#app/platform/log.ts";
import type { Env } from "#app/platform/settings/env.ts";
import type { Delivery, OnMailSettled } from "./outbox/deliver.ts";
import { createMailService, type MailService } from "./outbox/mail-service.ts";
import { forgottenLabel, priorities } from "./outbox/outbox.ts";
import { type MailSender, startMailSender } from "./outbox/sender.ts";
import { createQueuedRenderer, type RenderCampaignMail } from "./templates/render-queued.ts";
import { openFolderTransport, openSmtpTransport } from "./transports/transport.ts";

export interface MailDependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  env: Pick<Env, "dataDir" | "publicUrl" | "smtpUrl" | "mailFrom" | "dkim" | "runsJobs">;
  renderCampaignMail: RenderCampaignMail;
  afterwards: OnMailSettled;
}

export interface OpenMail {
  service: MailService;
  stop(): Promise<void>;
}

/** So many mails to one person leave in any minute, however many are asked for: more would make other servers wary of ours. */
const mostMailsPerMinute = 300;

/** Starts sending, unless this is only a copy of the site (`JOBS=off`): by the deployer's mail server or, without one, into the data folder. */
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
  const transport = env.smtpUrl ? openSmtpTransport(env.smtpUrl, from) : openFolderTransport(folder, from);
  const setMail = createQueuedRenderer(db, env.publicUrl, renderCampaignMail);
  const mostPerMinute: Delivery["mostPerMinute"] = async (priority) =>
    priority === priorities.transactional
      ? mostMailsPerMinute
      : (await readSettings(db)).mail.newslettersPerMinute;
  const sender = env.runsJobs
    ? startMailSender({ db, clock, transport, log, setMail, afterwards, mostPerMinute })
    : noSender;
  const jobs = env.runsJobs ? startMailJobs({ db, clock, log, folder }) : null;
  return {
    service: createMailService({
      from,
      setMail,
      folder,
      encryption: db.encryption,
      isSending: env.smtpUrl !== null,
      isServerAway: sender.isServerAway,
    }),
    async stop() {
      await Promise.all([sender.stop(), jobs?.stop()]);
    },
  };
}

/** On a copy of the site what waits in its outbox is the real site's to send. */
const noSender: MailSender = { isServerAway: () => false, stop: async () => {} };

interface MailJobs extends Pick<MailDependencies, "db" | "clock" | "log"> {
  folder: string;
}

/** Cleans up every hour, and as soon as somebody's mail was forgotten. */
function startMailJobs({ db, clock, log, folder }: MailJobs): { stop(): Promise<void> } {
  const steps = createSerialQueue((err) => log.error({ err }, "old mail could not be tidied away"));
  const cleanUp = () => cleanUpMail(db, folder, clock.now());
  db.changes.onChange((tags) => {
    if (tags?.has(forgottenLabel)) steps.add(cleanUp);
  });
  steps.add(cleanUp);
  const timer = setInterval(() => steps.add(cleanUp), 3_600_000);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await steps.end();
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
