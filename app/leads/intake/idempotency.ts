import { type Database, type Writing, write } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import type { LeadTable } from "./rules.ts";

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
  table: LeadTable,
  lead: { idempotency_key: string | null; fingerprint: string },
  now: Date,
): Promise<Accepted | null> {
  const { idempotency_key: key, fingerprint } = lead;
  if (key === null) return null;
  await tx.engine.lock(tx.query, `${table}:key:${key}`);
  const row = await tx.query
    .selectFrom(table)
    .select(["id", "reference", "fingerprint", "updated_at"])
    .where("idempotency_key", "=", key)
    .executeTakeFirst();
  if (!row) return null;
  if (row.updated_at <= new Date(now.getTime() - keyKeptMs).toISOString()) {
    await tx.query.updateTable(table).set({ idempotency_key: null }).where("id", "=", row.id).execute();
    return null;
  }
  if (row.fingerprint === fingerprint) return { reference: row.reference };
  const message = "This key was used for something else; take a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

/** Forgets the keys of more than a day ago; answers how many. */
export async function forgetOldKeys(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyKeptMs).toISOString();
  let forgotten = 0;
  for (const table of ["messages", "calls", "subscribers"] as const) {
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
