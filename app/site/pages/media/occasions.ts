import { addDays } from "#app/lib/text/days.ts";
import { localTime, momentFormatter } from "#app/lib/text/moments.ts";

/** Times of an event in the company's time zone; empty means not set. */
export interface Timetable {
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`. */
  begins: string;
  ends: string;
  repeats: "never" | "weekly" | "monthly";
  lastDay: string;
}

/** The day of the current or next occasion; null after the last one. @param now `YYYY-MM-DDTHH:MM` in the same time zone */
export function nextOccasion(timetable: Timetable, now: string): string | null {
  const { date, begins, ends, repeats, lastDay } = timetable;
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const [today = "", clock = ""] = now.split("T");
  const isOver = clock > (ends > begins ? ends : "23:59");
  const earliest = isOver ? addDays(today, 1) : today;
  const next = findOn(date, repeats, earliest > date ? earliest : date);
  return next === null || next < earliest || (repeats !== "never" && lastDay && next > lastDay) ? null : next;
}

/** The first occasion on or after the earliest day. */
function findOn(date: string, repeats: Timetable["repeats"], earliest: string): string | null {
  if (repeats === "weekly") {
    const days = (Date.parse(earliest) - Date.parse(date)) / dayMs;
    return addDays(date, Math.ceil(days / 7) * 7);
  }
  if (repeats === "monthly") {
    // The next fifth Friday may be three months away.
    for (let ahead = 0; ahead < 4; ahead += 1) {
      const day = sameWeekday(date, earliest, ahead);
      if (day !== null && day >= earliest) return day;
    }
    return null;
  }
  return date;
}

const dayMs = 86_400_000;

/** The repetition in words; empty for a single event. */
export function describeRepeat({ date, repeats }: Timetable): string {
  if (date === "" || (repeats !== "weekly" && repeats !== "monthly")) return "";
  const weekday = momentFormatter({ weekday: "long", timeZone: "UTC" }).format(new Date(date));
  return repeats === "weekly"
    ? `Every ${weekday}`
    : `Every month, on the ${ordinals[weekOfMonth(date) - 1]} ${weekday}`;
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** The position of a day among equal weekdays of its month, from 1. */
function weekOfMonth(date: string): number {
  return Math.ceil(Number(date.slice(8, 10)) / 7);
}

/** The same weekday of the month, `ahead` months after `from`; null if the month has no such day. */
function sameWeekday(date: string, from: string, ahead: number): string | null {
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + ahead);
  const first = month.toISOString().slice(0, 10);
  const shift = (new Date(date).getUTCDay() - month.getUTCDay() + 7) % 7;
  const day = addDays(first, shift + (weekOfMonth(date) - 1) * 7);
  return day.slice(0, 7) === first.slice(0, 7) ? day : null;
}

export interface CalendarEvent extends Timetable {
  uid: string;
  title: string;
  summary: string;
  place: string;
  address: string;
  /** ISO 8601. */
  updatedAt: string;
  timeZone: string;
  /** Day of the next occasion, from which the event repeats. */
  next: string;
}

/** Formats an event as iCalendar (RFC 5545), with its recurrence rule. */
export function writeCalendar(event: CalendarEvent): string {
  const { next, begins, ends, timeZone } = event;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Frontdesk//Media//EN",
    ...(begins ? zoneLines(next, begins, timeZone) : []),
    "BEGIN:VEVENT",
    `UID:${escapeText(event.uid)}`,
    `DTSTAMP:${event.updatedAt.replace(/[-:]|\.\d+/g, "")}`,
    ...(begins
      ? [
          `DTSTART;TZID=${timeZone}:${compact(next)}T${compact(begins)}00`,
          ...(ends > begins ? [`DTEND;TZID=${timeZone}:${compact(next)}T${compact(ends)}00`] : []),
        ]
      : [`DTSTART;VALUE=DATE:${compact(next)}`]),
    ...ruleLines(event),
    `SUMMARY:${escapeText(event.title)}`,
    ...(event.summary ? [`DESCRIPTION:${escapeText(event.summary)}`] : []),
    ...(event.place ? [`LOCATION:${escapeText(event.place)}`] : []),
    `URL:${event.address}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join("");
}

function ruleLines({ repeats, next, begins, lastDay }: CalendarEvent): string[] {
  if (repeats !== "weekly" && repeats !== "monthly") return [];
  const until = lastDay ? `;UNTIL=${compact(lastDay)}${begins ? "T235959Z" : ""}` : "";
  if (repeats === "weekly") return [`RRULE:FREQ=WEEKLY${until}`];
  return [`RRULE:FREQ=MONTHLY;BYDAY=${weekOfMonth(next)}${weekdays[new Date(next).getUTCDay()]}${until}`];
}

const weekdays = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"];

/** Describes the time zone, which the format requires. Programs use this only if they don't know its name. */
function zoneLines(day: string, time: string, timeZone: string): string[] {
  const utc = `${day}T${time}:00.000Z`;
  const minutes = Math.round((Date.parse(`${localTime(utc, timeZone)}:00Z`) - Date.parse(utc)) / 60_000);
  const size = Math.abs(minutes);
  const two = (number: number) => String(Math.floor(number)).padStart(2, "0");
  const offset = `${minutes < 0 ? "-" : "+"}${two(size / 60)}${two(size % 60)}`;
  return [
    "BEGIN:VTIMEZONE",
    `TZID:${timeZone}`,
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    `TZOFFSETFROM:${offset}`,
    `TZOFFSETTO:${offset}`,
    "END:STANDARD",
    "END:VTIMEZONE",
  ];
}

function compact(text: string): string {
  return text.replace(/[-:]/g, "");
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n?|\n/g, "\\n")
    .replace(/\p{Cc}/gu, "");
}

/** Folds a line at 75 bytes, without splitting a character. */
function fold(line: string): string {
  let folded = "";
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 74) {
      folded += "\r\n ";
      bytes = 1;
    }
    folded += character;
    bytes += size;
  }
  return folded;
}
