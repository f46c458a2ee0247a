import { dayOf, momentOf } from "#app/text/moments.ts";
import type { LeadSettings } from "../lead-settings.ts";

type Hours = LeadSettings["answer"]["hours"];

/** Minutes between two moments: all of them or, where the company gave its hours, those in which it is open. */
export function minutesThatCount(from: Date, to: Date, hours: Hours, timeZone: string): number {
  if (to <= from) return 0;
  if (hours === null) return Math.floor((to.getTime() - from.getTime()) / 60_000);
  const last = dayOf(to, timeZone);
  let counted = 0;
  // A year of days is more than anybody waits; then the count stands still.
  let day = dayOf(from, timeZone);
  for (let days = 0; days < 366 && day <= last; days += 1) {
    counted += minutesOn(day, { from, to, hours, timeZone });
    day = dayAfter(day);
  }
  return counted;
}

interface Span {
  from: Date;
  to: Date;
  hours: NonNullable<Hours>;
  timeZone: string;
}

function minutesOn(day: string, { from, to, hours, timeZone }: Span): number {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
  if (!hours.days.includes(weekday)) return 0;
  const at = (time: string) => Date.parse(momentOf(`${day}T${time}`, timeZone) ?? "");
  const shared = Math.min(at(hours.to), to.getTime()) - Math.max(at(hours.from), from.getTime());
  return Math.max(0, Math.floor(shared / 60_000));
}

export function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}
