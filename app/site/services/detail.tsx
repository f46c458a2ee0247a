import { findPublished } from "#app/content/entries.ts";
import { service } from "#app/content/kinds/service.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { CallToAction } from "#app/site/parts/call-to-action.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { JsonLd } from "#app/site/parts/json-ld.tsx";
import { found } from "#app/site/parts/not-found.ts";
import { PageCover } from "#app/site/parts/page-cover.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { RichText } from "#app/site/parts/rich-text.tsx";
import { slugParam } from "#app/site/parts/slug-param.ts";
import { breadcrumbs, faqPage, serviceNode } from "#app/site/seo/json-ld.ts";
import type { Route } from "./+types/detail.ts";
import { readServicePage } from "./service-page.ts";
import { Features, Questions, Steps } from "./service-parts.tsx";
import { ServiceSide } from "./service-side.tsx";
import { ServiceWork } from "./service-work.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const entry = found(await findPublished(site.db, service, slugParam(url)));
  return await readServicePage(site, entry);
}

export function meta({ loaderData: { search, site } }: Route.MetaArgs) {
  return describePage({ ...search, ...site });
}

export default function Service({ loaderData }: Route.ComponentProps) {
  return <ServicePage page={loaderData} />;
}

type ServiceData = Awaited<ReturnType<typeof readServicePage>>;

/** The page of a service, as a preview shows it too. */
export function ServicePage({ page }: { page: ServiceData }) {
  const { title, path, summary, cover, icon, opening, body, features, steps, questions, facts, work } = page;
  const crumbs = [
    { title: "Services", path: "/services" },
    { title, path },
  ];
  return (
    <>
      <PageHead title={title} lead={summary} crumbs={crumbs} />
      <PageCover picture={cover} title={title} icon={icon} />
      <section className="service detail g">
        <div className="body">
          {opening && <RichText html={opening} className="opening" />}
          <Features features={features} />
          {body && <RichText html={body} />}
          <Steps steps={steps} />
          <Questions questions={questions} />
        </div>
        <ServiceSide title={title} facts={facts} />
      </section>
      <ServiceWork pieces={work} />
      <CallToAction />
      <JsonLd data={nodesOf(page)} />
    </>
  );
}

function nodesOf({ title, summary, path, questions, site }: ServiceData) {
  const origin = new URL(site.publicUrl);
  const home = { title: "Home", path: "/" };
  const list = { title: "Services", path: "/services" };
  return [
    serviceNode({ title, summary, path }, origin),
    breadcrumbs([home, list, { title, path }], origin),
    ...(questions.length > 0 ? [faqPage(questions)] : []),
  ];
}
