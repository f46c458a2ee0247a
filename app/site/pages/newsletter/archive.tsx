import { pageContext } from "#app/domain/routing/page-context.ts";
import newsletterSheet from "#app/site/pages/newsletter/newsletter-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/archive.ts";
import { readArchive } from "./archive-page.ts";
import { SignUpAside } from "./sign-up-aside.tsx";

export const links = linkSheets(textSheet, newsletterSheet);

export function loader({ context }: Route.LoaderArgs) {
  return readArchive(context.get(pageContext));
}

export function meta({ loaderData: { site, lead } }: Route.MetaArgs) {
  return describePage({ ...site, title: "Newsletters", description: lead, path: "/newsletter/archive" });
}

export default function Archive({ loaderData: page }: Route.ComponentProps) {
  const { letter, earlier, isSample } = page;
  return (
    <>
      <PageHead title="Newsletters" lead={page.lead} />
      <section className="page-grid detail letters">
        <SignUpAside heading={page.heading} />
        {letter ? (
          <article className="body one-letter" aria-labelledby="letter">
            <p className="when">
              {isSample ? (
                "A sample of what a newsletter looks like. The first one is still to come."
              ) : (
                <>
                  The latest, <time dateTime={letter.day}>{letter.dayInWords}</time>
                </>
              )}
            </p>
            <h2 id="letter" lang={letter.lang}>
              {letter.subject}
            </h2>
            <RichTextView html={letter.html} {...(letter.lang ? { lang: letter.lang } : {})} />
          </article>
        ) : (
          <div className="body">
            <h2>The first one is still to come</h2>
            <p>Every newsletter can be read here as well.</p>
          </div>
        )}
      </section>
      {earlier.length > 0 && (
        <section className="page-grid earlier-letters" aria-labelledby="earlier">
          <h2 className="h2" id="earlier">
            Earlier newsletters
          </h2>
          <ol className="letter-index">
            {earlier.map((campaign) => (
              <li key={campaign.path}>
                <a href={campaign.path}>
                  <time dateTime={campaign.day}>{campaign.dayInWords}</time>
                  <h3 lang={campaign.lang}>{campaign.subject}</h3>
                  {campaign.preview && <p lang={campaign.lang}>{campaign.preview}</p>}
                </a>
              </li>
            ))}
          </ol>
        </section>
      )}
    </>
  );
}
