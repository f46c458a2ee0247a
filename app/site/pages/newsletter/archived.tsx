import { pageContext } from "#app/domain/routing/page-context.ts";
import newsletterSheet from "#app/site/pages/newsletter/newsletter-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/archived.ts";
import { readArchived } from "./archive-page.ts";
import { SignUpAside } from "./sign-up-aside.tsx";

export const links = linkSheets(textSheet, newsletterSheet);

export function loader({ context, url }: Route.LoaderArgs) {
  return readArchived(context.get(pageContext), slugParam(url));
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { site, subject, description, path } = loaderData;
  return describePage({ ...site, title: subject, description, path, type: "article" });
}

export default function Archived({ loaderData: campaign }: Route.ComponentProps) {
  const steps = [
    { title: "Newsletters", path: "/newsletter/archive" },
    { title: campaign.subject, path: campaign.path },
  ];
  return (
    <article>
      <PageHead title={campaign.subject} lead={campaign.preview} crumbs={steps}>
        <p className="meta">
          <time dateTime={campaign.day}>{campaign.dayInWords}</time>
        </p>
      </PageHead>
      <section className="page-grid detail letters">
        <div className="body">
          <RichTextView html={campaign.html} {...(campaign.lang ? { lang: campaign.lang } : {})} />
        </div>
        <SignUpAside heading={campaign.signUp.heading} text={campaign.signUp.text} />
      </section>
    </article>
  );
}
