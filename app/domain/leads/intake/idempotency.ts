import { validationError } from "#app/lib/errors/domain-error.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { type LeadKind, pluralOf } from "../lead-kinds.ts";
import type { Accepted } from "./reference.ts";

/** Lifetime of a key in milliseconds. */
export const keyLifetimeMs = 24 * 3_600_000;

/** Checks an idempotency key; null without one. Throws a DomainError for a malformed one. */
export function readIdempotencyKey(key: string | null | undefined): string | null {
  if (key === null || key === undefined) return null;
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  const message = "Enter a key of 1 to 200 ASCII characters without spaces";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

/**
 * Returns the answer to an earlier submission with the same key within a day; null for a new key. Locks the key until the
 * transaction ends; throws a DomainError if it was used for other content.
 */
export async function findByIdempotencyKey(
  tx: Writing,
  kind: LeadKind | "subscriber",
  sent: { idempotency_key: string | null; fingerprint: string },
  now: Date,
): Promise<Accepted | null> {
  const { idempotency_key: key, fingerprint } = sent;
  if (key === null) return null;
  const isSubscriber = kind === "subscriber";
  await tx.locks.acquire(tx.query, `${isSubscriber ? "subscribers" : pluralOf[kind]}:key:${key}`);
  const row = isSubscriber ? await findSubscriber(tx, key) : await findSentLead(tx, kind, key);
  if (!row) return null;
  if (row.updated_at <= new Date(now.getTime() - keyLifetimeMs).toISOString()) {
    const table = isSubscriber ? "subscribers" : "leads";
    await tx.query.updateTable(table).set({ idempotency_key: null }).where("id", "=", row.id).execute();
    return null;
  }
  if (row.fingerprint === fingerprint) return { reference: row.reference };
  const message = "This key was used for something else; use a new one";
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

/** Clears keys older than a day; returns their number. */
export async function clearOldKeys(db: Database, now: Date): Promise<number> {
  const before = new Date(now.getTime() - keyLifetimeMs).toISOString();
  let cleared = 0;
  for (const table of ["leads", "subscribers"] as const) {
    const result = await db.query
      .updateTable(table)
      .set({ idempotency_key: null })
      .where("idempotency_key", "is not", null)
      .where("updated_at", "<=", before)
      .executeTakeFirst();
    cleared += Number(result.numUpdatedRows);
  }
  return cleared;
}
