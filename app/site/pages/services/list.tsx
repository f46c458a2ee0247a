import { readSettings } from "#app/domain/company/settings.ts";
import type { Card } from "#app/domain/content/entry.ts";
import { service } from "#app/domain/content/kinds/service.ts";
import { listPublished } from "#app/domain/content/published/entries.ts";
import type { Picture } from "#app/domain/files/pictures/picture.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { type Look, looksOf } from "#app/lib/weave/looks.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { pieceTags } from "#app/site/pages/portfolio/pieces.ts";
import servicesSheet from "#app/site/pages/services/services-page.css?url";
import { closingOf } from "#app/site/parts/closing.ts";
import { EmptyNote } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets, siteFacts } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { findServicePictures, offerOf } from "./service-page.ts";

export const links = linkSheets(servicesSheet);

/** Maximum number of services, as in the menu. */
const most = 100;

export async function loader({ context }: Route.LoaderArgs) {
  const { db, requestContext, publicUrl } = context.get(pageContext);
  requestContext.cacheTags(cacheTags.settings, cacheTags.list("service"), ...pieceTags);
  const settings = await readSettings(db);
  const { cards } = await listPublished(db, service, { limit: most });
  const pictures = await findServicePictures(db, cards);
  return {
    ...settings.pages.services,
    closing: closingOf(settings, "services", { path: "/services", publicUrl }),
    services: cards.map((card) => presentRow(card, pictures.get(card.id) ?? null)),
    site: siteFacts(settings, publicUrl),
  };
}

export function meta({ loaderData: { lead, site } }: Route.MetaArgs) {
  const image = "/share/page/services.png";
  return describePage({ title: "Services", description: lead, path: "/services", image, ...site });
}

export default function Services({ loaderData }: Route.ComponentProps) {
  const { heading, lead, closing, services } = loaderData;
  const looks = looksOf(services.map((service) => service.title));
  return (
    <>
      <PageHead title={heading || "Services"} lead={lead} />
      <section className="rows page-grid">
        {services.map((one, at) => (
          <ServiceRow key={one.path} service={one} position={at} look={looks[at]} />
        ))}
        {services.length === 0 && (
          <EmptyNote
            title="Our services are not listed yet."
            text="Tell us what you need and we will say whether we are the right people."
            actions={[
              { label: "Write to us", to: "/contact" },
              { label: "Back to the start", to: "/" },
            ]}
          />
        )}
      </section>
      <CallToAction closing={closing} />
    </>
  );
}

/** Data of a row in the list. */
function presentRow({ title, path, data, cover }: Card<typeof service>, work: Picture | null) {
  const features = data.features.map((feature) => feature.title).filter(Boolean);
  return {
    title,
    path,
    summary: data.summary,
    features: features.slice(0, 4),
    offer: offerOf(data.facts),
    icon: data.icon,
    cover: cover ?? work,
  };
}

interface ServiceRowProps {
  service: ReturnType<typeof presentRow>;
  /** Its place in the index, from 0. */
  position: number;
  look: Look | undefined;
}

/** Row of a service: number, text and cover. The whole row links to the service. */
function ServiceRow({
  service: { title, path, summary, features, offer, icon, cover },
  position,
  look,
}: ServiceRowProps) {
  return (
    <article className="service-row">
      <span className="ordinal num" aria-hidden="true">
        {position + 1}
      </span>
      <div className="text">
        <h2 className={title.length > 60 ? "long" : undefined} lang={langAttribute(title)}>
          <a href={path}>{title}</a>
        </h2>
        {offer && (
          <p className="offer num" lang={langAttribute(offer)}>
            {offer}
          </p>
        )}
        {summary && <p lang={langAttribute(summary)}>{summary}</p>}
        {features.length > 0 && (
          <ul className="ticks">
            {features.map((feature) => (
              <li key={feature} lang={langAttribute(feature)}>
                {feature}
              </li>
            ))}
          </ul>
        )}
        <span className="go" aria-hidden="true">
          About this service <Icon name="arrow-right" />
        </span>
      </div>
      <Cover
        picture={cover}
        seed={title}
        icon={icon}
        look={look}
        width={690}
        height={432}
        sizes="(min-width: 64rem) min(47vw, 37rem), (min-width: 48rem) 38vw, 87vw"
        eager={position === 0}
      />
    </article>
  );
}
