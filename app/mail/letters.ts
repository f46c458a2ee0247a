import { oneLine } from "#app/text/one-line.ts";
import type { Circumstances, Letter, Wording, Wordings } from "./letter.ts";
import { deletionLetters } from "./letters/deletion.ts";
import { emailChangeLetters } from "./letters/email-change.ts";
import { noticeLetters } from "./letters/notices.ts";
import { openingLetters } from "./letters/opening.ts";
import { passwordLetters } from "./letters/password.ts";
import type { MailContent, Template } from "./mail-content.ts";

/** The same for everybody: nothing of a person's own goes into a subject. */
export function subjectOf({ template }: MailContent): string {
  return wordings[template].subject;
}

export function writeLetter(content: MailContent, circumstances: Circumstances): Letter {
  // The table has for each template the wording of that very template; the compiler can't follow the two together.
  const wording = wordings[content.template] as Wording<Template>;
  return wording.write(content, circumstances);
}

/**
 * The first line. Whoever registers another's address also chooses the name in that mail: one that a mail program
 * would turn into a link is left out.
 */
export function greet({ name }: MailContent): string {
  const known = oneLine(name, 60);
  return known === "" || looksLikeLink.test(known) ? "Hello," : `Hello ${known},`;
}

const looksLikeLink = /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{M}]{2,}/iu;

const wordings: Wordings<Template> = {
  ...openingLetters,
  ...passwordLetters,
  ...emailChangeLetters,
  ...noticeLetters,
  ...deletionLetters,
};
