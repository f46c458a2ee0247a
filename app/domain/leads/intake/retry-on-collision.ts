import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { Accepted } from "./reference.ts";

/** Runs `work` in a transaction, up to three times while it fails on a unique column such as the reference. */
export async function retryOnCollision(
  db: Database,
  work: (tx: Writing) => Promise<Accepted>,
): Promise<Accepted> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await write(db, work);
    } catch (error) {
      if (attempt === 3 || !db.dialect.isUniqueViolation(error)) throw error;
    }
  }
}
