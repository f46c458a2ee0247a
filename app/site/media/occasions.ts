import { addDays } from "#app/text/days.ts";

/** When something takes place, by the clocks of the company's time zone; empty texts mean that nobody has said it. */
export interface Timetable {
  /** The first day, `YYYY-MM-DD`. */
  date: string;
  /** `HH:MM`. */
  begins: string;
  ends: string;
  repeats: "never" | "weekly" | "monthly";
  lastDay: string;
}

/** The day of the occasion that is under way or comes next; null when there is none any more. @param now `YYYY-MM-DDTHH:MM` in the same time zone */
export function nextOccasion(timetable: Timetable, now: string): string | null {
  const { date, begins, ends, repeats, lastDay } = timetable;
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return null;
  const [today = "", clock = ""] = now.split("T");
  const isOver = clock > (ends > begins ? ends : "23:59");
  const earliest = isOver ? addDays(today, 1) : today;
  const next = findOn(date, repeats, earliest > date ? earliest : date);
  return next === null || next < earliest || (repeats !== "never" && lastDay && next > lastDay) ? null : next;
}

/** The first of its days that is not before the given one. */
function findOn(date: string, repeats: Timetable["repeats"], earliest: string): string | null {
  if (repeats === "weekly") {
    const apart = (Date.parse(earliest) - Date.parse(date)) / dayMs;
    return addDays(date, Math.ceil(apart / 7) * 7);
  }
  if (repeats === "monthly") {
    // A fifth Friday may be three months away.
    for (let ahead = 0; ahead < 4; ahead += 1) {
      const day = sameWeekday(date, earliest, ahead);
      if (day !== null && day >= earliest) return day;
    }
    return null;
  }
  return date;
}

const dayMs = 86_400_000;

/** How it comes again, in words; empty for what happens once. */
export function describeRepeat({ date, repeats }: Timetable): string {
  if (date === "" || (repeats !== "weekly" && repeats !== "monthly")) return "";
  const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" }).format(
    new Date(date),
  );
  return repeats === "weekly"
    ? `Every ${weekday}`
    : `Every month, on the ${ordinals[weekOfMonth(date) - 1]} ${weekday}`;
}

const ordinals = ["first", "second", "third", "fourth", "fifth"];

/** Which of its weekdays a day is in its month: 1 for the first. */
export function weekOfMonth(date: string): number {
  return Math.ceil(Number(date.slice(8, 10)) / 7);
}

/** The day on the same weekday of the month, so many months after that of the given day; null where the month has no such day. */
function sameWeekday(date: string, from: string, ahead: number): string | null {
  const month = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
  month.setUTCMonth(month.getUTCMonth() + ahead);
  const first = month.toISOString().slice(0, 10);
  const shift = (new Date(date).getUTCDay() - month.getUTCDay() + 7) % 7;
  const day = addDays(first, shift + (weekOfMonth(date) - 1) * 7);
  return day.slice(0, 7) === first.slice(0, 7) ? day : null;
}
