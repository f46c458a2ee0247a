import { dayOf, localTime, momentOf } from "#app/text/moments.ts";
import { dayAfter } from "../workflow/answer-time.ts";

const morning = "08:00";

/** When the next summary leaves: at the full hour, or at eight in the morning of the company's place. */
export function dueAt(pace: "hourly" | "daily", now: Date, timeZone: string): Date {
  const hour = 3_600_000;
  if (pace === "hourly") return new Date((Math.floor(now.getTime() / hour) + 1) * hour);
  const today = dayOf(now, timeZone);
  const isEarly = localTime(now.toISOString(), timeZone).slice(11) < morning;
  return new Date(momentOf(`${isEarly ? today : dayAfter(today)}T${morning}`, timeZone) ?? now);
}
