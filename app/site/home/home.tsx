import { type ReactNode, useEffect, useState } from "react";
import type { homeSections, Settings } from "#app/company/settings-schema.ts";
import { pageContext } from "#app/pages/page-context.ts";
import { PostMeta } from "#app/site/blog/post-meta.tsx";
import homeSheet from "#app/site/home/home-page.css?url";
import { BanglaSheet } from "#app/site/parts/bangla-sheet.tsx";
import { Testimonial } from "#app/site/parts/people.tsx";
import { ClothPicture, Knot, WovenMark } from "#app/site/parts/pictures/cloth.tsx";
import { Cover } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { CallToAction, SectionHead } from "#app/site/parts/sections.tsx";
import { StructuredData } from "#app/site/parts/server-drawn.tsx";
import { PortfolioPiece } from "#app/site/portfolio/piece.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import { keepStructuredData } from "#app/site/seo/json-ld.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { weaveAddress } from "#app/weave/cloth.ts";
import { looksOf } from "#app/weave/looks.ts";
import { toneOf } from "#app/weave/tones.ts";
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
      return <OwnCloth seed={home.site.company} />;
    case "posts":
      return <LatestPosts heading={texts.postsHeading} posts={home.posts} />;
    default:
      return null;
  }
}

/** The way of a project: knots on one thread. */
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

/** Some of the clients in one quiet row, each by its own logo, or by a woven mark where it sent none. */
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
          <PageLink className="go" to="/clients" viewTransition>
            All clients
          </PageLink>
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

/** The services as a ruled index; beside it the cloth of the row one is on. */
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
            <PageLink to={path} viewTransition>
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
            </PageLink>
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

/** What clients can hold the company to, each by its figure. */
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
                <PageLink to={post.path} viewTransition>
                  {post.title}
                </PageLink>
              </h3>
              <PostMeta post={post} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

const longestWord = 60;
const typingPauseMs = 350;

/** Anybody's own word on the company's loom: type a name and its cloth is woven, the same one for ever. */
function OwnCloth({ seed }: { seed: string }) {
  const [word, setWord] = useState("");
  const address = addressOf(word.trim() || seed);
  const shown = useDrawn(address);
  return (
    <section className="own page-grid" aria-labelledby="home-own">
      <div className="text">
        <h2 className="h2" id="home-own">
          Your name, as cloth
        </h2>
        <p className="lead">
          Every cover on these pages is woven from its title, by rule, and never twice alike. Try a name of
          your own.
        </p>
        <form onSubmit={(event) => event.preventDefault()}>
          <label htmlFor="own-word">A company, a person, any word</label>
          <input
            id="own-word"
            maxLength={longestWord}
            value={word}
            placeholder={seed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setWord(event.currentTarget.value)}
          />
          <a className="go" href={shown} download={`${word.trim() || seed}.svg`}>
            Keep it
          </a>
        </form>
      </div>
      <div className="weave">
        <img key={shown} src={shown} alt="" width={960} height={560} loading="lazy" decoding="async" />
      </div>
    </section>
  );
}

function addressOf(word: string): string {
  return weaveAddress({ seed: word, tone: toneOf(word), width: 960, height: 560 });
}

/** The last cloth that is ready to be seen; the loom is asked once the typing has paused. */
function useDrawn(address: string): string {
  const [drawn, setDrawn] = useState(address);
  useEffect(() => {
    if (address === drawn) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const cloth = new Image();
      cloth.src = address;
      await cloth.decode().catch(() => undefined);
      if (isWanted) setDrawn(address);
    }, typingPauseMs);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [address, drawn]);
  return drawn;
}

interface HeroProps {
  hero: HomeData["hero"];
  services: HomeData["services"]["rows"];
}

/** Tagline, headline, lead, two buttons and the services, with the largest cloth of the site. */
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
            <PageLink className="btn" to={primary.href || "/contact"} viewTransition>
              {primary.label} <Icon name="arrow-right" className="i-arrow" />
            </PageLink>
          )}
          {secondary.label && (
            <PageLink className="go" to={secondary.href || "/portfolio"} viewTransition>
              {secondary.label}
            </PageLink>
          )}
        </div>
        {services.length > 0 && (
          <ul className="hero-services" aria-label="Services">
            {services.map(({ title, path }) => (
              <li key={path} lang={langAttribute(title)}>
                <PageLink to={path} viewTransition>
                  {title}
                </PageLink>
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
