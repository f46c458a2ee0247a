import { domainOf, type Mailbox } from "#app/platform/mailbox.ts";
import { oneLine } from "#app/text/one-line.ts";

/** One mail, ready to leave. */
export interface Message {
  /** Stays the same however often it is tried. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
  date: Date;
}

/** Nodemailer's form of it: addresses as parts, so that none is parsed out of a text, and no file or web address is ever read. */
export function composeMessage({ id, to, subject, html, text, date }: Message, from: Mailbox) {
  return {
    envelope: { from: from.address, to: [to] },
    from,
    to: { name: "", address: to },
    subject: oneLine(subject, 200),
    html,
    text,
    date,
    messageId: `<${id}@${domainOf(from)}>`,
    headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
