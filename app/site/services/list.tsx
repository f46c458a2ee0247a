import { readSettings } from "#app/company/settings.ts";
import { listPublished } from "#app/content/entries.ts";
import { service } from "#app/content/kinds/service.ts";
import { labels } from "#app/database/labels.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { CallToAction } from "#app/site/parts/call-to-action.tsx";
import { Empty } from "#app/site/parts/empty.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import { tonesOf } from "#app/weave/tones.ts";
import type { Route } from "./+types/list.ts";
import { presentRow, ServiceRow } from "./service-row.tsx";

/** As many as the menu lists; a company with more than a hundred services has another problem. */
const most = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit, publicUrl } = context.get(pageContext);
  visit.keep(labels.settings, labels.list("service"), labels.files);
  const settings = await readSettings(db);
  const { cards } = await listPublished(db, service, { limit: most });
  return {
    ...settings.pages.services,
    services: cards.map(presentRow),
    site: siteFacts(settings, publicUrl),
  };
}

export function meta({ loaderData: { lead, site } }: Route.MetaArgs) {
  const image = "/share/page/services.png";
  return describePage({ title: "Services", description: lead, path: "/services", image, ...site });
}

export default function Services({ loaderData: { heading, lead, services } }: Route.ComponentProps) {
  const tones = tonesOf(services.map((service) => service.title));
  return (
    <>
      <PageHead title={heading || "Services"} lead={lead} />
      <section className="rows g">
        {services.map((one, at) => (
          <ServiceRow key={one.path} service={one} position={at} tone={tones[at] ?? "deep"} />
        ))}
        {services.length === 0 && (
          <Empty
            title="Our services are not listed yet."
            text="Tell us what you need and we will say whether we are the right people."
            actions={[
              { label: "Write to us", to: "/contact" },
              { label: "Back to the start", to: "/" },
            ]}
          />
        )}
      </section>
      <CallToAction />
    </>
  );
}
