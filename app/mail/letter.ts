import type { MailCompany } from "./company.ts";
import type { ContentOf, Template } from "./mail-content.ts";

/** What a mail says, before it is set as HTML or as plain text: nothing in it is markup. */
export interface Letter {
  heading: string;
  paragraphs: string[];
  facts?: { label: string; value: string }[];
  /** The one button. */
  action?: Way;
  /** A second way on, quieter, led to by a few words. */
  other?: Way & { words: string };
  /** What to do about it, or that nothing needs doing. */
  closing: string;
}

interface Way {
  label: string;
  link: string;
}

/** What a wording may speak of beside its own content. */
export interface Circumstances {
  company: MailCompany;
  /** How long its links work from the moment it was asked for, such as "30 minutes"; empty when they don't run out. */
  lifetime: string;
}

/** The words of one template. */
export interface Wording<Name extends Template> {
  subject: string;
  write(content: ContentOf<Name>, circumstances: Circumstances): Letter;
}

export type Wordings<Name extends Template> = { [Each in Name]: Wording<Each> };
