import { eraseMails } from "#app/domain/mail/outbox/outbox.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { type LeadSettings, readLeadSettings } from "./lead-settings.ts";

type Retention = LeadSettings["retention"];

const day = 86_400_000;
const batchSize = 200;

/** Erases leads that were closed or marked as spam long ago, and clears old sender traces; returns the number erased. */
export async function purgeLeads(db: Database, now: Date): Promise<number> {
  const { retention } = await readLeadSettings(db);
  let erased = 0;
  for (const folder of ["closed", "spam"] as const) {
    const before = cutoffOf(retention, folder, now);
    if (before !== null) erased += await eraseBefore(db, { folder, before, now });
  }
  await clearTraces(db, new Date(now.getTime() - retention.traceDays * day));
  await clearServices(db);
  return erased;
}

/** Returns when a lead is erased; null while it is open or if it is stored permanently. */
export function erasureDateOf(
  { status, closed_at }: { status: string; closed_at: string | null },
  { closedMonths, spamDays }: Retention,
): Date | null {
  if (closed_at === null) return null;
  const closed = new Date(closed_at);
  if (status === "spam") return new Date(closed.getTime() + spamDays * day);
  return closedMonths === null ? null : monthsLater(closed, closedMonths);
}

/** Returns the closing time before which leads are erased; null for never. */
function cutoffOf({ closedMonths, spamDays }: Retention, folder: "closed" | "spam", now: Date): Date | null {
  if (folder === "spam") return new Date(now.getTime() - spamDays * day);
  return closedMonths === null ? null : monthsLater(now, -closedMonths);
}

/** Adds months; a day that the month lacks becomes its last day. */
function monthsLater(from: Date, months: number): Date {
  const result = new Date(from);
  result.setUTCDate(1);
  result.setUTCMonth(result.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return result;
}

interface Batch {
  folder: "closed" | "spam";
  before: Date;
  now: Date;
}

/** Erases in small transactions, so that other writes do not wait long. */
async function eraseBefore(db: Database, batch: Batch): Promise<number> {
  for (let erased = 0; ; ) {
    const count = await write(db, (tx) => eraseBatch(tx, batch));
    erased += count;
    if (count < batchSize) return erased;
  }
}

async function eraseBatch(tx: Writing, { folder, before, now }: Batch): Promise<number> {
  const rows = await tx.query
    .selectFrom("leads")
    .select("id")
    .where("closed_at", "<=", before.toISOString())
    .where("erased_at", "is", null)
    .where("status", "=", folder)
    .where("merged_into", "is", null)
    .limit(batchSize)
    .execute();
  const ids = rows.map(({ id }) => id);
  const merged =
    ids.length === 0
      ? []
      : await tx.query.selectFrom("leads").select("id").where("merged_into", "in", ids).execute();
  await eraseLeads(tx, [...ids, ...merged.map(({ id }) => id)], now);
  return ids.length;
}

async function clearTraces(db: Database, before: Date): Promise<void> {
  await db.query
    .updateTable("leads")
    .set({ network: "", user_agent: "" })
    .where("network", "<>", "")
    .where("created_at", "<", before.toISOString())
    .execute();
}

/** Clears services of erased leads, which earlier versions, restores and imports leave. */
async function clearServices(db: Database): Promise<void> {
  await db.query
    .updateTable("leads")
    .set({ service: "" })
    .where("erased_at", "is not", null)
    .where("service", "<>", "")
    .execute();
}

/** Deletes the personal data of leads with their notes, replies and mails. Dates and answer times remain for statistics. */
export async function eraseLeads(tx: Writing, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await unmergeOthers(tx, ids);
  await eraseMails(tx, await findMails(tx, ids));
  await tx.query.deleteFrom("notices").where("subject_id", "in", ids).execute();
  for (const table of ["lead_notes", "lead_replies", "lead_events"] as const)
    await tx.query.deleteFrom(table).where("lead_id", "in", ids).execute();
  await tx.search.leads.remove(tx.query, ids);
  await tx.query
    .updateTable("leads")
    .set({ ...erasedColumns, erased_at: now.toISOString() })
    .where("id", "in", ids)
    .execute();
  tx.invalidate(cacheTags.leads);
}

/** Unmerges leads of other senders, which remain when the lead they were merged into is erased. */
async function unmergeOthers(tx: Writing, ids: readonly string[]): Promise<void> {
  await tx.query
    .updateTable("leads")
    .set({ merged_into: null })
    .where("merged_into", "in", ids)
    .where("id", "not in", ids)
    .execute();
}

/** Erases all leads from an address. */
export async function eraseLeadsOf(tx: Writing, emailKey: string, now: Date): Promise<void> {
  const rows = await tx.query.selectFrom("leads").select("id").where("email_key", "=", emailKey).execute();
  await eraseLeads(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}

const erasedColumns = {
  name: "",
  email: "",
  email_key: "",
  phone: "",
  company: "",
  // The form offers a list, but the API accepts any text.
  service: "",
  message: "",
  best_time: "",
  topic: "",
  referrer: "",
  network: "",
  user_agent: "",
  fingerprint: "",
  idempotency_key: null,
  snoozed_until: null,
  status: "closed" as const,
};

/** Finds the mails sent because of these leads. */
async function findMails(tx: Writing, ids: readonly string[]): Promise<string[]> {
  const notices = await tx.query
    .selectFrom("notices")
    .select("mail_id")
    .where("subject_id", "in", ids)
    .where("mail_id", "is not", null)
    .execute();
  const replies = await tx.query
    .selectFrom("lead_replies")
    .select("mail_id")
    .where("lead_id", "in", ids)
    .execute();
  return [...notices, ...replies].flatMap(({ mail_id }) => mail_id ?? []);
}
