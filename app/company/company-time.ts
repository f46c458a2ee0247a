import type { Database } from "#app/database/database.ts";
import { dayOf, momentOf } from "#app/text/moments.ts";
import { readSettings } from "./settings.ts";
import type { Settings } from "./settings-schema.ts";

/** The company's time zone as an IANA name; UTC until one is set. */
export function timeZoneOf({ company }: { company: Pick<Settings["company"], "timeZone"> }): string {
  return company.timeZone || "UTC";
}

/** The same from the database. */
export async function readTimeZone(db: Database): Promise<string> {
  return timeZoneOf(await readSettings(db));
}

/** The day that a moment belongs to for the company, `YYYY-MM-DD`. */
export async function companyDay(db: Database, at: string | Date): Promise<string> {
  return dayOf(at, await readTimeZone(db));
}

/** The dates of an entry: the day its writer gave, if any, and the moment of first publication. */
interface Dated {
  day: string;
  publishedAt: string | null;
}

/** The day an entry shows, `YYYY-MM-DD`: the given one, or the day of its publication in the time zone; "" without both. */
export function publicDay({ day, publishedAt }: Dated, timeZone: string): string {
  return day || (publishedAt === null || publishedAt === "" ? "" : dayOf(publishedAt, timeZone));
}

/** The moment an entry is dated by, ISO 8601 in UTC: its publication, or noon of the given day if that is another day. */
export function publicMoment({ day, publishedAt }: Dated, timeZone: string): string {
  if (publishedAt !== null && (day === "" || dayOf(publishedAt, timeZone) === day)) return publishedAt;
  return momentOf(`${day}T12:00`, timeZone) ?? publishedAt ?? "";
}
