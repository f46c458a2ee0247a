import type { MailCompany } from "./company.ts";
import type { Letter } from "./letter.ts";

/** A letter as plain text, with its links in full. */
export function letterText(greeting: string, letter: Letter, company: MailCompany): string {
  const { paragraphs, facts = [], action, other, closing } = letter;
  const blocks = [
    greeting,
    ...paragraphs,
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    action ? `${action.label}:\n${action.link}` : "",
    other ? `${other.words} ${other.label}:\n${other.link}` : "",
    closing,
    `-- \n${company.name}\n${company.url.origin}`,
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}
