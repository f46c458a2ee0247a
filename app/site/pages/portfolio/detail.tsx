import { Fragment, type ReactNode } from "react";
import { portfolio } from "#app/domain/content/kinds/portfolio.ts";
import { findPublished } from "#app/domain/content/published/entries.ts";
import type { Picture } from "#app/domain/files/pictures/picture.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import caseStudySheet from "#app/site/pages/portfolio/case-study-page.css?url";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Testimonial } from "#app/site/parts/people.tsx";
import { Gallery } from "#app/site/parts/pictures/gallery.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { found, slugParam } from "#app/site/parts/url-params.ts";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import gallerySheet from "#app/site/styles/gallery-page.css?url";
import textSheet from "#app/site/styles/text-page.css?url";
import type { Route } from "./+types/detail.ts";
import { readCaseStudy } from "./case-study.ts";

export const links = linkSheets(textSheet, gallerySheet, caseStudySheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  const site = context.get(pageContext);
  const entry = found(await findPublished(site.db, portfolio, slugParam(url)));
  return keepStructuredData(context, await readCaseStudy(site, entry));
}

export function meta({ loaderData: { search, site } }: Route.MetaArgs) {
  return describePage({ ...search, type: "article", ...site });
}

export default function CaseStudy({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <CaseStudyPage page={loaderData} />
      <StructuredData key={loaderData.path} />
    </>
  );
}

type CaseStudyData = Omit<Awaited<ReturnType<typeof readCaseStudy>>, "nodes">;

/** The page of a case study, also for previews. */
export function CaseStudyPage({ page }: { page: CaseStudyData }) {
  const { title, path, summary, cover, chapters, gallery, client, previous, next, closing } = page;
  const list = { title: "Portfolio", path: "/portfolio" };
  const places = [cover, ...chapters.map(({ picture }) => picture), ...gallery];
  const pictures = places.filter((one) => one !== null);
  /** How many pictures of the page come before the n-th place. */
  const countBefore = (place: number) => places.slice(0, place).filter((one) => one !== null).length;
  return (
    <>
      <PageHead title={title} lead={summary} crumbs={[list, { title, path }]}>
        <PageCover picture={cover} title={title} among={pictures} />
        <CaseFacts {...page} />
      </PageHead>
      {chapters.map((chapter, at) => (
        <Chapter key={chapter.name} chapter={chapter} pictures={pictures} before={countBefore(at + 1)} />
      ))}
      <Gallery
        pictures={gallery}
        among={pictures}
        before={pictures.length - gallery.length}
        label="Pictures of the project"
      />
      {client?.testimonial?.quote && <Testimonial {...client.testimonial} seed={client.name} />}
      {previous && (
        <nav className="before page-grid" aria-label="The project before">
          <a href={previous.path}>
            <Icon name="arrow-left" /> <span>Previous project</span>{" "}
            <b lang={langAttribute(previous.title)}>{previous.title}</b>
          </a>
        </nav>
      )}
      {next && <NextPiece {...next} />}
      <CallToAction closing={closing} />
    </>
  );
}

interface NextPieceProps {
  title: string;
  path: string;
  cover: Picture | null;
}

/** Link to the next case study; the whole band is the link. */
function NextPiece({ title, path, cover }: NextPieceProps) {
  return (
    <a className="next page-grid" href={path}>
      <div className="text">
        <small>Next project</small>{" "}
        <h2 className={title.length > 90 ? "long" : undefined} lang={langAttribute(title)}>
          {title}
        </h2>
      </div>
      <Cover
        picture={cover && { ...cover, alt: "" }}
        seed={title}
        width={720}
        height={400}
        sizes="(min-width: 40rem) 37vw, 14rem"
      />
    </a>
  );
}

interface ChapterProps {
  chapter: CaseStudyData["chapters"][number];
  /** All pictures of the page. */
  pictures: readonly Picture[];
  /** Number of pictures before the chapter's own. */
  before: number;
}

/** Problem, solution or result; a picture of it between this one and the next. */
function Chapter({ chapter, pictures, before }: ChapterProps) {
  const { heading, html, picture } = chapter;
  return (
    <>
      <section className="chapter page-grid">
        <h2>{heading}</h2>
        <RichTextView html={html} />
      </section>
      {picture && (
        <Gallery
          pictures={[picture]}
          among={pictures}
          before={before}
          label={`A picture of it: ${heading}`}
        />
      )}
    </>
  );
}

/** Client, services, date and price, with results in figures. */
function CaseFacts({
  client,
  categories,
  services,
  finished,
  duration,
  technologies,
  link,
  numbers,
  price,
}: CaseStudyData) {
  const named = new Set(services.map(({ title }) => title));
  const kindsOfWork = categories.filter(({ title }) => !named.has(title));
  const facts: [string, ReactNode][] = [
    ["Client", client && <a href={client.path}>{client.name}</a>],
    [services.length === 1 ? "Service" : "Services", linked(services)],
    ["Kind of work", linked(kindsOfWork)],
    ["Finished", finished],
    ["It took", duration],
    ["Built with", technologies.join(", ")],
    ["In use at", link && <OutsideLink address={link} />],
  ];
  const known = facts.filter(([, value]) => value);
  const prices = [
    { label: "Expected", value: price.expected },
    { label: "Ceiling", value: price.ceiling },
    { label: "Paid", value: price.paid },
  ].filter(({ value }) => value);
  if (known.length + numbers.length + prices.length === 0) return null;
  return (
    <div className="case-facts">
      {numbers.length > 0 && (
        <dl className="result">
          {numbers.map(({ value, label }) => (
            <div key={value + label}>
              <dt lang={langAttribute(label)}>{label}</dt>
              <dd className={value.length > 9 ? "long" : undefined} lang={langAttribute(value)}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {prices.length > 0 && (
        <dl className="prices" aria-label="Price">
          {prices.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num" lang={langAttribute(value)}>
                {value}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {known.length > 0 && (
        <dl className="facts">
          {known.map(([label, value]) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

interface Named {
  title: string;
  path: string;
}

function linked(named: readonly Named[]): ReactNode {
  if (named.length === 0) return null;
  return named.map(({ title, path }, at) => (
    <Fragment key={path}>
      {at > 0 && ", "}
      <a href={path} lang={langAttribute(title)}>
        {title}
      </a>
    </Fragment>
  ));
}

function OutsideLink({ address }: { address: string }) {
  return (
    <a className="out" href={address} rel="noopener">
      {hostOf(address)} <Icon name="arrow-up-right" />
    </a>
  );
}

function hostOf(address: string): string {
  return URL.parse(address)?.hostname.replace(/^www\./, "") ?? address;
}
