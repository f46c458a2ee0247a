import { Button } from "@react-email/button";
import { Link } from "@react-email/link";
import { Text } from "@react-email/text";
import { createElement, Fragment, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import type { MailCompany } from "../company.ts";
import type { TemplateContent } from "./mail-content.ts";
import { MailPage, style } from "./mail-page.tsx";
import type { EmailTemplate, TemplateContext } from "./template.ts";
import { greet, subjectOf, writeTemplate } from "./templates.ts";

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
  replyTo: string | null;
}

/** Renders a mail as HTML and as plain text with the same content. */
export function renderMail(content: TemplateContent, context: TemplateContext): RenderedMail {
  const { company } = context;
  const template = writeTemplate(content, context);
  const subject = subjectOf(content);
  const greeting = greet(content);
  const page = <TemplatePage subject={subject} greeting={greeting} template={template} company={company} />;
  return {
    subject,
    html: `<!DOCTYPE html>${renderToStaticMarkup(page)}`,
    text: renderText(greeting, template, company),
    // The product receives no mail: replies go to the company's mailbox.
    replyTo: template.isAnswerable && company.email !== "" ? company.email : null,
  };
}

/** Renders a mail as plain text, with full URLs. */
function renderText(greeting: string, template: EmailTemplate, company: MailCompany): string {
  const { paragraphs, facts = [], quote, action, other, closing } = template;
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

/** Quotes each line with ">" (RFC 3676). */
function quoteText({ head, text }: NonNullable<EmailTemplate["quote"]>): string {
  const lines = text.split("\n").map((line) => (line.startsWith(">") ? `>${line}` : `> ${line}`.trimEnd()));
  return [head, ...lines].filter((line) => line !== "").join("\n");
}

interface Page {
  subject: string;
  greeting: string;
  template: EmailTemplate;
  company: MailCompany;
}

/** Mail as HTML: one column and one button, whose link is repeated as text. */
function TemplatePage({ subject, greeting, template, company }: Page) {
  const { heading, paragraphs, facts = [], quote, action, other, closing } = template;
  return (
    <MailPage
      lang="en"
      subject={subject}
      heading={heading}
      company={company}
      preview={paragraphs[0] ?? heading ?? ""}
    >
      {greeting && (
        <Text style={style.text} className="ink">
          {greeting}
        </Text>
      )}
      {paragraphs.map((paragraph) => (
        <Text key={paragraph} style={style.text} className="ink">
          <Lines text={paragraph} />
        </Text>
      ))}
      <Facts facts={facts} />
      {quote && <Quote quote={quote} />}
      {action && (
        <Button href={action.link} style={style.button}>
          {action.label}
        </Button>
      )}
      {other && (
        <Text style={style.text} className="ink">
          {other.words}{" "}
          <Link href={other.link} style={style.link} className="thread">
            {other.label}
          </Link>
        </Text>
      )}
      {closing && (
        <Text style={style.text} className="ink">
          {closing}
        </Text>
      )}
      <Footer template={template} company={company} />
    </MailPage>
  );
}

function Facts({ facts }: { facts: NonNullable<EmailTemplate["facts"]> }) {
  if (facts.length === 0) return null;
  return (
    <table width="100%" cellPadding={0} cellSpacing={0} border={0} style={style.facts} className="rule">
      <tbody>
        {facts.map(({ label, value }) => (
          <tr key={label}>
            <th scope="row" align="left" style={style.label} className="label quiet rule">
              {label}
            </th>
            <td style={style.value} className="value ink rule">
              {value}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Quote({ quote: { head, text } }: { quote: NonNullable<EmailTemplate["quote"]> }) {
  return (
    <>
      {head && (
        <Text style={style.quiet} className="quiet">
          {head}
        </Text>
      )}
      <blockquote style={style.quote} className="rule">
        <Text style={style.quoted} className="quiet">
          <Lines text={text} />
        </Text>
      </blockquote>
    </>
  );
}

function Footer({ template: { action, other }, company }: Pick<Page, "template" | "company">) {
  const links = [action, other].filter((entry) => entry !== undefined);
  return (
    <div style={style.foot} className="rule">
      {links.map(({ label, link }) => (
        <Text key={label} style={style.quiet} className="quiet">
          {label}:
          <br />
          <Link href={link} style={style.address} className="quiet">
            {link}
          </Link>
        </Text>
      ))}
      <Text style={style.quiet} className="quiet">
        {company.name} ·{" "}
        <Link href={company.url.origin} style={style.address} className="quiet">
          {company.url.host}
        </Link>
      </Text>
    </div>
  );
}

/** Text with `<br>` for line breaks; some mail programs ignore `white-space`. */
function Lines({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  const parts: ReactNode[] = [first];
  for (const line of rest) parts.push(createElement("br"), line);
  return createElement(Fragment, null, ...parts);
}
