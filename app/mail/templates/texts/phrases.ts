import type { MailCompany } from "#app/mail/company.ts";

/** How long a link works. */
export function linkWorks(lifetime: string): string {
  return lifetime === "" ? "The link works once." : `The link works once and expires after ${lifetime}.`;
}

/** Where to turn. */
export function tellUs({ email, name }: MailCompany): string {
  return email === "" ? `tell us at ${name} at once` : `write to ${email} at once`;
}

/** A moment as people of the company's place say it: 21 November 2026, 19:45 GMT+6. */
export function sayMoment(at: Date, { timeZone }: MailCompany): string {
  const parts = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
    timeZone,
  } as const);
  return parts.format(at).replace(" at ", ", ");
}

export function sayDay(on: Date, { timeZone }: MailCompany): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone }).format(on);
}
