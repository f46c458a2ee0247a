import { findPublished } from "#app/content/entries.ts";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { Gallery } from "#app/site/parts/gallery.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { JsonLd } from "#app/site/parts/json-ld.tsx";
import { found } from "#app/site/parts/not-found.ts";
import { PageCover } from "#app/site/parts/page-cover.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { slugParam } from "#app/site/parts/slug-param.ts";
import { Testimonial } from "#app/site/parts/testimonial.tsx";
import { breadcrumbs } from "#app/site/seo/json-ld.ts";
import type { Route } from "./+types/detail.ts";
import { CaseFacts } from "./case-facts.tsx";
import { readCaseStudy } from "./case-study.ts";
import { Chapters } from "./chapters.tsx";
import { NextPiece } from "./next-piece.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const entry = found(await findPublished(site.db, portfolio, slugParam(url)));
  return await readCaseStudy(site, entry);
}

export function meta({ loaderData: { search, site } }: Route.MetaArgs) {
  return describePage({ ...search, type: "article", ...site });
}

export default function CaseStudy({ loaderData }: Route.ComponentProps) {
  return <CaseStudyPage page={loaderData} />;
}

/** The page of a case study, as a preview shows it too. */
export function CaseStudyPage({ page }: { page: Awaited<ReturnType<typeof readCaseStudy>> }) {
  const { title, path, summary, cover, chapters, numbers, gallery, client, next, site } = page;
  const list = { title: "Portfolio", path: "/portfolio" };
  const whole = [{ title: "Home", path: "/" }, list, { title, path }];
  return (
    <>
      <PageHead title={title} lead={summary} crumbs={[list, { title: client?.name ?? title, path }]} />
      <PageCover picture={cover} title={title} />
      <Chapters chapters={chapters} numbers={numbers} />
      <Gallery pictures={gallery} label="Pictures of the project" />
      {client?.testimonial.quote && <Testimonial {...client.testimonial} seed={client.name} />}
      <CaseFacts {...page} />
      {next && <NextPiece {...next} />}
      <JsonLd data={breadcrumbs(whole, new URL(site.publicUrl))} />
    </>
  );
}
