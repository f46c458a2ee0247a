import { Link, Text } from "@react-email/components";
import type { MailCompany } from "#app/mail/company.ts";
import { MailPage } from "#app/mail/templates/mail-page.tsx";
import { style } from "#app/mail/templates/style.ts";
import { isMainlyBangla } from "#app/rich-text/schema/language.ts";
import type { RichText } from "#app/rich-text/schema/schema.ts";
import { toText } from "#app/rich-text/text.ts";
import { Blocks } from "./blocks.tsx";
import type { Surroundings } from "./surroundings.ts";

/** A newsletter as it is to be set. */
export interface IssuePageProps extends Surroundings {
  subject: string;
  preview: string;
  body: RichText;
  company: MailCompany;
  /** Where the company sits, as its readers' laws ask. */
  address: string;
  leaveLink: string;
  /** Where it stands on the web; null when it does not. */
  webLink: string | null;
}

/** A newsletter as HTML for mailboxes: one column, no pictures but its own, nothing that tells who reads it. */
export function IssuePage({
  subject,
  preview,
  body,
  company,
  address,
  leaveLink,
  webLink,
  ...around
}: IssuePageProps) {
  return (
    <MailPage
      subject={subject}
      preview={preview}
      company={company}
      lang={isMainlyBangla(toText(body)) ? "bn" : "en"}
      heading={subject}
    >
      <Blocks blocks={body.content} {...around} />
      <div style={style.foot} className="rule">
        <Text style={style.quiet} className="quiet">
          You get this because you subscribed to the newsletter of {company.name}.
        </Text>
        <Text style={style.quiet} className="quiet">
          <FootLink href={leaveLink}>Unsubscribe</FootLink>
          {webLink && (
            <>
              {" · "}
              <FootLink href={webLink}>Read it on the web</FootLink>
            </>
          )}
        </Text>
        <Text style={style.quiet} className="quiet">
          {company.name}
          {address && `, ${address}`} · <FootLink href={company.url.origin}>{company.url.host}</FootLink>
        </Text>
      </div>
    </MailPage>
  );
}

function FootLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} style={style.address} className="quiet">
      {children}
    </Link>
  );
}
