import { dayOf, momentOf } from "#app/text/moments.ts";

export interface SnoozeChoice {
  name: string;
  /** ISO 8601. */
  until: string;
}

const morning = "09:00";

/** When something put off usually comes back: mornings of the company's place. */
export function listSnoozeChoices(now: Date, timeZone: string): SnoozeChoice[] {
  const today = dayOf(now, timeZone);
  const weekday = new Date(`${today}T00:00:00Z`).getUTCDay() || 7;
  const inDays = (days: number) =>
    new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const choices = [
    { name: "Tomorrow morning", day: inDays(1) },
    { name: "Monday morning", day: inDays(8 - weekday) },
    { name: "In two weeks", day: inDays(14) },
    { name: "In a month", day: inDays(30) },
  ];
  return choices.map(({ name, day }) => ({
    name,
    until: momentOf(`${day}T${morning}`, timeZone) ?? now.toISOString(),
  }));
}
