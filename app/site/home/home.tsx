import type { ReactNode } from "react";
import type { homeSections } from "#app/company/schema/home.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { CallToAction } from "#app/site/parts/call-to-action.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { JsonLd } from "#app/site/parts/json-ld.tsx";
import { Testimonial } from "#app/site/parts/testimonial.tsx";
import type { Route } from "./+types/home.ts";
import { ClientRow } from "./client-row.tsx";
import { FeaturedWork } from "./featured-work.tsx";
import { Hero } from "./hero.tsx";
import { LatestPosts } from "./latest-posts.tsx";
import { Numbers } from "./numbers.tsx";
import { OwnCloth } from "./own-cloth.tsx";
import { Process } from "./process.tsx";
import { type HomeData, readHome } from "./read-home.ts";
import { ServiceIndex } from "./service-index.tsx";

/** Anyone. */
export function loader({ context }: Route.LoaderArgs) {
  return readHome(context.get(pageContext));
}

export function meta({ loaderData: { site, about } }: Route.MetaArgs) {
  return describePage({ ...site, ...about, path: "/", image: "/share/page/home.png" });
}

export default function Home({ loaderData: home }: Route.ComponentProps) {
  const order = home.order.filter((name) => name !== "cta");
  return (
    <>
      <JsonLd data={home.organization} />
      <Hero hero={home.hero} />
      {order.map((name) => (
        <Section key={name} name={name} home={home} />
      ))}
      <OwnCloth seed={home.site.company} />
      {home.order.includes("cta") && <CallToAction />}
    </>
  );
}

type SectionName = (typeof homeSections)[number];

function Section({ name, home }: { name: SectionName; home: HomeData }): ReactNode {
  const { texts } = home;
  switch (name) {
    case "services":
      return <ServiceIndex heading={texts.servicesHeading} services={home.services} />;
    case "numbers":
      return <Numbers sentence={texts.numbers} />;
    case "clients":
      return <ClientRow clients={home.clients} />;
    case "work":
      return <FeaturedWork heading={texts.workHeading} work={home.work} />;
    case "process":
      return <Process {...texts.process} />;
    case "quote":
      return home.quote && <Testimonial {...home.quote} />;
    case "posts":
      return <LatestPosts heading={texts.postsHeading} posts={home.posts} />;
    default:
      return null;
  }
}
