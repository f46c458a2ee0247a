import type { Database } from "#app/database/database.ts";
import { addDays } from "#app/text/days.ts";

/** Two years and the month that is compared with them. */
export const visitsKeptDays = 762;

/** Deletes the sums of days long gone. */
export async function cleanUpVisits(db: Database, today: string): Promise<void> {
  const first = addDays(today, -visitsKeptDays);
  await db.query.deleteFrom("visits").where("day", "<", first).execute();
  await db.query.deleteFrom("visit_sources").where("day", "<", first).execute();
}
