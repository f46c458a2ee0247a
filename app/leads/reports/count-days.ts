import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { addDays } from "#app/text/days.ts";
import { momentOf } from "#app/text/moments.ts";

export interface LeadDay {
  /** `YYYY-MM-DD` in the company's time zone. */
  day: string;
  /** Messages and calls that came in, spam and doubles left out. */
  leads: number;
  /** How many of them wait for an answer. */
  open: number;
}

/** What came in on each of the days, in their order. */
export async function countLeadDays(
  db: Database,
  days: readonly string[],
  timeZone: string,
): Promise<LeadDay[]> {
  const counts = new Map(days.map((day) => [day, { day, leads: 0, open: 0 }]));
  for (const { day, leads, open } of await countBetween(db, days, timeZone))
    counts.set(day, { day, leads: Number(leads), open: Number(open) });
  return [...counts.values()];
}

interface Row {
  day: string;
  leads: number | string;
  open: number | string;
}

/** One stretch of an index a day: what a day is differs by time zone, and both engines know moments as text only. */
async function countBetween(db: Database, days: readonly string[], timeZone: string): Promise<Row[]> {
  const stretches = days.map(
    (day) => sql`(${day}, ${startOf(day, timeZone)}, ${startOf(addDays(day, 1), timeZone)})`,
  );
  const { rows } = await sql<Row>`with days(day, starts, ends) as (values ${sql.join(stretches)})
    select day, count(*) as leads, sum(case when (status = 'new' or (status = 'open' and answered_at is null)) and snoozed_until is null and erased_at is null then 1 else 0 end) as open
    from days cross join leads
    where created_at >= starts and created_at < ends and status <> 'spam' and merged_into is null group by day`.execute(
    db.query,
  );
  return rows;
}

/** A day without a midnight begins with its first hour. */
function startOf(day: string, timeZone: string): string {
  return momentOf(`${day}T00:00`, timeZone) ?? `${day}T00:00:00.000Z`;
}
