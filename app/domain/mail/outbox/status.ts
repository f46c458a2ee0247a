import { sql } from "kysely";
import type { Database } from "#app/platform/database/database.ts";
import { everyPriority } from "./outbox.ts";

/** State of outgoing mail. */
export interface MailHealth {
  /** Counted up to 999. */
  failed: number;
  /** Unsent mails that were due a quarter of an hour ago. */
  late: number;
  lastSentAt: string | null;
  /** Whether the last mail was stored in the data folder because no mail server is set. */
  isStored: boolean;
}

const maxCounted = 999;
const lateMs = 15 * 60_000;

export async function readMailHealth(db: Database, now: Date): Promise<MailHealth> {
  const last = await db.query
    .selectFrom("outbox")
    .select(["status", "sent_at"])
    .where("sent_at", "is not", null)
    .orderBy("sent_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return {
    failed: await count(db, sql`status = 'failed'`),
    late: await countLate(db, now),
    lastSentAt: last?.sent_at ?? null,
    isStored: last?.status === "stored",
  };
}

/** Unsent mails by status. */
export interface MailBacklog {
  /** Due now or at the next attempt. */
  waiting: number;
  /** In a paused newsletter. */
  scheduled: number;
  failed: number;
  /** Waiting mails that were due a quarter of an hour ago. */
  late: number;
}

export async function readMailBacklog(db: Database, now: Date): Promise<MailBacklog> {
  const rows = await db.query
    .selectFrom("outbox")
    .select(["status", (eb) => eb.fn.countAll<number | string>().as("mails")])
    .where("priority", "in", everyPriority)
    .where("status", "in", ["waiting", "scheduled", "failed"])
    .groupBy("status")
    .execute();
  const countOf = (status: string) => Number(rows.find((row) => row.status === status)?.mails ?? 0);
  return {
    waiting: countOf("waiting"),
    scheduled: countOf("scheduled"),
    failed: countOf("failed"),
    late: await countLate(db, now),
  };
}

/** All stored mails by status. */
export interface MailTotals {
  waiting: number;
  sent: number;
  /** Stored in the data folder because no mail server is set. */
  stored: number;
  failed: number;
  /** Time at which the last sent mail was queued; empty without one. */
  lastSent: string;
}

export async function readMailTotals({ query }: Database): Promise<MailTotals> {
  const rows = await query
    .selectFrom("outbox")
    .select((eb) => [
      "status",
      eb.fn.countAll<number | string>().as("mails"),
      eb.fn.max("created_at").as("last"),
    ])
    .groupBy("status")
    .execute();
  const rowFor = (status: string) => rows.find((row) => row.status === status);
  const countOf = (status: string) => Number(rowFor(status)?.mails ?? 0);
  return {
    waiting: countOf("waiting"),
    sent: countOf("sent"),
    stored: countOf("stored"),
    failed: countOf("failed"),
    lastSent: rowFor("sent")?.last ?? "",
  };
}

/** Counts failed mails. */
export async function countFailedMail({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number | string>().as("mails"))
    .where("priority", "in", everyPriority)
    .where("status", "=", "failed")
    .executeTakeFirst();
  return Number(row?.mails ?? 0);
}

/** Counts up to 999. */
function countLate(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - lateMs).toISOString();
  return count(db, sql`status = 'waiting' and created_at < ${before}`);
}

async function count(db: Database, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from
    (select 1 from outbox where priority in (${sql.join(everyPriority)}) and ${condition} limit ${maxCounted}) as mails`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}
