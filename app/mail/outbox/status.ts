import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { everyPriority } from "./outbox.ts";

/** How the mail of the site stands. */
export interface MailHealth {
  /** Given up; at most 999 are counted. */
  failed: number;
  /** Mails whose first try was due a quarter of an hour ago and that have not left. */
  late: number;
  lastSentAt: string | null;
  /** Whether the last mail was stored in the data folder because no mail server is set. */
  isStored: boolean;
}

const mostCounted = 999;
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

/** Mails that have not left, by what they wait for. */
export interface MailBacklog {
  /** To be sent, now or at their next try. */
  waiting: number;
  /** Of a paused newsletter. */
  scheduled: number;
  /** Given up. */
  failed: number;
  /** Of those waiting, the ones whose first try was due a quarter of an hour ago. */
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

/** Every mail on record, by what became of it. */
export interface MailTotals {
  waiting: number;
  sent: number;
  /** Stored in the data folder because no mail server is set. */
  stored: number;
  failed: number;
  /** When the last one that was sent was queued; empty when none was. */
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
  const of = (status: string) => rows.find((row) => row.status === status);
  const countOf = (status: string) => Number(of(status)?.mails ?? 0);
  return {
    waiting: countOf("waiting"),
    sent: countOf("sent"),
    stored: countOf("stored"),
    failed: countOf("failed"),
    lastSent: of("sent")?.last ?? "",
  };
}

/** Mails that were given up. */
export async function countFailedMail({ query }: Database): Promise<number> {
  const row = await query
    .selectFrom("outbox")
    .select((eb) => eb.fn.countAll<number | string>().as("mails"))
    .where("priority", "in", everyPriority)
    .where("status", "=", "failed")
    .executeTakeFirst();
  return Number(row?.mails ?? 0);
}

/** At most 999 are counted. */
function countLate(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - lateMs).toISOString();
  return count(db, sql`status = 'waiting' and created_at < ${before}`);
}

async function count(db: Database, condition: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ n: number | string }>`select count(*) as n from
    (select 1 from outbox where priority in (${sql.join(everyPriority)}) and ${condition} limit ${mostCounted}) as mails`.execute(
    db.query,
  );
  return Number(rows[0]?.n ?? 0);
}
