import type { Database, Writing } from "#app/database/database.ts";
import type { CanaryLink, CanaryRoundTable } from "#app/database/tables/leads.ts";
import { queueMail } from "#app/mail/outbox/outbox.ts";
import { newId } from "#app/platform/id.ts";
import type { Encryption } from "#app/platform/secrets/encryption.ts";
import { readLeadSettings } from "../lead-settings.ts";

/** One test message: sealed into the words that go through the form, so that nobody else can send one. */
export interface CanaryRound extends CanaryRoundTable {}

/** Begins a round; its words go through the form. */
export async function beginRound(
  db: Database,
  kind: CanaryRound["kind"],
  now: Date,
): Promise<{ id: string; words: string }> {
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
    words: `${opening}${db.encryption.encrypt(JSON.stringify({ canary: id }))}`,
  };
}

const opening = "This is a test message that the website sends itself. ";

/** How long a round's words are good for, once. */
const goodForMs = 10 * 60_000;

/** Whether a message opens like a test message. Visitors can write the same, so `findRound` checks the sealed rest. */
export function isTestMessage(message: string): boolean {
  return message.startsWith(opening);
}

/** The open round of a test message; null for one that was received before, has expired or is forged. */
export async function findRound(tx: Writing, message: string, now: Date): Promise<CanaryRound | null> {
  const id = openWords(tx.encryption, message.slice(opening.length));
  if (id === null) return null;
  const round = await tx.query
    .selectFrom("canary_rounds")
    .selectAll()
    .where("id", "=", id)
    .where("received_at", "is", null)
    .where("ended_at", "is", null)
    .where("started_at", ">", new Date(now.getTime() - goodForMs).toISOString())
    .executeTakeFirst();
  return round ?? null;
}

function openWords(encryption: Encryption, sealed: string): string | null {
  try {
    const { canary } = JSON.parse(encryption.decrypt(sealed));
    return typeof canary === "string" ? canary : null;
  } catch {
    return null;
  }
}

/** A test mail that has not left by then never will. */
const mailMs = 20 * 60_000;

/**
 * The end of a test message's way through the form, in the transaction that wrote it as every message: it is taken out again
 * before anybody can see it, and what is left is that it was written, with a mail where the round has one.
 */
export async function receiveRound(
  tx: Writing,
  { id, kind }: CanaryRound,
  lead: { id: string; email: string; isSpam: boolean },
  now: Date,
): Promise<void> {
  await tx.query.deleteFrom("leads").where("id", "=", lead.id).execute();
  if (lead.isSpam) return endRound(tx, id, { link: "form", why: "It was taken for spam." }, now);
  const mailId = kind === "message" ? await queueTrial(tx, lead.email, now) : null;
  await tx.query
    .updateTable("canary_rounds")
    .set({
      received_at: now.toISOString(),
      mail_id: mailId,
    })
    .where("id", "=", id)
    .execute();
}

function queueTrial(tx: Writing, to: string, at: Date): Promise<string> {
  const mail = {
    template: "canary" as const,
    name: "",
    what: "trial" as const,
    at,
    says: "",
  };
  const expiresAt = new Date(at.getTime() + mailMs);
  return queueMail(tx, { to, mail, expiresAt }, at);
}

export interface Break {
  link: CanaryLink;
  /** What was seen, in a sentence. */
  why: string;
}

/** @param broken null for a round that arrived */
export async function endRound(tx: Database, id: string, broken: Break | null, now: Date): Promise<void> {
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

/** How the way of messages stands, as the last test messages showed it. */
export interface CanaryState {
  isOn: boolean;
  /** When the last whole message arrived, its mail taken by the mail server; null for never. ISO 8601. */
  lastArrivedAt: string | null;
  /** Where the way is broken, and since when; null while it is not known to be. */
  broken: (Break & { since: string }) | null;
  /** Whether nothing was tried for most of an hour: the database takes no writing, or no instance does what happens by itself. */
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
  const rounds = await readRounds(db, mostLookedAt);
  const [newest] = rounds;
  return {
    isOn,
    lastArrivedAt: arrived?.ended_at ?? null,
    broken: findBreak(rounds),
    isStale: newest !== undefined && now.getTime() - Date.parse(newest.started_at) > staleMs,
  };
}

/** A break that lasts longer than these rounds is said to have begun with the first of them. */
const mostLookedAt = 200;

/** Newest first. */
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
 * A mail that the mail server did not take, of a whole message, is known to be broken. Anything else may be a restart, and is
 * broken when it is so twice in a row.
 * @param rounds newest first
 */
export function findBreak(rounds: readonly CanaryRound[]): CanaryState["broken"] {
  const ended = rounds.filter(({ ended_at }) => ended_at !== null);
  const firstWell = ended.findIndex(({ broken_link }) => broken_link === "");
  const failing = firstWell === -1 ? ended : ended.slice(0, firstWell);
  const [newest] = failing;
  const oldest = failing.at(-1);
  if (!newest || !oldest || newest.broken_link === "") return null;
  if (failing.length === 1 && !isKnownAtOnce(newest)) return null;
  return {
    link: newest.broken_link,
    why: newest.broken_reason,
    since: oldest.started_at,
  };
}

/** Whether a failed round needs no second one to be believed. */
export function isKnownAtOnce({ kind, broken_link }: CanaryRound): boolean {
  return kind === "message" && (broken_link === "mail" || broken_link === "outbox");
}
