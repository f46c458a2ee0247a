import { momentFormatter } from "#app/lib/text/moments.ts";
import type { MailCompany } from "../company.ts";
import type { ContentOf, TemplateName } from "./mail-content.ts";

/** Text of a mail before rendering; it contains no markup. */
export interface EmailTemplate {
  /** Empty for a mail without a heading. */
  heading: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  /** Button. */
  action?: MailLink;
  /** Secondary link with a few words before it. */
  other?: MailLink & { words: string };
  /** Quoted text of another person. */
  quote?: { head: string; text: string };
  /** Advice at the end; empty for none. */
  closing: string;
  /** Whether replies go to the company's mailbox. */
  isAnswerable?: true;
}

interface MailLink {
  label: string;
  link: string;
}

/** Data that every template may use. */
export interface TemplateContext {
  company: MailCompany;
  /** Lifetime of its links, such as "30 minutes"; empty if they do not expire. */
  lifetime: string;
}

/** Subject and text of one template. */
export interface Wording<Name extends TemplateName> {
  subject: string | ((content: ContentOf<Name>) => string);
  /** False omits the greeting. */
  greets?: false;
  write(content: ContentOf<Name>, context: TemplateContext): EmailTemplate;
}

export type Wordings<Name extends TemplateName> = { [Each in Name]: Wording<Each> };

/** Describes how long a link works. */
export function formatLinkLifetime(lifetime: string): string {
  return lifetime === "" ? "The link works once." : `The link works once and expires after ${lifetime}.`;
}

/** Describes how to contact the company. */
export function formatContactAdvice({ email, name }: MailCompany): string {
  return email === "" ? `tell us at ${name} at once` : `write to ${email} at once`;
}

/** Formats a time in the company's time zone: 21 November 2026, 19:45 GMT+6. */
export function formatMoment(at: Date, { timeZone }: MailCompany): string {
  const parts = momentFormatter({
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZoneName: "short",
    timeZone,
  });
  return parts.format(at).replace(" at ", ", ");
}

export function formatDay(on: Date, { timeZone }: MailCompany): string {
  return momentFormatter({ dateStyle: "long", timeZone }).format(on);
}
