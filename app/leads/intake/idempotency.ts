import { type Database, type Writing, write } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";

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
