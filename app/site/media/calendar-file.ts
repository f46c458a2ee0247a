import { localTime } from "#app/text/moments.ts";
import { type Timetable, weekOfMonth } from "./occasions.ts";

export interface CalendarEvent extends Timetable {
  uid: string;
  title: string;
  summary: string;
  place: string;
  address: string;
  /** ISO 8601. */
  updatedAt: string;
  timeZone: string;
  /** The day of the occasion that comes next, from which it repeats. */
  next: string;
}

/** An event for calendar programs (RFC 5545), with the rule by which it comes again. */
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

/** The zone must be described; programs know it by its name and look at this only where they do not. */
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

/** No line is longer than 75 bytes, and no character is cut in two. */
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
