import { Head, Heading, Html, Link, Preview, Text } from "@react-email/components";
import { isMainlyBangla } from "#app/content/rich-text/language.ts";
import type { RichText } from "#app/content/rich-text/schema.ts";
import { toText } from "#app/content/rich-text/text.ts";
import type { MailCompany } from "#app/mail/company.ts";
import { darkRules, style } from "#app/mail/templates/style.ts";
import { WovenLine } from "#app/mail/templates/woven-line.tsx";
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
    <Html lang={isMainlyBangla(toText(body)) ? "bn" : "en"}>
      <Head>
        <title>{subject}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkRules}</style>
      </Head>
      <body style={style.body} className="paper ink">
        {preview && <Preview>{preview}</Preview>}
        <div style={style.page} className="page">
          <Text style={style.name} className="ink">
            {company.name}
          </Text>
          <WovenLine />
          <Heading as="h1" style={style.heading} className="heading ink">
            {subject}
          </Heading>
          <Blocks blocks={body.content} {...around} />
          <div style={style.foot} className="rule">
            <Text style={style.quiet} className="quiet">
              You get this because you subscribed to the newsletter of {company.name}.
            </Text>
            <Text style={style.quiet} className="quiet">
              <FootLink href={leaveLink}>Leave the newsletter</FootLink>
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
        </div>
      </body>
    </Html>
  );
}

function FootLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} style={style.address} className="quiet">
      {children}
    </Link>
  );
}
