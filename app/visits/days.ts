import { DomainError } from "#app/platform/domain-error.ts";
import { addDays } from "#app/text/days.ts";
import type { Days } from "./read-visits.ts";

const usualDays = 30;
const mostDays = 366;

/** The days asked for, the last thirty when nothing is said; refused when they are none or too many. */
export function chooseDays(
  asked: { from?: string | undefined; to?: string | undefined },
  today: string,
): Days {
  const to = asked.to ?? today;
  const from = asked.from ?? addDays(to, 1 - usualDays);
  const wrong = [from, to].some((day) => !isDay(day))
    ? "Give days as YYYY-MM-DD"
    : from > to
      ? "The first day comes after the last"
      : from <= addDays(to, -mostDays)
        ? `Ask for at most ${mostDays} days at a time`
        : null;
  if (wrong !== null) throw new DomainError("invalid", `${wrong}.`, { fields: { from: wrong } });
  return { from, to };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && addDays(text, 0) === text;
}
