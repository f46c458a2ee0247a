import { createHash } from "node:crypto";
import { type Database, type Writing, write } from "#app/database/database.ts";
import { networkOf } from "#app/http/listener/client.ts";
import type { Limit } from "#app/http/ops/limits.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";
import { type FormSigns, type SpamHabits, spamReasons } from "../spam.ts";

/** Where something sent in came from, as the request and the form tell it. */
export interface SubmissionMetadata extends FormSigns {
  /** Network address of the sender. */
  address: string;
  userAgent?: string | null;
  /** Page of ours it was sent from. */
  sourcePath?: string | null;
  /** Address of the page that led there, when a script told it. */
  referrer?: string | null;
  idempotencyKey?: string | null;
  /** The sentence agreed to, as shown. */
  consentText: string;
  now: Date;
}

/** An origin in the columns that every kind of lead has. */
export function metadataColumns(origin: SubmissionMetadata, texts: readonly string[], habits?: SpamHabits) {
  const at = origin.now.toISOString();
  return {
    consent_text: clip(origin.consentText, 1000),
    source_path: ownPath(origin.sourcePath),
    network: networkOf(clip(origin.address, 60)),
    user_agent: clip(origin.userAgent, 400),
    spam_reasons: spamReasons(origin, texts, habits).join(" "),
    idempotency_key: readKey(origin.idempotencyKey),
    created_at: at,
    updated_at: at,
  };
}

/** The page that led here, without its query: others' queries can carry what is none of our business. */
export function referrerColumn(origin: SubmissionMetadata): string {
  const url = URL.parse(clip(origin.referrer, 2000));
  return url && /^https?:$/.test(url.protocol) ? clip(`${url.origin}${url.pathname}`, 500) : "";
}

function readKey(key: string | null | undefined): string | null {
  if (key === null || key === undefined) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const message = "Give a key of 1 to 200 letters, digits and signs, without spaces";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

function ownPath(path: string | null | undefined): string {
  const text = clip(path, 500);
  return /^\/(?!\/)/.test(text) ? text : "";
}

/** Untrusted text of any kind made fit for a column: whole characters, no controls, not too long. */
function clip(text: string | null | undefined, max: number): string {
  return (text ?? "")
    .slice(0, max)
    .toWellFormed()
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu, "");
}

/** What the sender is told: the number to quote. */
export interface Accepted {
  reference: string;
}

export const keyKeptMs = 24 * 3_600_000;

/** Runs `work` in one transaction, and again when the number or address it wanted was taken meanwhile. */
export async function acceptOnce(db: Database, work: (tx: Writing) => Promise<Accepted>): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(db, work);
    } catch (error) {
      if (attempt === 3 || !db.engine.isTaken(error)) throw error;
    }
  }
}

/**
 * The answer given before to the same Idempotency-Key, for a day; null for a new key. Holds off others with this key until
 * the transaction ends. Throws a DomainError when the key stood for other content.
 */
export async function findByKey(
  tx: Writing,
  kind: LeadKind | "subscriber",
  sent: { idempotency_key: string | null; fingerprint: string },
  now: Date,
): Promise<Accepted | null> {
  const { idempotency_key: key, fingerprint } = sent;
  if (key === null) return null;
  const isSubscriber = kind === "subscriber";
  await tx.engine.lock(tx.query, `${isSubscriber ? "subscribers" : pluralOf[kind]}:key:${key}`);
  const row = isSubscriber ? await findSubscriber(tx, key) : await findSentLead(tx, kind, key);
  if (!row) return null;
  if (row.updated_at <= new Date(now.getTime() - keyKeptMs).toISOString()) {
    const table = isSubscriber ? "subscribers" : "leads";
    await tx.query.updateTable(table).set({ idempotency_key: null }).where("id", "=", row.id).execute();
    return null;
  }
  if (row.fingerprint === fingerprint) return { reference: row.reference };
  const message = "This key was used for something else; take a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

const sentColumns = ["id", "reference", "fingerprint", "updated_at"] as const;

function findSentLead({ query }: Writing, kind: LeadKind, key: string) {
  return query
    .selectFrom("leads")
    .select(sentColumns)
    .where("idempotency_key", "=", key)
    .where("kind", "=", kind)
    .executeTakeFirst();
}

function findSubscriber({ query }: Writing, key: string) {
  return query
    .selectFrom("subscribers")
    .select(sentColumns)
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
}

/** Forgets the keys of more than a day ago; answers how many. */
export async function forgetOldKeys(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyKeptMs).toISOString();
  let forgotten = 0;
  for (const table of ["leads", "subscribers"] as const) {
    const result = await db.query
      .updateTable(table)
      .set({ idempotency_key: null })
      .where("idempotency_key", "is not", null)
      .where("updated_at", "<=", before)
      .executeTakeFirst();
    forgotten += Number(result.numUpdatedRows);
  }
  return forgotten;
}

/** How often one sender, and one network, may send what form. */
const rules = {
  messages: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  calls: { sender: [{ max: 5, seconds: 600 }], network: [{ max: 20, seconds: 600 }] },
  subscribers: {
    sender: [
      { max: 5, seconds: 1800 },
      { max: 10, seconds: 86_400 },
    ],
    network: [{ max: 20, seconds: 600 }],
  },
} as const;

type LimitedForm = keyof typeof rules;

/** @param sender key of an e-mail address, or a phone number; kept only as a hash */
export function limitsFor(form: LimitedForm, sender: string, network: string): Limit[] {
  const hash = createHash("sha256").update(sender).digest("base64url").slice(0, 22);
  const subjects = { sender: hash, network };
  return (["sender", "network"] as const).flatMap((by) =>
    rules[form][by].map(({ max, seconds }) => ({
      rule: `${form}:${by}:${seconds}`,
      subject: subjects[by],
      max,
      seconds,
    })),
  );
}

/** What two sendings of the same content have in common. */
export function fingerprintOf(kind: string, values: readonly string[]): string {
  return createHash("sha256")
    .update(JSON.stringify([kind, ...values]))
    .digest("base64url");
}
