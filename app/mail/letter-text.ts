import type { MailCompany } from "./company.ts";
import type { Letter } from "./letter.ts";

/** A letter as plain text, with its links in full. */
export function letterText(greeting: string, letter: Letter, company: MailCompany): string {
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
function quoteText({ head, text }: NonNullable<Letter["quote"]>): string {
  const lines = text.split("\n").map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  return [head, ...lines].filter((line) => line !== "").join("\n");
}
