import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { countUnderWay } from "#app/mail/outbox/batches.ts";
import { type OutgoingMail, priorities, queueMails } from "#app/mail/outbox/outbox.ts";
import type { CampaignRow } from "./campaign.ts";
import { type CampaignReader, nextReaders } from "./campaign-readers.ts";
import { lockCampaign } from "./campaigns.ts";
import { updateCampaignStats } from "./update-stats.ts";

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
  await tx.query.updateTable("newsletters").set({ reached: last.id }).where("id", "=", id).execute();
}

function mailTo({ id, subject }: CampaignRow, reader: CampaignReader): OutgoingMail {
  const mail = { template: "newsletter", name: "", issue: id, reader: reader.id } as const;
  return { to: reader.email, mail, subject, lane: priorities.bulk, batch: id };
}

async function completeSending(db: Database, now: Date): Promise<void> {
  const open = await db.query
    .selectFrom("newsletters")
    .selectAll()
    .where("state", "in", ["sending", "paused"])
    .execute();
  for (const campaign of open) await updateCampaignStats(db, campaign, now);
}
