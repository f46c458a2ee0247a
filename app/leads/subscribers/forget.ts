import type { Database } from "#app/database/database.ts";

export const unconfirmedDays = 30;

/** Forgets addresses whose owners never confirmed, and what fell into the trap for machines. */
export async function forgetUnconfirmed(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unconfirmedDays * 86_400_000).toISOString();
  await db.query
    .deleteFrom("subscribers")
    .where("status", "in", ["pending", "spam"])
    .where("updated_at", "<", before)
    .execute();
}
