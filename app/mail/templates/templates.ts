import { oneLine } from "#app/text/plain-text.ts";
import type { MailContent, TemplateContent, TemplateName } from "./mail-content.ts";
import type { EmailTemplate, TemplateContext, Wording, Wordings } from "./template.ts";
import { deletionWordings, emailChangeWordings, openingWordings, passwordWordings } from "./texts/account.ts";
import { leadWordings } from "./texts/leads.ts";
import { newsletterWordings } from "./texts/newsletter.ts";
import { canaryWordings, noticeWordings, testWordings } from "./texts/notices.ts";

/** Nothing of a stranger's own goes into a subject. What people write to many has one of its own. */
export function subjectOf(content: MailContent): string {
  if (content.template === "newsletter") return "";
  const { subject } = wordingOf(content);
  return typeof subject === "string" ? subject : subject(content);
}

export function writeTemplate(content: TemplateContent, context: TemplateContext): EmailTemplate {
  return wordingOf(content).write(content, context);
}

/**
 * The first line. Whoever registers another's address also chooses the name in that mail: one that a mail program
 * would turn into a link is left out.
 */
export function greet(content: TemplateContent): string {
  if (wordingOf(content).greets === false) return "";
  const known = oneLine(content.name, 60);
  return known === "" || looksLikeLink.test(known) ? "Hello," : `Hello ${known},`;
}

const looksLikeLink = /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{M}]{2,}/iu;

/** The table has for each template the wording of that very template; the compiler can't follow the two together. */
function wordingOf({ template }: TemplateContent): Wording<TemplateName> {
  return wordings[template] as Wording<TemplateName>;
}

const wordings: Wordings<TemplateName> = {
  ...openingWordings,
  ...passwordWordings,
  ...emailChangeWordings,
  ...noticeWordings,
  ...deletionWordings,
  ...newsletterWordings,
  ...testWordings,
  ...canaryWordings,
  ...leadWordings,
};
