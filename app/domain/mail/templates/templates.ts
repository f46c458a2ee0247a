import { oneLine } from "#app/lib/text/plain-text.ts";
import type { MailContent, TemplateContent, TemplateName } from "./mail-content.ts";
import type { EmailTemplate, TemplateContext, Wording, Wordings } from "./template.ts";
import { deletionWordings, emailChangeWordings, openingWordings, passwordWordings } from "./texts/account.ts";
import { leadWordings } from "./texts/leads.ts";
import { newsletterWordings } from "./texts/newsletter.ts";
import { canaryWordings, noticeWordings, testWordings } from "./texts/notices.ts";

/** Returns the subject of a mail, which contains no text of visitors; empty for newsletters, which have their own. */
export function subjectOf(content: MailContent): string {
  if (content.template === "newsletter") return "";
  const { subject } = wordingOf(content);
  return typeof subject === "string" ? subject : subject(content);
}

export function writeTemplate(content: TemplateContent, context: TemplateContext): EmailTemplate {
  return wordingOf(content).write(content, context);
}

/**
 * Returns the greeting. Omits a name that mail programs would turn into a link: a stranger can register any address with a name
 * of their choice.
 */
export function greet(content: TemplateContent): string {
  if (wordingOf(content).greets === false) return "";
  const name = oneLine(content.name, 60);
  return name === "" || linkPattern.test(name) ? "Hello," : `Hello ${name},`;
}

const linkPattern = /:\/\/|@|\bwww\.|[\p{L}\p{N}]\.[\p{L}\p{M}]{2,}/iu;

/** Casts, since the compiler cannot pair a template with its own wording. */
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
