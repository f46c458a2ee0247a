import { Button, Link, Text } from "@react-email/components";
import { createElement, Fragment, type ReactNode } from "react";
import type { MailCompany } from "../company.ts";
import { MailPage } from "./mail-page.tsx";
import { style } from "./style.ts";
import type { EmailTemplate } from "./template.ts";

interface Page {
  subject: string;
  greeting: string;
  letter: EmailTemplate;
  company: MailCompany;
}

/** A letter as HTML: one narrow column, one clear button, and its link once more as text. */
export function LetterPage({ subject, greeting, letter, company }: Page) {
  const { heading, paragraphs, facts = [], quote, action, other, closing } = letter;
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
      <Foot letter={letter} company={company} />
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

function Foot({ letter: { action, other }, company }: Pick<Page, "letter" | "company">) {
  const ways = [action, other].filter((way) => way !== undefined);
  return (
    <div style={style.foot} className="rule">
      {ways.map(({ label, link }) => (
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

/** Text with its line ends; a style alone would not keep them in every mail program. */
function Lines({ text }: { text: string }) {
  const [first = "", ...rest] = text.split("\n");
  const parts: ReactNode[] = [first];
  for (const line of rest) parts.push(createElement("br"), line);
  return createElement(Fragment, null, ...parts);
}
