import { dayOf, momentOf } from "#app/lib/text/moments.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readSettings } from "./settings.ts";
import type { Settings } from "./settings-schema.ts";

/** Returns the company's time zone as an IANA name; UTC until one is set. */
export function timeZoneOf({ company }: { company: Pick<Settings["company"], "timeZone"> }): string {
  return company.timeZone || "UTC";
}

/** Reads the company's time zone from the settings. */
export async function readTimeZone(db: Database): Promise<string> {
  return timeZoneOf(await readSettings(db));
}

/** Returns the day of a time in the company's time zone, `YYYY-MM-DD`. */
export async function companyDay(db: Database, at: string | Date): Promise<string> {
  return dayOf(at, await readTimeZone(db));
}

/** Dates of an entry: the day set by its author, if any, and the time of first publication. */
interface Dated {
  day: string;
  publishedAt: string | null;
}

/** Returns the day shown for an entry, `YYYY-MM-DD`: the set one, or that of publication; "" without both. */
export function publicDay({ day, publishedAt }: Dated, timeZone: string): string {
  return day || (publishedAt === null || publishedAt === "" ? "" : dayOf(publishedAt, timeZone));
}

/** Returns an entry's time in ISO 8601 UTC: that of publication, or noon of the set day if that differs. */
export function publicMoment({ day, publishedAt }: Dated, timeZone: string): string {
  if (publishedAt !== null && (day === "" || dayOf(publishedAt, timeZone) === day)) return publishedAt;
  return momentOf(`${day}T12:00`, timeZone) ?? publishedAt ?? "";
}
