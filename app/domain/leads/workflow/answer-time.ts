import { dayOf, momentOf } from "#app/lib/text/moments.ts";
import type { LeadSettings } from "../lead-settings.ts";

type Hours = LeadSettings["answer"]["hours"];

/** Counts the minutes between two times, within business hours if they are set. */
export function countBusinessMinutes(from: Date, to: Date, hours: Hours, timeZone: string): number {
  if (to <= from) return 0;
  if (hours === null) return Math.floor((to.getTime() - from.getTime()) / 60_000);
  const last = dayOf(to, timeZone);
  let counted = 0;
  // Counts at most a year, which limits the work.
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
