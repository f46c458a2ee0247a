import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { priorities, queueMails } from "#app/mail/outbox/outbox.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { newId, newLinkKey } from "#app/platform/id.ts";
import { plainText } from "#app/text/plain-text.ts";
import { newReference } from "../intake/reference.ts";
import { confirmLetter } from "./letters.ts";
import { type Candidate, readImport, type WrongLine } from "./read-import.ts";
import { freshSubscription, type Subscriber } from "./subscriber.ts";

/** What an import would do, or has done. */
export interface ImportPlan {
  fresh: Candidate[];
  /** Addresses that get the newsletter already, or were asked to confirm. */
  known: Candidate[];
  /** Addresses that left, complained or take no mail: only their owners can bring them back. */
  ended: Candidate[];
  wrong: WrongLine[];
}

export interface ImportWish {
  csv: string;
  /** How and when all of them agreed, in words; without it each is asked to confirm. */
  proof: string;
  /** How many may be asked in a minute. */
  perMinute: number;
}

/** Says what would become of each line; nothing is kept. */
export async function planImport(db: Database, csv: string): Promise<ImportPlan> {
  const { candidates, wrong } = readImport(csv);
  const plan: ImportPlan = { fresh: [], known: [], ended: [], wrong };
  for (const some of chunksOf(candidates)) {
    const statuses = await readStatuses(db, some);
    for (const one of some) plan[placeOf(statuses.get(one.key))].push(one);
  }
  return plan;
}

/** Subscribes the addresses of a file. Done again, it subscribes only who was left out. Answers how many there were. */
export async function importSubscribers(
  db: Database,
  { csv, proof, perMinute }: ImportWish,
  { actor, now }: { actor: Actor; now: Date },
): Promise<number> {
  const stated = plainText({ max: 1000, lines: true }).safeParse(proof);
  if (!stated.success) throw validationError([{ path: ["proof"], message: "Use at most 1,000 characters" }]);
  const { fresh } = await planImport(db, csv);
  let taken = 0;
  for (const some of chunksOf(fresh)) {
    const pace = { from: taken, perMinute };
    taken += await write(db, (tx) => takeSome(tx, some, { proof: stated.data, now, pace }));
  }
  await write(db, (tx) =>
    recordAudit(tx, actor, "subscribers.imported", "subscribers", `${taken} addresses`),
  );
  return taken;
}

interface Taking {
  proof: string;
  now: Date;
  pace: { from: number; perMinute: number };
}

async function takeSome(tx: Writing, some: Candidate[], { proof, now, pace }: Taking): Promise<number> {
  const rows = some.map((one) => subscriberOf(one, proof, now));
  const inserted = await tx.query
    .insertInto("subscribers")
    .values(rows)
    .onConflict((conflict) => conflict.column("email_key").doNothing())
    .returning("email_key")
    .execute();
  const taken = new Set(inserted.map(({ email_key }) => email_key));
  const asked = rows.filter(({ email_key, status }) => status === "pending" && taken.has(email_key));
  await queueMails(
    tx,
    asked.map((row, place) => askLater(row, now, pace.from + place, pace.perMinute)),
    now,
  );
  return taken.size;
}

/** One after the other, so that a long list does not leave all at once. */
function askLater(row: Subscriber, now: Date, place: number, perMinute: number) {
  const notBefore = new Date(now.getTime() + Math.floor((place * 60_000) / perMinute));
  return { ...confirmLetter(row, notBefore), lane: priorities.bulk, notBefore };
}

function subscriberOf({ email, key, consentedAt }: Candidate, proof: string, now: Date): Subscriber {
  const at = now.toISOString();
  const isProven = proof !== "";
  return {
    id: newId(),
    reference: newReference(),
    email,
    email_key: key,
    leave_key: newLinkKey(),
    source_path: "",
    network: "",
    user_agent: "",
    spam_reasons: "",
    idempotency_key: null,
    fingerprint: "",
    created_at: at,
    updated_at: at,
    consent_text: isProven ? proof : "Imported; asked to confirm by mail.",
    ...freshSubscription(consentedAt || at),
    ...(isProven ? { status: "confirmed", confirmed_at: at, confirmed_by: "import" } : { status: "pending" }),
  };
}

async function readStatuses({ query }: Database, some: readonly Candidate[]) {
  const keys = some.map(({ key }) => key);
  const rows = await query
    .selectFrom("subscribers")
    .select(["email_key", "status"])
    .where("email_key", "in", keys)
    .execute();
  return new Map(rows.map(({ email_key, status }) => [email_key, status]));
}

function placeOf(status: Subscriber["status"] | undefined): "fresh" | "known" | "ended" {
  if (status === undefined) return "fresh";
  return status === "unsubscribed" || status === "complained" || status === "bounced" ? "ended" : "known";
}

function chunksOf<Item>(items: readonly Item[], size = 500): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
