import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { forgetMails } from "#app/mail/outbox/outbox.ts";
import { type LeadSettings, readLeadSettings } from "./lead-settings.ts";

type Retention = LeadSettings["retention"];

const day = 86_400_000;
const atOnce = 200;

/** Deletes the words of what was closed long ago, spam sooner, and the traces of every sender; answers how many were erased. */
export async function purgeLeads(db: Database, now: Date): Promise<number> {
  const { retention } = await readLeadSettings(db);
  let erased = 0;
  for (const folder of ["closed", "spam"] as const) {
    const before = endOf(retention, folder, now);
    if (before !== null) erased += await eraseBefore(db, { folder, before, now });
  }
  await forgetTraces(db, new Date(now.getTime() - retention.traceDays * day));
  await forgetServices(db);
  return erased;
}

/** When a lead's words go by themselves; null as long as it is not closed, or when they are kept for good. */
export function erasedOn(
  { status, closed_at }: { status: string; closed_at: string | null },
  { closedMonths, spamDays }: Retention,
): Date | null {
  if (closed_at === null) return null;
  const closed = new Date(closed_at);
  if (status === "spam") return new Date(closed.getTime() + spamDays * day);
  return closedMonths === null ? null : monthsLater(closed, closedMonths);
}

/** What was closed before this moment has served its time; null for never. */
function endOf({ closedMonths, spamDays }: Retention, folder: "closed" | "spam", now: Date): Date | null {
  if (folder === "spam") return new Date(now.getTime() - spamDays * day);
  return closedMonths === null ? null : monthsLater(now, -closedMonths);
}

/** The same day of another month, or its last one. */
function monthsLater(from: Date, months: number): Date {
  const then = new Date(from);
  then.setUTCDate(1);
  then.setUTCMonth(then.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(then.getUTCFullYear(), then.getUTCMonth() + 1, 0)).getUTCDate();
  then.setUTCDate(Math.min(from.getUTCDate(), lastDay));
  return then;
}

interface Round {
  folder: "closed" | "spam";
  before: Date;
  now: Date;
}

/** A few hundred a transaction, so that nothing else waits for long. */
async function eraseBefore(db: Database, round: Round): Promise<number> {
  for (let erased = 0; ; ) {
    const some = await write(db, (tx) => eraseSome(tx, round));
    erased += some;
    if (some < atOnce) return erased;
  }
}

async function eraseSome(tx: Writing, { folder, before, now }: Round): Promise<number> {
  const rows = await tx.query
    .selectFrom("leads")
    .select("id")
    .where("closed_at", "<=", before.toISOString())
    .where("erased_at", "is", null)
    .where("status", "=", folder)
    .where("merged_into", "is", null)
    .limit(atOnce)
    .execute();
  const ids = rows.map(({ id }) => id);
  const doubles =
    ids.length === 0
      ? []
      : await tx.query.selectFrom("leads").select("id").where("merged_into", "in", ids).execute();
  await eraseLeads(tx, [...ids, ...doubles.map(({ id }) => id)], now);
  return ids.length;
}

async function forgetTraces(db: Database, before: Date): Promise<void> {
  await db.query
    .updateTable("leads")
    .set({ network: "", user_agent: "" })
    .where("network", "<>", "")
    .where("created_at", "<", before.toISOString())
    .execute();
}

/** Former versions left the service when they erased a lead; it also comes back with a restore or an import. */
async function forgetServices(db: Database): Promise<void> {
  await db.query
    .updateTable("leads")
    .set({ service: "" })
    .where("erased_at", "is not", null)
    .where("service", "<>", "")
    .execute();
}

/**
 * Deletes everything personal in leads and what was written about them. That something came in, when, and how fast it was
 * answered stays to be counted.
 */
export async function eraseLeads(tx: Writing, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await unmergeDoubles(tx, ids);
  await forgetMails(tx, await findMails(tx, ids));
  await tx.query.deleteFrom("notices").where("subject_id", "in", ids).execute();
  for (const table of ["lead_notes", "lead_replies", "lead_events"] as const)
    await tx.query.deleteFrom(table).where("lead_id", "in", ids).execute();
  await tx.search.leads.remove(tx.query, ids);
  await tx.query
    .updateTable("leads")
    .set({ ...blank, erased_at: now.toISOString() })
    .where("id", "in", ids)
    .execute();
  tx.invalidate(cacheTags.leads);
}

/** What others sent is theirs, and stands by itself again when the one it was put under goes. */
async function unmergeDoubles(tx: Writing, ids: readonly string[]): Promise<void> {
  await tx.query
    .updateTable("leads")
    .set({ merged_into: null })
    .where("merged_into", "in", ids)
    .where("id", "not in", ids)
    .execute();
}

/** The same for everything that came from an address. */
export async function eraseLeadsOf(tx: Writing, emailKey: string, now: Date): Promise<void> {
  const rows = await tx.query.selectFrom("leads").select("id").where("email_key", "=", emailKey).execute();
  await eraseLeads(
    tx,
    rows.map(({ id }) => id),
    now,
  );
}

const blank = {
  name: "",
  email: "",
  email_key: "",
  phone: "",
  company: "",
  // The form offers a list, but the API takes any text.
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

/** Mails that were sent because of these leads. */
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
