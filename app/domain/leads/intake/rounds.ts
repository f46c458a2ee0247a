import { queueMail } from "#app/domain/mail/outbox/outbox.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import type { CanaryLink, CanaryRoundTable } from "#app/platform/database/tables/leads.ts";
import { newId } from "#app/platform/runtime/id.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import { readLeadSettings } from "../lead-settings.ts";

/** Test message. Its encrypted id is part of the text, so that others cannot send one. */
export interface CanaryRound extends CanaryRoundTable {}

/** Starts a round; its text is sent through the form. */
export async function beginRound(
  db: Database,
  kind: CanaryRound["kind"],
  now: Date,
): Promise<{ id: string; message: string }> {
  const id = newId();
  await db.query
    .insertInto("canary_rounds")
    .values({
      id,
      kind,
      started_at: now.toISOString(),
      received_at: null,
      mail_id: null,
      ended_at: null,
      broken_link: "",
      broken_reason: "",
      notified: "",
    })
    .execute();
  return {
    id,
    message: `${prefix}${db.encryption.encrypt(JSON.stringify({ canary: id }))}`,
  };
}

const prefix = "This is a test message that the website sends itself. ";

/** Time within which the text of a round is accepted, once. */
const validMs = 10 * 60_000;

/** Whether a message begins like a test message. Visitors can write the same, so `findRound` checks the encrypted id. */
export function isTestMessage(message: string): boolean {
  return message.startsWith(prefix);
}

/** Finds the open round of a test message; null for a repeated, expired or forged one. */
export async function findRound(tx: Writing, message: string, now: Date): Promise<CanaryRound | null> {
  const id = decryptRoundId(tx.encryption, message.slice(prefix.length));
  if (id === null) return null;
  const round = await tx.query
    .selectFrom("canary_rounds")
    .selectAll()
    .where("id", "=", id)
    .where("received_at", "is", null)
    .where("ended_at", "is", null)
    .where("started_at", ">", new Date(now.getTime() - validMs).toISOString())
    .executeTakeFirst();
  return round ?? null;
}

function decryptRoundId(encryption: Encryption, encrypted: string): string | null {
  try {
    const { canary } = JSON.parse(encryption.decrypt(encrypted));
    return typeof canary === "string" ? canary : null;
  } catch {
    return null;
  }
}

/** Lifetime of a test mail. */
const mailLifetimeMs = 20 * 60_000;

/**
 * Receives a test message in the transaction that stored it: deletes the lead, marks the round as received and queues its mail,
 * if any.
 */
export async function receiveRound(
  tx: Writing,
  { id, kind }: CanaryRound,
  lead: { id: string; email: string; isSpam: boolean },
  now: Date,
): Promise<void> {
  await tx.query.deleteFrom("leads").where("id", "=", lead.id).execute();
  if (lead.isSpam) return endRound(tx, id, { link: "form", why: "It was classified as spam." }, now);
  const mailId = kind === "message" ? await queueTestMail(tx, lead.email, now) : null;
  await tx.query
    .updateTable("canary_rounds")
    .set({
      received_at: now.toISOString(),
      mail_id: mailId,
    })
    .where("id", "=", id)
    .execute();
}

function queueTestMail(tx: Writing, to: string, at: Date): Promise<string> {
  const mail = {
    template: "canary" as const,
    name: "",
    what: "trial" as const,
    at,
    says: "",
  };
  const expiresAt = new Date(at.getTime() + mailLifetimeMs);
  return queueMail(tx, { to, mail, expiresAt }, at);
}

export interface CanaryFailure {
  link: CanaryLink;
  /** Reason as a sentence. */
  why: string;
}

/**
 * Ends a round.
 * @param broken null for a successful round
 */
export async function endRound(
  tx: Database,
  id: string,
  broken: CanaryFailure | null,
  now: Date,
): Promise<void> {
  await tx.query
    .updateTable("canary_rounds")
    .set({
      ended_at: now.toISOString(),
      broken_link: broken?.link ?? "",
      broken_reason: broken?.why.slice(0, 500) ?? "",
    })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
}

/** State of the message chain according to the last rounds. */
export interface CanaryState {
  isOn: boolean;
  /** Time in ISO 8601 at which the mail server accepted the last test message; null for never. */
  lastArrivedAt: string | null;
  /** Failed link and time of the failure; null without a known failure. */
  broken: (CanaryFailure & { since: string }) | null;
  /** Whether no round ran for almost an hour: the database is read-only, or no instance runs jobs. */
  isStale: boolean;
}

export const canaryLinks = ["page", "form", "database", "outbox", "mail"] as const satisfies CanaryLink[];

const staleMs = 50 * 60_000;

export async function readCanaryState(db: Database, now: Date): Promise<CanaryState> {
  const { isOn } = (await readLeadSettings(db)).canary;
  const arrived = await db.query
    .selectFrom("canary_rounds")
    .select("ended_at")
    .where("kind", "=", "message")
    .where("broken_link", "=", "")
    .where("ended_at", "is not", null)
    .orderBy("started_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const rounds = await readRounds(db, maxRounds);
  const [newest] = rounds;
  return {
    isOn,
    lastArrivedAt: arrived?.ended_at ?? null,
    broken: findFailure(rounds),
    isStale: newest !== undefined && now.getTime() - Date.parse(newest.started_at) > staleMs,
  };
}

/** Rounds to examine; a longer failure is dated to the first of them. */
const maxRounds = 200;

/** Reads rounds, newest first. */
export function readRounds(db: Pick<Database, "query">, limit: number): Promise<CanaryRound[]> {
  return db.query
    .selectFrom("canary_rounds")
    .selectAll()
    .orderBy("started_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/**
 * Finds a failure: a rejected or unsent mail at once, any other, which may be a restart, after two in a row.
 * @param rounds newest first
 */
export function findFailure(rounds: readonly CanaryRound[]): CanaryState["broken"] {
  const ended = rounds.filter(({ ended_at }) => ended_at !== null);
  const firstWorking = ended.findIndex(({ broken_link }) => broken_link === "");
  const failing = firstWorking === -1 ? ended : ended.slice(0, firstWorking);
  const [newest] = failing;
  const oldest = failing.at(-1);
  if (!newest || !oldest || newest.broken_link === "") return null;
  if (failing.length === 1 && !isConfirmedFailure(newest)) return null;
  return {
    link: newest.broken_link,
    why: newest.broken_reason,
    since: oldest.started_at,
  };
}

/** Whether one failed round is enough to report a failure. */
export function isConfirmedFailure({ kind, broken_link }: CanaryRound): boolean {
  return kind === "message" && (broken_link === "mail" || broken_link === "outbox");
}
