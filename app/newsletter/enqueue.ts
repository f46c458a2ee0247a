import { readSettings } from "#app/company/settings.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { type BatchFigures, countBatch, countUnderWay } from "#app/mail/outbox/batches.ts";
import { type OutgoingMail, priorities, queueMails } from "#app/mail/outbox/outbox.ts";
import { type Repeated, repeat } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import type { CampaignRow } from "./campaign.ts";
import { lockCampaign } from "./campaigns.ts";
import { pauseCampaign } from "./send.ts";

interface Feeding {
  now: Date;
  perMinute: number;
}

/** How many mails are queued at once, and how long until the next are due, so that no minute sees more than it may. */
export function batchRateOf(perMinute: number): { size: number; everyMs: number } {
  const size = Math.max(1, Math.round((perMinute * 5) / 60));
  return { size, everyMs: Math.round((size * 60_000) / perMinute) };
}

/**
 * Begins what is due, and gives the outbox the next readers of what is being sent: a few at a time, each few in one
 * transaction with the place they reach, so that a kill loses and doubles nobody.
 */
export async function enqueueCampaigns(db: Database, feeding: Feeding): Promise<void> {
  await beginDue(db, feeding.now);
  const sending = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("state", "=", "sending")
    .where("next_batch_at", "<=", feeding.now.toISOString())
    .execute();
  for (const { id } of sending) await write(db, (tx) => feedOne(tx, id, feeding));
  await completeSending(db, feeding.now);
}

async function beginDue(db: Database, now: Date): Promise<void> {
  const at = now.toISOString();
  const due = await db.query
    .selectFrom("newsletters")
    .select("id")
    .where("state", "=", "scheduled")
    .where("send_at", "<=", at)
    .execute();
  for (const { id } of due) await write(db, (tx) => begin(tx, id, at));
}

/** Its readers are those who are confirmed at this moment. Whoever edits or calls it back holds the same lock. */
async function begin(tx: Writing, id: string, at: string): Promise<void> {
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

/** Of several instances one takes the turn; when the mail server lags behind, the turn is let pass. */
async function feedOne(tx: Writing, id: string, { now, perMinute }: Feeding): Promise<void> {
  const { size, everyMs } = batchRateOf(perMinute);
  const at = now.toISOString();
  const campaign = await tx.query
    .updateTable("newsletters")
    // A tick that comes a little early must not wait for the one after it.
    .set({ next_batch_at: new Date(now.getTime() + everyMs - 500).toISOString() })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .where("next_batch_at", "<=", at)
    .returningAll()
    .executeTakeFirst();
  if (!campaign) return;
  const room = Math.min(size, 2 * size - (await countUnderWay(tx, id)));
  if (room <= 0) return;
  const readers = await nextReaders(tx, campaign, room);
  const last = readers.at(-1);
  if (!last) return;
  await queueMails(
    tx,
    readers.map((reader) => mailTo(campaign, reader)),
    now,
  );
  await tx.query.updateTable("newsletters").set({ cursor: last.id }).where("id", "=", id).execute();
}

function mailTo({ id, subject }: CampaignRow, reader: CampaignReader): OutgoingMail {
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

/** Begins newsletters when their moment has come, and sends them at the set pace. */
export function startNewsletters(
  db: Database,
  clock: Clock,
  onError: (error: unknown) => void,
  everyMs = 2500,
): Repeated {
  const feed = repeat(() => feedNow(db, clock), everyMs, onError);
  const terms = { name: "newsletter figures", everyMs: 3_600_000 };
  const settle = repeatOnOne(db, terms, () => updateEndedStats(db, clock.now()), onError);
  return { stop: async () => void (await Promise.all([feed.stop(), settle.stop()])) };
}

async function feedNow(db: Database, clock: Clock): Promise<void> {
  const { mail } = await readSettings(db);
  await enqueueCampaigns(db, { now: clock.now(), perMinute: mail.newslettersPerMinute });
}

const schedule = { id: "schedule", requestId: "" };

/** Keeps what has become of a campaign's mails; ends it when everybody has been tried, and stops it when too many are refused. */
async function updateCampaignStats(db: Database, campaign: CampaignRow, now: Date): Promise<void> {
  const figures = await countBatch(db, campaign.id);
  await keepFigures(db, campaign, figures);
  if (campaign.state !== "sending") return;
  if (isRefused(figures)) return stop(db, campaign.id, figures, now);
  const isDone =
    (await countUnderWay(db, campaign.id)) === 0 && (await nextReaders(db, campaign, 1)).length === 0;
  if (!isDone) return;
  await db.query
    .updateTable("newsletters")
    .set({ state: "sent", finished_at: now.toISOString() })
    .where("id", "=", campaign.id)
    .where("state", "=", "sending")
    .execute();
}

const settledForMs = 3 * 86_400_000;

/** A mailbox that could not take it at first is tried for a day after the rest is done. */
export async function updateEndedStats(db: Database, now: Date): Promise<void> {
  const recent = new Date(now.getTime() - settledForMs).toISOString();
  const ended = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("finished_at", ">", recent)
    .execute();
  for (const campaign of ended) await keepFigures(db, campaign, await countBatch(db, campaign.id));
}

async function keepFigures(db: Database, campaign: CampaignRow, figures: BatchFigures): Promise<void> {
  const { failed, cancelled } = figures;
  // What has left stays sent, also when its reader and their mails are erased.
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

/** A list of bought or ancient addresses, or a mail server that minds us: going on would cost the company its good name. */
function isRefused({ sent, failed }: BatchFigures): boolean {
  return failed >= 20 && failed > (sent + failed) / 5;
}

async function stop(db: Database, id: string, { sent, failed }: BatchFigures, now: Date): Promise<void> {
  const note = `${failed} of the first ${failed + sent} mailboxes took nothing. Look at the reasons under Mail before it goes on.`;
  await write(db, async (tx) => {
    // Another instance may have stopped it in this moment.
    if ((await lockCampaign(tx, id)).state === "sending")
      await pauseCampaign(tx, id, { actor: schedule, now }, note);
  });
}

/** Whom a campaign goes to. */
interface CampaignReader {
  id: string;
  email: string;
}

/** The next confirmed readers after the place a campaign has reached; who confirmed after it began gets the one after. */
function nextReaders({ query }: Database, campaign: CampaignRow, size: number): Promise<CampaignReader[]> {
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
