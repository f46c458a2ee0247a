import { renderToStaticMarkup } from "react-dom/server";
import type { MailCompany } from "../company.ts";
import { LetterPage } from "./letter-page.tsx";
import type { TemplateContent } from "./mail-content.ts";
import type { EmailTemplate, TemplateContext } from "./template.ts";
import { greet, subjectOf, writeTemplate } from "./templates.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo: string | null;
}

/** Sets a mail as HTML and as plain text; both say the same. */
export function renderMail(content: TemplateContent, context: TemplateContext): RenderedMail {
  const { company } = context;
  const letter = writeTemplate(content, context);
  const subject = subjectOf(content);
  const greeting = greet(content);
  const page = <LetterPage subject={subject} greeting={greeting} letter={letter} company={company} />;
  return {
    subject,
    html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`,
    text: letterText(greeting, letter, company),
    // The product receives no mail: what a person answers goes to the company's own mailbox.
    replyTo: letter.isAnswerable && company.email !== "" ? company.email : null,
  };
}

/** A letter as plain text, with its links in full. */
function letterText(greeting: string, letter: EmailTemplate, company: MailCompany): string {
  const { paragraphs, facts = [], quote, action, other, closing } = letter;
  const blocks = [
    greeting,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    quote ? quoteText(quote) : "",
    action ? `${action.label}:\n${action.link}` : "",
    other ? `${other.words} ${other.label}:\n${other.link}` : "",
    closing,
    `-- \n${company.name}\n${company.url.origin}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

/** Each line marked, as mail programs do (RFC 3676). */
function quoteText({ head, text }: NonNullable<EmailTemplate["quote"]>): string {
  const lines = text.split("\n").map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  return [head, ...lines].filter((line) => line !== "").join("\n");
}
