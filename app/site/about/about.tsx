import { readSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import { renderHtml } from "#app/content/published/render.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Picture } from "#app/files/pictures/picture.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { isEmptyDoc } from "#app/rich-text/schema/schema.ts";
import companySheet from "#app/site/about/company-page.css?url";
import homeSheet from "#app/site/home/home-page.css?url";
import { Numbers } from "#app/site/home/numbers.tsx";
import { Office, type OfficeFacts } from "#app/site/parts/office.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PersonRow } from "#app/site/parts/people.tsx";
import { ClothPicture } from "#app/site/parts/pictures/cloth.tsx";
import { findOwnPictures, type WithPicture } from "#app/site/parts/pictures/find-own-pictures.ts";
import { PictureView } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute, type Prose, proseOf } from "#app/site/parts/prose.ts";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets, siteFacts } from "#app/site/seo/head.ts";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/about.ts";

export const links = linkSheets(textSheet, homeSheet, companySheet);

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { db, requestContext, publicUrl } = page;
  requestContext.cacheTags(cacheTags.settings, cacheTags.files);
  const settings = await readSettings(db);
  const { story, team, ...about } = settings.about;
  const [own] = await findOwnPictures(db, [about]);
  return {
    ...about,
    picture: own?.picture ?? null,
    story: isEmptyDoc(story) ? "" : proseOf(page, await renderHtml(db, story)),
    numbers: settings.home.numbers,
    team: await findOwnPictures(db, team),
    offices: await findOwnPictures(db, settings.offices),
    site: siteFacts(settings, publicUrl),
  };
}

export function meta({ loaderData: { heading, lead, site } }: Route.MetaArgs) {
  const image = "/share/page/about.png";
  return describePage({ title: "About us", description: lead || heading, path: "/about", image, ...site });
}

export default function About({ loaderData }: Route.ComponentProps) {
  const { heading, lead, story, picture, numbers, valuesHeading, values, offices, team, site } = loaderData;
  return (
    <>
      <PageHead title={heading || `About ${site.company || "us"}`} />
      <Story seed={heading || site.company} picture={picture} lead={lead} html={story} />
      <Numbers sentence={numbers} />
      <Values heading={valuesHeading} values={values} />
      <Offices offices={offices} />
      <People team={team} />
      <CallToAction />
    </>
  );
}

/** Where the company is at home, and how to reach each place. */
function Offices({ offices }: { offices: readonly OfficeFacts[] }) {
  if (offices.length === 0) return null;
  return (
    <section className="two-offices page-grid" aria-labelledby="offices">
      <h2 className="h2" id="offices">
        {offices.length === 1 ? "Our office" : "Our offices"}
      </h2>
      {offices.map((office, at) => (
        <Office key={office.city + office.address} office={office} position={at} level={3} />
      ))}
    </section>
  );
}

/** Who works here, as far as the company says. */
function People({ team }: { team: readonly WithPicture<Settings["about"]["team"][number]>[] }) {
  if (team.length === 0) return null;
  return (
    <section className="people page-grid" aria-labelledby="people">
      <h2 className="h2" id="people">
        Who does the work
      </h2>
      <ul className="team">
        {team.map((person) => (
          <PersonRow key={person.name + person.role} {...person} />
        ))}
      </ul>
    </section>
  );
}

interface StoryProps {
  seed: string;
  picture: Picture | null;
  lead: string;
  html: Prose;
}

/** How the company came to be, with its picture or cloth. */
function Story({ seed, picture, lead, html }: StoryProps) {
  if (lead === "" && html === "") return null;
  return (
    <section className="story page-grid flush">
      {picture ? (
        <PictureView picture={picture} sizes="(min-width: 64rem) 64rem, 100vw" eager />
      ) : (
        <ClothPicture seed={seed} tone="deep" layout="aanchal" width={560} height={640} eager />
      )}
      <div className="told">
        {lead && (
          <p className="opening" lang={langAttribute(lead)}>
            {lead}
          </p>
        )}
        {html && <RichTextView html={html} />}
      </div>
    </section>
  );
}

interface ValuesProps {
  heading: string;
  values: readonly { title: string; figure: string; text: string }[];
}

/** What clients can hold the company to. */
function Values({ heading, values }: ValuesProps) {
  if (values.length === 0) return null;
  const title = heading || "What we hold to";
  return (
    <section className="values rule page-grid" aria-labelledby="values">
      <h2 className="h2" id="values" lang={langAttribute(title)}>
        {title}
      </h2>
      {values.map(({ title: name, figure, text }) => (
        <div key={name + text} lang={langAttribute(name + text)}>
          <h3>
            {name}
            {figure && <span className="num">{figure}</span>}
          </h3>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
