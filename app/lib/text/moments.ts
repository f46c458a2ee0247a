const english = "en-GB";

export interface TimeContext {
  /** IANA name, such as "Asia/Dhaka". */
  timeZone: string;
  /** ISO 8601. */
  now: string;
}

/** Formats a moment relative to now: "Today 10:04", "Yesterday 16:40", "Mon 09:30", "2 Nov", "11 Mar 2024". */
export function describeMoment(at: string, { timeZone, now }: TimeContext): string {
  const [day, today] = [dayOf(at, timeZone), dayOf(now, timeZone)];
  const time = momentFormatter({ timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(at));
  const difference = Math.round((Date.parse(day) - Date.parse(today)) / 86_400_000);
  const near: Record<number, string> = { [-1]: "Yesterday", 0: "Today", 1: "Tomorrow" };
  if (near[difference]) return `${near[difference]} ${time}`;
  if (Math.abs(difference) < 7)
    return `${momentFormatter({ timeZone, weekday: "short" }).format(new Date(at))} ${time}`;
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : { year: "numeric" as const };
  return momentFormatter({ timeZone, day: "numeric", month: "short", ...year }).format(new Date(at));
}

/** Formats a moment within a sentence: "today 10:04", "Mon 09:30". */
export function describeMomentInSentence(at: string, here: TimeContext): string {
  return describeMoment(at, here).replace(/^(?:Yesterday|Today|Tomorrow)\b/, (word) => word.toLowerCase());
}

/** Formats a moment in full: "Friday 20 November 2026, 14:02". */
export function spellMoment(at: string, timeZone: string): string {
  const date = new Date(at);
  const day = momentFormatter({ timeZone, weekday: "long", day: "numeric", month: "long", year: "numeric" });
  return `${day.format(date).replace(",", "")}, ${momentFormatter({ timeZone, hour: "2-digit", minute: "2-digit" }).format(date)}`;
}

/** Formats a moment with date and time, for records: "20 Nov 2026, 14:02". */
export function stampMoment(at: string, timeZone: string): string {
  const options = { timeZone, day: "numeric", month: "short", year: "numeric" } as const;
  const time = momentFormatter({ timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(at));
  return `${momentFormatter(options).format(new Date(at))}, ${time}`;
}

/** Calendar day of a moment in a time zone, `YYYY-MM-DD`. */
export function dayOf(at: string | Date, timeZone: string): string {
  return dateFormat(timeZone).format(new Date(at));
}

/**
 * Moment at which a clock in the zone shows the given time. @param local `YYYY-MM-DDTHH:mm` @returns ISO 8601 in UTC;
 * null if invalid
 */
export function momentOf(local: string, timeZone: string): string | null {
  const asUtc = Date.parse(`${local.slice(0, 16)}:00Z`);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(local) || Number.isNaN(asUtc)) return null;
  // Twice, because the first guess may be across a clock change.
  const guess = asUtc - offsetAt(asUtc, timeZone);
  return new Date(asUtc - offsetAt(guess, timeZone)).toISOString();
}

/** Local time of a moment, `YYYY-MM-DDTHH:mm`, for `<input type="datetime-local">`. */
export function localTime(at: string, timeZone: string): string {
  const time = momentFormatter({ timeZone, hour: "2-digit", minute: "2-digit" }).format(new Date(at));
  return `${dayOf(at, timeZone)}T${time}`;
}

function offsetAt(at: number, timeZone: string): number {
  const whole = Math.floor(at / 60_000) * 60_000;
  return Date.parse(`${localTime(new Date(whole).toISOString(), timeZone)}:00Z`) - whole;
}

const known = new Map<string, Intl.DateTimeFormat>();

/** English formatter with hours from 00 to 23. Cached by options: creation costs more than a hundred uses. */
export function momentFormatter(options: Intl.DateTimeFormatOptions, locale = english): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options);
  const found = known.get(key) ?? new Intl.DateTimeFormat(locale, { hourCycle: "h23", ...options });
  known.set(key, found);
  return found;
}

function dateFormat(timeZone: string) {
  return momentFormatter({ timeZone, year: "numeric", month: "2-digit", day: "2-digit" }, "en-CA");
}
