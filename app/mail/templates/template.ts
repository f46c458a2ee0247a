import { momentFormatter } from "#app/text/moments.ts";
import type { MailCompany } from "../company.ts";
import type { ContentOf, TemplateName } from "./mail-content.ts";

/** What a mail says, before it is set as HTML or as plain text: nothing in it is markup. */
export interface EmailTemplate {
  /** Empty for a mail that begins with its own words. */
  heading: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  /** The one button. */
  action?: MailLink;
  /** A second way on, quieter, led to by a few words. */
  other?: MailLink & { words: string };
  /** What somebody else wrote, set apart. */
  quote?: { head: string; text: string };
  /** What to do about it, or that nothing needs doing; empty for nothing. */
  closing: string;
  /** Whether the company's own mailbox takes answers to it. */
  isAnswerable?: true;
}

interface MailLink {
  label: string;
  link: string;
}

/** What a wording may speak of beside its own content. */
export interface TemplateContext {
  company: MailCompany;
  /** How long its links work from the moment it was asked for, such as "30 minutes"; empty when they don't run out. */
  lifetime: string;
}

/** The words of one template. */
export interface Wording<Name extends TemplateName> {
  subject: string | ((content: ContentOf<Name>) => string);
  /** Whether a line of greeting stands before it; unless it says otherwise, it does. */
  greets?: false;
  write(content: ContentOf<Name>, context: TemplateContext): EmailTemplate;
}

export type Wordings<Name extends TemplateName> = { [Each in Name]: Wording<Each> };

/** How long a link works. */
export function linkWorks(lifetime: string): string {
  return lifetime === "" ? "The link works once." : `The link works once and expires after ${lifetime}.`;
}

/** Where to turn. */
export function formatContactAdvice({ email, name }: MailCompany): string {
  return email === "" ? `tell us at ${name} at once` : `write to ${email} at once`;
}

/** A moment as people of the company's place say it: 21 November 2026, 19:45 GMT+6. */
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
