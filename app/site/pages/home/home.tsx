import type { ReactNode } from "react";
import type { homeSections, Settings } from "#app/domain/company/settings-schema.ts";
import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { looksOf } from "#app/lib/weave/looks.ts";
import { Island } from "#app/site/islands/island.tsx";
import OwnCloth from "#app/site/islands/own-cloth.tsx";
import { PostMeta } from "#app/site/pages/blog/post-meta.tsx";
import homeSheet from "#app/site/pages/home/home-page.css?url";
import { PortfolioPiece } from "#app/site/pages/portfolio/piece.tsx";
import { BanglaSheet } from "#app/site/parts/bangla-sheet.tsx";
import { Testimonial } from "#app/site/parts/people.tsx";
import { ClothPicture, Knot, WovenMark } from "#app/site/parts/pictures/cloth.tsx";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { CallToAction, SectionHead } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import type { Route } from "./+types/home.ts";
import { Numbers } from "./numbers.tsx";
import { type HomeData, readHomePage } from "./read-home.ts";

export const links = linkSheets(homeSheet);

export async function loader({ context }: Route.LoaderArgs) {
  return keepStructuredData(context, await readHomePage(context.get(pageContext)));
}

export function meta({ loaderData: { site, about } }: Route.MetaArgs) {
  return describePage({ ...site, ...about, path: "/", image: "/share/page/home.png" });
}

export default function Home({ loaderData: home }: Route.ComponentProps) {
  const order = home.order.filter((name) => name !== "cta");
  return (
    <>
      <StructuredData />
      <Hero hero={home.hero} services={home.services.rows} />
      {order.map((name) => (
        <Section key={name} name={name} home={home} />
      ))}
      {home.order.includes("cta") && <CallToAction />}
    </>
  );
}

type SectionName = (typeof homeSections)[number];

function Section({ name, home }: { name: SectionName; home: HomeData }): ReactNode {
  const { texts } = home;
  switch (name) {
    case "promises":
      return <Promises {...home.promises} />;
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
    case "cloth":
      return <Island name="own-cloth" of={OwnCloth} load="interaction" props={{ seed: home.site.company }} />;
    case "posts":
      return <LatestPosts heading={texts.postsHeading} posts={home.posts} />;
    default:
      return null;
  }
}

/** Steps of a project on one line. */
function Process({ heading, steps }: Settings["home"]["process"]) {
  if (steps.length === 0) return null;
  return (
    <section className="threadbox rule page-grid" aria-labelledby="home-process">
      <SectionHead id="home-process" title={heading || "How a project goes"} />
      <ol className="thread">
        {steps.map(({ when, title, text }) => (
          <li key={`${when}${title}`} lang={langAttribute(text)}>
            <Knot />
            {when && <p className="when">{when}</p>}
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** A row of clients, each with its logo or a generated mark. */
function ClientRow({ clients }: { clients: HomeData["clients"] }) {
  if (clients.length === 0) return null;
  return (
    <section className="clients-section page-grid" aria-labelledby="home-clients">
      <h2 className="visually-hidden" id="home-clients">
        Some of our clients
      </h2>
      <ul className="marks">
        {clients.map(({ name, logo, mark }) => (
          <li key={name}>
            {logo ? (
              <img
                src={logo.address}
                alt={logo.alt}
                width={logo.width}
                height={logo.height}
                loading="lazy"
                decoding="async"
              />
            ) : (
              <>
                <WovenMark path={mark} />
                <span lang={langAttribute(name)}>{name}</span>
              </>
            )}
          </li>
        ))}
        <li className="all">
          <a className="go" href="/clients">
            All clients
          </a>
        </li>
      </ul>
    </section>
  );
}

interface FeaturedWorkProps {
  heading: string;
  work: HomeData["work"];
}

function FeaturedWork({ heading, work: { pieces, total } }: FeaturedWorkProps) {
  if (pieces.length === 0) return null;
  const looks = looksOf(pieces.map((piece) => piece.title));
  return (
    <section className="work grid-work page-grid" aria-labelledby="home-work">
      <SectionHead
        id="home-work"
        title={heading || "Work"}
        all={{ label: total > pieces.length ? `All ${total} case studies` : "All work", to: "/portfolio" }}
      />
      {pieces.map((piece, at) => (
        <PortfolioPiece
          key={piece.path}
          piece={piece}
          look={looks[at]}
          position={at}
          heading="h3"
          isBrief
          sizes={at === 0 ? "(min-width: 48rem) 49vw, 87vw" : undefined}
        />
      ))}
    </section>
  );
}

interface ServiceIndexProps {
  heading: string;
  services: HomeData["services"];
}

/** List of services, with the cover of the active row next to it. */
function ServiceIndex({ heading, services: { rows, hasMore } }: ServiceIndexProps) {
  if (rows.length === 0) return null;
  const looks = looksOf(rows.map((row) => row.title));
  return (
    <section className="services-section page-grid" aria-labelledby="home-services">
      <SectionHead
        id="home-services"
        title={heading || "What we do"}
        all={hasMore ? { label: "All services", to: "/services" } : null}
      />
      <ul className="index">
        {rows.map(({ title, path, summary, offer }, at) => (
          <li key={path}>
            <a href={path}>
              <span className="ordinal num" aria-hidden="true">
                {at + 1}
              </span>
              <div>
                <h3 lang={langAttribute(title)}>{title}</h3>
                <p lang={langAttribute(summary)}>{summary}</p>
              </div>
              {offer && (
                <p className="offer num" lang={langAttribute(offer)}>
                  {offer}
                </p>
              )}
              <Icon name="arrow-right" />
            </a>
          </li>
        ))}
      </ul>
      <div className="index-cloth" aria-hidden="true">
        {rows.map(({ title, icon }, at) => (
          <ClothPicture key={title} seed={title} look={looks[at]} icon={icon} width={360} height={620} />
        ))}
      </div>
    </section>
  );
}

/** The company's promises to clients, with figures. */
function Promises({ heading, values }: HomeData["promises"]) {
  if (values.length === 0) return null;
  const title = heading || "What we hold to";
  return (
    <section className="promises page-grid" aria-labelledby="home-promises">
      <h2 className="h2" id="home-promises" lang={langAttribute(title)}>
        {title}
      </h2>
      {values.map(({ title: name, figure, text }) => (
        <div key={name + text} lang={langAttribute(name + text)}>
          <h3>{name}</h3>
          {figure && <p className="figure num">{figure}</p>}
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}

interface LatestPostsProps {
  heading: string;
  posts: HomeData["posts"];
}

function LatestPosts({ heading, posts }: LatestPostsProps) {
  if (posts.length === 0) return null;
  const looks = looksOf(posts.map((post) => post.title));
  return (
    <section className="posts page-grid" aria-labelledby="home-posts">
      <SectionHead
        id="home-posts"
        title={heading || "Latest posts"}
        all={{ label: "All posts", to: "/blog" }}
      />
      <ol>
        {posts.map((post, at) => (
          <li key={post.path}>
            <Cover
              picture={post.cover}
              seed={post.title}
              look={looks[at]}
              width={272}
              height={204}
              sizes="9rem"
              isSmall
            />
            <div>
              <h3 lang={post.lang}>
                <a href={post.path}>{post.title}</a>
              </h3>
              <PostMeta post={post} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

interface HeroProps {
  hero: HomeData["hero"];
  services: HomeData["services"]["rows"];
}

/** Tagline, headline, lead, two buttons and services, with the largest cover of the site. */
function Hero({ hero, services }: HeroProps) {
  const { tagline, headline, lead, picture, primary, secondary, facts } = hero;
  return (
    <section className="hero page-grid">
      <BanglaSheet heading={headline} />
      <div className="hero-text">
        {tagline && (
          <p className="tagline" lang={langAttribute(tagline)}>
            {tagline}
          </p>
        )}
        <h1 className={headline.length > 64 ? "long" : undefined} lang={langAttribute(headline)}>
          {headline}
        </h1>
        {lead && (
          <p className="lead" lang={langAttribute(lead)}>
            {lead}
          </p>
        )}
        <div className="button-row">
          {primary.label && (
            <a className="btn" href={primary.href || "/contact"}>
              {primary.label} <Icon name="arrow-right" className="i-arrow" />
            </a>
          )}
          {secondary.label && (
            <a className="go" href={secondary.href || "/portfolio"}>
              {secondary.label}
            </a>
          )}
        </div>
        {services.length > 0 && (
          <ul className="hero-services" aria-label="Services">
            {services.map(({ title, path }) => (
              <li key={path} lang={langAttribute(title)}>
                <a href={path}>{title}</a>
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="hero-cloth">
        <Cover
          picture={picture}
          seed={headline}
          tone="gold"
          layout="barfi"
          width={720}
          height={640}
          sizes="(min-width: 64rem) 37vw, 86vw"
          eager
        />
        {facts.length > 0 && (
          <dl className="tag">
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </section>
  );
}
