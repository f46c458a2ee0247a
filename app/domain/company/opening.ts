import { parseClockRanges, writeClock, writeClockRanges } from "#app/lib/text/clock-ranges.ts";
import { addDays, weekdayOf, writeDayAndMonth } from "#app/lib/text/days.ts";
import { dayOf, localTime, momentOf } from "#app/lib/text/moments.ts";
import type { Settings } from "./settings-schema.ts";

export type OpeningSettings = Settings["opening"];

/** Order of the table; the week begins on Sunday, as in Bangladesh. */
export const weekdays = [
  "sunday",
  "monday",
  "tuesday",
  "wednesday",
  "thursday",
  "friday",
  "saturday",
] as const;

export interface OpeningState {
  isOpen: boolean;
  /** Such as "Open until 18:00", "Opens Sunday 10:00" or "Closed: Eid. Opens 2 April 10:00". */
  words: string;
}

/** Days searched for the next opening. */
const searchDays = 370;

/**
 * Describes whether a company is open at a time, and until or from when; null without hours.
 * @param timeZone IANA name of the company's time zone
 */
export function describeOpening(opening: OpeningSettings, timeZone: string, now: Date): OpeningState | null {
  const today = dayOf(now, timeZone);
  const span = findSpan(opening, timeZone, now, today);
  if (!span) return null;
  if (span.from <= now.toISOString()) {
    if (span.isEndless) return { isOpen: true, words: "Open now" };
    return { isOpen: true, words: `Open until ${formatTime(span.to, timeZone, today)}` };
  }
  const holiday = holidayOn(opening, today);
  const opens = `Opens ${formatTime(span.from, timeZone, today, "today ")}`;
  const words = holiday?.name && holiday.hours === "" ? `Closed: ${holiday.name}. ${opens}` : opens;
  return { isOpen: false, words };
}

interface Span {
  /** ISO 8601 in UTC. */
  from: string;
  to: string;
  /** Whether it lasts more than a week. */
  isEndless: boolean;
}

/** Finds the span around a time, or the next one. Spans that meet at midnight are joined. */
function findSpan(opening: OpeningSettings, timeZone: string, now: Date, today: string): Span | null {
  const at = now.toISOString();
  let from = "";
  let to = "";
  for (let ahead = -1; ahead < searchDays; ahead += 1) {
    for (const span of spansOf(opening, timeZone, addDays(today, ahead))) {
      if (to !== "" && span.from > to) return { from, to, isEndless: false };
      if (span.to <= at) continue;
      from ||= span.from;
      to = span.to;
    }
    if (to !== "" && ahead > 7) return { from, to, isEndless: true };
  }
  return to === "" ? null : { from, to, isEndless: false };
}

function spansOf(opening: OpeningSettings, timeZone: string, day: string): { from: string; to: string }[] {
  return rangesOn(opening, day).flatMap(({ from, to }) => {
    const start = momentOf(`${day}T${writeClock(from)}`, timeZone);
    const end =
      to === 1440
        ? momentOf(`${addDays(day, 1)}T00:00`, timeZone)
        : momentOf(`${day}T${writeClock(to)}`, timeZone);
    return start && end ? [{ from: start, to: end }] : [];
  });
}

function rangesOn(opening: OpeningSettings, day: string) {
  const hours = holidayOn(opening, day)?.hours ?? opening[weekdays[weekdayOf(day)] ?? "sunday"];
  const ranges = parseClockRanges(hours);
  return typeof ranges === "string" ? [] : ranges;
}

function holidayOn({ holidays }: OpeningSettings, day: string) {
  return holidays.find(({ from, to }) => from !== "" && from <= day && day <= (to || from));
}

/** Formats a time as "18:00" today, "Sunday 10:00" within a week, "2 April 10:00" later. */
function formatTime(at: string, timeZone: string, today: string, ifToday = ""): string {
  const [day = "", time = ""] = localTime(at, timeZone).split("T");
  if (day === today) return `${ifToday}${time}`;
  return `${day < addDays(today, 7) ? nameOf(weekdays[weekdayOf(day)] ?? "sunday") : writeDayAndMonth(day)} ${time}`;
}

function nameOf(weekday: string): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

export interface OpeningLine {
  /** "Sunday–Thursday", "Friday", "Eid, 2 April–5 April". */
  days: string;
  /** "10:00–18:00" or "Closed". */
  hours: string;
}

/** Lists the week, with equal consecutive days joined, and upcoming holidays; empty without hours. */
export function listOpening(opening: OpeningSettings, today: string): OpeningLine[] {
  if (weekdays.every((day) => opening[day] === "")) return [];
  const runs: { first: string; last: string; hours: string }[] = [];
  for (const day of weekdays) {
    const run = runs.at(-1);
    if (run?.hours === opening[day]) run.last = day;
    else runs.push({ first: day, last: day, hours: opening[day] });
  }
  const near = addDays(today, holidayLeadDays);
  const holidays = opening.holidays
    .filter(({ from, to }) => from !== "" && from <= near && today <= (to || from))
    .toSorted((one, other) => (one.from < other.from ? -1 : 1));
  return [
    ...runs.map(({ first, last, hours }) => ({
      days: first === last ? nameOf(first) : `${nameOf(first)}–${nameOf(last)}`,
      hours: formatHours(hours),
    })),
    ...holidays.map(({ name, from, to, hours }) => ({
      days: [
        name,
        [from, to]
          .filter((day, at) => day && (at === 0 || day !== from))
          .map(writeDayAndMonth)
          .join("–"),
      ]
        .filter(Boolean)
        .join(", "),
      hours: formatHours(hours),
    })),
  ];
}

/** Days before a holiday from which it is listed. */
const holidayLeadDays = 60;

function formatHours(hours: string): string {
  const ranges = parseClockRanges(hours);
  return hours === "" || typeof ranges === "string" ? "Closed" : writeClockRanges(ranges);
}
