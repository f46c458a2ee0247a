import { Fragment, type ReactNode } from "react";
import { Link } from "react-router";
import { portfolio } from "#app/content/kinds/portfolio.ts";
import { findPublished } from "#app/content/published/entries.ts";
import type { Picture } from "#app/files/pictures/picture.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { langAttribute } from "#app/site/parts/language.ts";
import { found, slugParam } from "#app/site/parts/not-found.ts";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Cover } from "#app/site/parts/pictures/cover.tsx";
import { Gallery } from "#app/site/parts/pictures/gallery.tsx";
import { PageCover } from "#app/site/parts/pictures/page-cover.tsx";
import { RichTextView } from "#app/site/parts/rich-text.tsx";
import { useShellData } from "#app/site/parts/shell-data.ts";
import { Testimonial } from "#app/site/parts/testimonial.tsx";
import { describePage } from "#app/site/seo/head.ts";
import { breadcrumbs } from "#app/site/seo/json-ld.ts";
import { JsonLd } from "#app/site/seo/json-ld-script.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Route } from "./+types/detail.ts";
import { readCaseStudy } from "./case-study.ts";

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
      {client?.testimonial?.quote && <Testimonial {...client.testimonial} seed={client.name} />}
      <CaseFacts {...page} />
      {next && <NextPiece {...next} />}
      <JsonLd data={breadcrumbs(whole, new URL(site.publicUrl))} />
    </>
  );
}

interface NextPieceProps {
  title: string;
  path: string;
  cover: Picture | null;
}

/** Where to read on: the whole band is the link. */
function NextPiece({ title, path, cover }: NextPieceProps) {
  return (
    <Link className="next page-grid" to={path} viewTransition>
      <div className="text">
        <small>Next project</small>{" "}
        <h2 className={title.length > 90 ? "long" : undefined} lang={langAttribute(title)}>
          {title}
        </h2>
      </div>
      <Cover picture={cover && { ...cover, alt: "" }} seed={title} width={720} height={336} sizes="50vw" />
    </Link>
  );
}

interface ChaptersProps {
  chapters: readonly { name: string; heading: string; html: string }[];
  numbers: readonly { value: string; label: string }[];
}

/** Problem, solution and result; the figures close the result, or stand alone where there is none. */
function Chapters({ chapters, numbers }: ChaptersProps) {
  if (chapters.length === 0 && numbers.length === 0) return null;
  const hasResult = chapters.some(({ name }) => name === "result");
  return (
    <section className="chapters page-grid">
      {chapters.map(({ name, heading, html }) => (
        <div className="chapter" key={name}>
          <h2>{heading}</h2>
          <div>
            <RichTextView html={html} />
            {name === "result" && <Numbers numbers={numbers} />}
          </div>
        </div>
      ))}
      {!hasResult && numbers.length > 0 && (
        <div className="chapter">
          <h2>In numbers</h2>
          <div>
            <Numbers numbers={numbers} />
          </div>
        </div>
      )}
    </section>
  );
}

function Numbers({ numbers }: Pick<ChaptersProps, "numbers">) {
  if (numbers.length === 0) return null;
  return (
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
  );
}

interface Named {
  title: string;
  path: string;
}

interface CaseFactsProps {
  client: { name: string; path: string } | null;
  categories: readonly Named[];
  services: readonly Named[];
  finished: string;
  technologies: readonly string[];
  link: string;
}

/** Who it was for, when, with what; beside it the way to a project of one's own. */
function CaseFacts({ client, categories, services, finished, technologies, link }: CaseFactsProps) {
  const named = new Set(services.map(({ title }) => title));
  const kindsOfWork = categories.filter(({ title }) => !named.has(title));
  const facts: [string, ReactNode][] = [
    ["Client", client && <Link to={client.path}>{client.name}</Link>],
    [services.length === 1 ? "Service" : "Services", linked(services)],
    ["Kind of work", linked(kindsOfWork)],
    ["Finished", finished],
    ["Built with", technologies.join(", ")],
    ["In use at", link && <OutsideLink address={link} />],
  ];
  const known = facts.filter(([, value]) => value);
  return (
    <section className="ends page-grid">
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
      <OwnProject />
    </section>
  );
}

function OwnProject() {
  const cta = useShellData()?.cta;
  return (
    <aside className="ask" aria-labelledby="ask">
      <h2 className="h3" id="ask">
        Something like this for you?
      </h2>
      <Link className="btn" to={cta?.href || "/contact"}>
        {cta?.label || "Write to us"} <Icon name="arrow-right" className="i-arrow" />
      </Link>
    </aside>
  );
}

function linked(named: readonly Named[]): ReactNode {
  if (named.length === 0) return null;
  return named.map(({ title, path }, at) => (
    <Fragment key={path}>
      {at > 0 && ", "}
      <Link to={path} lang={langAttribute(title)}>
        {title}
      </Link>
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
