import { renderToStaticMarkup } from "react-dom/server";
import type { Circumstances } from "./letter.ts";
import { letterText } from "./letter-text.ts";
import { greet, subjectOf, writeLetter } from "./letters.ts";
import type { LetterContent } from "./mail-content.ts";
import { LetterPage } from "./templates/letter-page.tsx";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo: string | null;
}

/** Sets a mail as HTML and as plain text; both say the same. */
export function renderMail(content: LetterContent, circumstances: Circumstances): RenderedMail {
  const { company } = circumstances;
  const letter = writeLetter(content, circumstances);
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
