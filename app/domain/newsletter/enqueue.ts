import { readSettings } from "#app/domain/company/settings.ts";
import { type BatchFigures, countBatch, countInProgress } from "#app/domain/mail/outbox/batches.ts";
import { type OutgoingMail, priorities, queueMails } from "#app/domain/mail/outbox/outbox.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { repeatOnOneInstance } from "#app/platform/database/leases.ts";
import { type PeriodicTask, repeat } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import type { CampaignRow } from "./campaign.ts";
import { lockCampaign } from "./campaigns.ts";
import { pauseCampaign } from "./send.ts";

interface EnqueueOptions {
  now: Date;
  perMinute: number;
}

/** Returns the batch size and the milliseconds between batches for a rate per minute. */
export function batchRateOf(perMinute: number): { size: number; everyMs: number } {
  const size = Math.max(1, Math.round((perMinute * 5) / 60));
  return { size, everyMs: Math.round((size * 60_000) / perMinute) };
}

/**
 * Starts due newsletters and queues the next batch of readers. Each batch and the cursor are saved in one transaction, so that
 * a crash neither loses nor repeats mail.
 */
export async function enqueueCampaigns(db: Database, options: EnqueueOptions): Promise<void> {
  await startDue(db, options.now);
  const sending = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("state", "=", "sending")
    .where("next_batch_at", "<=", options.now.toISOString())
    .execute();
  for (const { id } of sending) await write(db, (tx) => enqueueBatch(tx, id, options));
  await completeSending(db, options.now);
}

async function startDue(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom("newsletters")
    .select("id")
    .where("state", "=", "scheduled")
    .where("send_at", "<=", at)
    .execute();
  for (const { id } of due) await write(db, (tx) => startSending(tx, id, at));
}

/** Starts sending to the readers confirmed at this time. Editing and unscheduling take the same lock. */
async function startSending(tx: Writing, id: string, at: string): Promise<void> {
  await lockCampaign(tx, id);
  const total = tx.query
    .selectFrom("subscribers")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "confirmed");
  await tx.query
    .updateTable("newsletters")
    .set({ state: "sending", started_at: at, next_batch_at: at, total })
    .where("id", "=", id)
    .where("state", "=", "scheduled")
    .where("send_at", "<=", at)
    .execute();
  tx.invalidate(cacheTags.newsletters);
}

/** Queues one batch on one instance; skips it while the mail server lags behind. */
async function enqueueBatch(tx: Writing, id: string, { now, perMinute }: EnqueueOptions): Promise<void> {
  const { size, everyMs } = batchRateOf(perMinute);
  const at = now.toISOString();
  const campaign = await tx.query
    .updateTable("newsletters")
    // Half a second early, so that an early timer does not skip a batch.
    .set({ next_batch_at: new Date(now.getTime() + everyMs - 500).toISOString() })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .where("next_batch_at", "<=", at)
    .returningAll()
    .executeTakeFirst();
  if (!campaign) return;
  const room = Math.min(size, 2 * size - (await countInProgress(tx, id)));
  if (room <= 0) return;
  const readers = await findNextReaders(tx, campaign, room);
  const last = readers.at(-1);
  if (!last) return;
  await queueMails(
    tx,
    readers.map((reader) => createMail(campaign, reader)),
    now,
  );
  await tx.query.updateTable("newsletters").set({ cursor: last.id }).where("id", "=", id).execute();
}

function createMail({ id, subject }: CampaignRow, reader: CampaignReader): OutgoingMail {
  const mail = { template: "newsletter", name: "", issue: id, reader: reader.id } as const;
  return { to: reader.email, mail, subject, priority: priorities.bulk, batch: id };
}

async function completeSending(db: Database, now: Date): Promise<void> {
  const open = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("state", "in", ["sending", "paused"])
    .execute();
  for (const campaign of open) await updateCampaignStats(db, campaign, now);
}

/** Starts newsletters when due and sends them at the configured rate. */
export function startNewsletters(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 2500,
): PeriodicTask {
  const enqueueing = repeat(() => enqueueNow(db, clock), everyMs, onError);
  const terms = { name: "newsletter figures", everyMs: 3_600_000 };
  const statistics = repeatOnOneInstance(db, terms, () => updateEndedStats(db, clock.now()), onError);
  return { stop: async () => void (await Promise.all([enqueueing.stop(), statistics.stop()])) };
}

async function enqueueNow(db: Database, clock: Clock): Promise<void> {
  const { mail } = await readSettings(db);
  await enqueueCampaigns(db, { now: clock.now(), perMinute: mail.newslettersPerMinute });
}

const schedule = { id: "schedule", requestId: "" };

/** Updates the figures of a newsletter. Ends it when every reader was tried; pauses it after too many failures. */
async function updateCampaignStats(db: Database, campaign: CampaignRow, now: Date): Promise<void> {
  const figures = await countBatch(db, campaign.id);
  await saveFigures(db, campaign, figures);
  if (campaign.state !== "sending") return;
  if (hasTooManyFailures(figures)) return pauseWithReason(db, campaign.id, figures, now);
  const isDone =
    (await countInProgress(db, campaign.id)) === 0 && (await findNextReaders(db, campaign, 1)).length === 0;
  if (!isDone) return;
  await db.query
    .updateTable("newsletters")
    .set({ state: "sent", finished_at: now.toISOString() })
    .where("id", "=", campaign.id)
    .where("state", "=", "sending")
    .execute();
}

const retryPeriodMs = 3 * 86_400_000;

/** Updates the figures of finished newsletters, whose failed mail is still retried. */
export async function updateEndedStats(db: Database, now: Date): Promise<void> {
  const recent = new Date(now.getTime() - retryPeriodMs).toISOString();
  const ended = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("finished_at", ">", recent)
    .execute();
  for (const campaign of ended) await saveFigures(db, campaign, await countBatch(db, campaign.id));
}

async function saveFigures(db: Database, campaign: CampaignRow, figures: BatchFigures): Promise<void> {
  const { failed, cancelled } = figures;
  // Erasing a reader deletes their mail, but must not lower the figures.
  const sent = Math.max(campaign.sent, figures.sent);
  const stored = Math.max(campaign.stored, figures.stored);
  if (
    campaign.sent === sent &&
    campaign.stored === stored &&
    campaign.failed === failed &&
    campaign.cancelled === cancelled
  )
    return;
  await db.query
    .updateTable("newsletters")
    .set({ sent, stored, failed, cancelled })
    .where("id", "=", campaign.id)
    .execute();
}

/** Whether over a fifth of the mail fails, which suggests a bought or old list and harms the sender's reputation. */
function hasTooManyFailures({ sent, failed }: BatchFigures): boolean {
  return failed >= 20 && failed > (sent + failed) / 5;
}

async function pauseWithReason(
  db: Database,
  id: string,
  { sent, failed }: BatchFigures,
  now: Date,
): Promise<void> {
  const note = `${failed} of the first ${failed + sent} mailboxes rejected it. Check the reasons under Mail before you resume.`;
  await write(db, async (tx) => {
    // Another instance may have paused it in the meantime.
    if ((await lockCampaign(tx, id)).state === "sending")
      await pauseCampaign(tx, id, { actor: schedule, now }, note);
  });
}

/** Recipient of a newsletter. */
interface CampaignReader {
  id: string;
  email: string;
}

/** Returns the next readers after the cursor who were confirmed before sending began. */
function findNextReaders(
  { query }: Database,
  campaign: CampaignRow,
  size: number,
): Promise<CampaignReader[]> {
  return query
    .selectFrom("subscribers")
    .select(["id", "email"])
    .where("status", "=", "confirmed")
    .where("confirmed_at", "<=", campaign.started_at)
    .where("id", ">", campaign.cursor)
    .orderBy("id")
    .limit(size)
    .execute();
}
