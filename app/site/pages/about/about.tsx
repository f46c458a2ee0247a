import { readSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import { renderHtml } from "#app/domain/content/published/render.ts";
import type { Picture } from "#app/domain/files/pictures/picture.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { isEmptyDoc } from "#app/lib/rich-text/schema/schema.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import companySheet from "#app/site/pages/about/company-page.css?url";
import homeSheet from "#app/site/pages/home/home-page.css?url";
import { Numbers } from "#app/site/pages/home/numbers.tsx";
import { Office, type OfficeFacts } from "#app/site/parts/office.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { PersonRow } from "#app/site/parts/people.tsx";
import { ClothPicture } from "#app/site/parts/pictures/cloth.tsx";
import { findOwnPictures, type WithPicture } from "#app/site/parts/pictures/find-own-pictures.ts";
import { PictureView } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
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
    story: isEmptyDoc(story) ? "" : await renderHtml(db, story),
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

/** Offices with address and contact. */
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

/** Members of the team, from settings. */
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
  html: string;
}

/** The company's history, with its picture or a generated cover. */
function Story({ seed, picture, lead, html }: StoryProps) {
  if (lead === "" && html === "") return null;
  return (
    <section className="story page-grid flush">
      {picture ? (
        <PictureView picture={picture} sizes="(min-width: 64rem) 64rem, 100vw" eager />
      ) : (
        <ClothPicture seed={seed} tone="deep" layout="aanchal" width={560} height={640} eager />
      )}
      <div className="text">
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

/** The company's promises to clients. */
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
