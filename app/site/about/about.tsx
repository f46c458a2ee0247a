import { readSettings } from "#app/company/settings.ts";
import { renderHtml } from "#app/content/render.ts";
import { isEmptyDoc } from "#app/content/rich-text/schema.ts";
import { labels } from "#app/database/labels.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { Numbers } from "#app/site/home/numbers.tsx";
import { CallToAction } from "#app/site/parts/call-to-action.tsx";
import { describePage } from "#app/site/parts/head.ts";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { siteFacts } from "#app/site/parts/site-facts.ts";
import type { Route } from "./+types/about.ts";
import { Offices } from "./offices.tsx";
import { People } from "./people.tsx";
import { Story } from "./story.tsx";
import { Values } from "./values.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { db, visit, publicUrl } = context.get(pageContext);
  visit.keep(labels.settings, labels.files);
  const settings = await readSettings(db);
  const { story, ...about } = settings.about;
  return {
    ...about,
    story: isEmptyDoc(story) ? "" : await renderHtml(db, story),
    numbers: settings.home.numbers,
    offices: settings.offices,
    site: siteFacts(settings, publicUrl),
  };
}

export function meta({ loaderData: { heading, lead, site } }: Route.MetaArgs) {
  const image = "/share/page/about.png";
  return describePage({ title: "About us", description: lead || heading, path: "/about", image, ...site });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { heading, lead, story, numbers, valuesHeading, values, offices, team, site } = loaderData;
  return (
    <>
      <PageHead title={heading || `About ${site.company || "us"}`} />
      <Story seed={heading || site.company} lead={lead} html={story} />
      <Numbers sentence={numbers} />
      <Values heading={valuesHeading} values={values} />
      <Offices offices={offices} />
      <People team={team} />
      <CallToAction />
    </>
  );
}
