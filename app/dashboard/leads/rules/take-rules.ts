import type { LeadSettings } from "#app/leads/settings/lead-settings.ts";
import type { Sent } from "../../parts/act.ts";

const events = ["message", "call", "subscriber", "dead-mail"] as const;

/** The rules as a form sends them, for the schema to judge. */
export function takeRules({ text, all, isTicked }: Sent): Record<keyof LeadSettings, unknown> {
  const wholeNumber = (name: string) =>
    /^\d{1,6}$/.test(text(name).trim()) ? Number(text(name)) : Number.NaN;
  const orNone = (name: string) => (text(name).trim() === "" ? null : wholeNumber(name));
  const notice = (event: string) => ({
    people: all(`${event}.people`),
    addresses: text(`${event}.addresses`)
      .split(/[\s,;]+/)
      .filter(Boolean),
    pace: text(`${event}.pace`),
  });
  return {
    notices: Object.fromEntries(events.map((event) => [event, notice(event)])),
    thanks: { isOn: isTicked("thanks.isOn"), text: text("thanks.text") },
    answer: {
      withinHours: orNone("answer.withinHours"),
      hours: isTicked("answer.hasHours")
        ? { days: all("answer.days").map(Number), from: text("answer.from"), to: text("answer.to") }
        : null,
    },
    retention: {
      closedMonths: orNone("retention.closedMonths"),
      spamDays: wholeNumber("retention.spamDays"),
      traceDays: wholeNumber("retention.traceDays"),
    },
    spam: { mostLinks: wholeNumber("spam.mostLinks"), scripts: all("spam.scripts") },
  };
}
