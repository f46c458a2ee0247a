import { Head, Heading, Html, Preview, Text } from "@react-email/components";
import type { ReactNode } from "react";
import type { MailCompany } from "../company.ts";
import { darkRules, style } from "./style.ts";
import { Unbroken } from "./unbroken.tsx";
import { WovenLine } from "./woven-line.tsx";

interface MailPageProps {
  lang: "en" | "bn";
  subject: string;
  /** What a mailbox shows beside the subject; empty for none. */
  preview: string;
  heading: string | undefined;
  company: MailCompany;
  children: ReactNode;
}

/** What every mail is as HTML: one narrow column under the company's name, by day and by night. */
export function MailPage({ lang, subject, preview, heading, company, children }: MailPageProps) {
  return (
    <Html lang={lang}>
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
          {heading ? (
            <Heading as="h1" style={style.heading} className="heading ink">
              <Unbroken text={heading} />
            </Heading>
          ) : (
            <div style={style.gap} />
          )}
          {children}
        </div>
      </body>
    </Html>
  );
}
