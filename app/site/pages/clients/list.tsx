import { pageContext } from "#app/domain/routing/page-context.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import clientsSheet from "#app/site/pages/clients/clients-page.css?url";
import { EmptyNote, Filters, PageLinks } from "#app/site/parts/lists.tsx";
import { PageHead } from "#app/site/parts/page-head.tsx";
import { Speaker } from "#app/site/parts/people.tsx";
import { ClothPicture, WovenMark } from "#app/site/parts/pictures/cloth.tsx";
import { PictureView } from "#app/site/parts/pictures/picture.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { CallToAction } from "#app/site/parts/sections.tsx";
import { describePage, linkSheets } from "#app/site/seo/head.ts";
import type { Route } from "./+types/list.ts";
import { type ClientFacts, readClientsPage } from "./clients-page.ts";
import { clientPath, type Wall } from "./wall.ts";

export const links = linkSheets(clientsSheet);

export async function loader({ context, url }: Route.LoaderArgs) {
  return await readClientsPage(context.get(pageContext), url.searchParams);
}

export function meta({ loaderData: { industry, lead, path, count, site } }: Route.MetaArgs) {
  const title = industry ? `${industry}: our clients` : "Our clients";
  const image = "/share/page/clients.png";
  const tags = describePage({ title, description: lead, path, image, ...site });
  return count > 0 ? tags : [...tags, { name: "robots", content: "noindex" }];
}

export default function Clients({ loaderData }: Route.ComponentProps) {
  return <ClientsPage page={loaderData} />;
}

/** The wall of clients, also for the preview of a client. */
export function ClientsPage({ page }: { page: Awaited<ReturnType<typeof readClientsPage>> }) {
  const { heading, lead, closing, filters, industry, total, count, wall, previous, next } = page;
  const found = count === 1 ? "1 company" : `${count} companies`;
  return (
    <>
      <PageHead title={heading || "Our clients"} lead={lead} />
      {total > 0 && (
        <div className="page-grid">
          <Filters label="Filter by industry" items={filters} found={found} />
          {filters.length > 1 && (
            <p className="found-m" aria-hidden>
              {found}
            </p>
          )}
        </div>
      )}
      <section className="clients page-grid">
        {wall.cells.length > 0 ? <ClientWall wall={wall} /> : <NoClients industry={industry} total={total} />}
        <PageLinks previous={previous} next={next} labels={{ previous: "Back", next: "More clients" }} />
      </section>
      <OtherTestimonials clients={wall.otherSpeakers} />
      <CallToAction closing={closing} />
    </>
  );
}

function NoClients({ industry, total }: { industry: string; total: number }) {
  const toContact = { label: "Be the first", to: "/contact" };
  if (total === 0)
    return (
      <EmptyNote
        title="No clients are named here yet."
        text="Some companies like to be named, and some do not."
        actions={[
          { label: "See our work", to: "/portfolio" },
          { label: "Write to us", to: "/contact" },
        ]}
      />
    );
  return (
    <EmptyNote
      title={`Nobody from “${industry}” yet.`}
      text="The companies we do name are one step away."
      actions={[{ label: `Show all ${total}`, to: "/clients" }, toContact]}
    />
  );
}

/** Testimonials without a place on the wall. */
function OtherTestimonials({ clients }: { clients: readonly ClientFacts[] }) {
  if (clients.length === 0) return null;
  return (
    <section className="voices rule page-grid" aria-labelledby="voices">
      <h2 className="h2" id="voices">
        What the others say
      </h2>
      {clients.map(({ slug, name, testimonial, study }) => (
        <figure key={slug}>
          <blockquote lang={langAttribute(testimonial?.quote ?? "")}>{testimonial?.quote}</blockquote>
          <figcaption>
            <b lang={langAttribute(name)}>
              <a href={study ?? clientPath(slug)}>{name}</a>
            </b>
            {testimonial && <Speaker element="div" {...testimonial} />}
          </figcaption>
        </figure>
      ))}
    </section>
  );
}

/** One cell for each client; artwork fills the rest of the last row. */
function ClientWall({ wall: { cells, rest, isOdd } }: { wall: Wall<ClientFacts> }) {
  return (
    <ul className={`wall rest-${rest} ${isOdd ? "odd" : "even"}`}>
      {cells.map(({ client, speaks }) =>
        speaks ? (
          <SpeakingCell key={client.slug} client={client} />
        ) : (
          <Cell key={client.slug} client={client} />
        ),
      )}
      <li className="loom" aria-hidden="true">
        <ClothPicture seed="wall" tone="muslin" layout="jaal" width={rest === 2 ? 800 : 400} height={220} />
      </li>
    </ul>
  );
}

function Cell({ client }: { client: ClientFacts }) {
  const { slug, industry, summary } = client;
  return (
    <li id={slug}>
      <ClientSign client={client} />
      <div>
        {industry && <p lang={langAttribute(industry)}>{industry}</p>}
        {summary && <p lang={langAttribute(summary)}>{summary}</p>}
        <Ways client={client} />
      </div>
    </li>
  );
}

function SpeakingCell({ client }: { client: ClientFacts }) {
  const { slug, name, testimonial } = client;
  const quote = testimonial?.quote ?? "";
  return (
    <li className="speaks" id={slug}>
      <div className="words">
        <ClientSign client={client} onDeep />
        <blockquote className={quote.length > 150 ? "long" : undefined} lang={langAttribute(quote)}>
          {quote}
        </blockquote>
        <div>
          {testimonial && <Speaker element="div" {...testimonial} picture={null} />}
          <Ways client={client} />
        </div>
      </div>
      {testimonial?.picture ? (
        <PictureView picture={{ ...testimonial.picture, alt: testimonial.name }} sizes="20rem" />
      ) : (
        <ClothPicture seed={name} tone="deep" width={260} height={320} />
      )}
    </li>
  );
}

/** Links to the case study and to the website of a client. */
function Ways({ client: { name, study, website } }: { client: ClientFacts }) {
  if (!study && !website) return null;
  return (
    <div className="ways">
      {study && (
        <a href={study} aria-label={`Case study: ${name}`}>
          Case study
        </a>
      )}
      {website && (
        <a href={website} rel="noopener">
          {URL.parse(website)?.hostname.replace(/^www\./, "") ?? website} <Icon name="arrow-up-right" />
        </a>
      )}
    </div>
  );
}

interface ClientSignProps {
  client: Pick<ClientFacts, "name" | "logo" | "mark">;
  /** Shows the name, since a logo may only suit a white background. */
  onDeep?: boolean;
}

const styleCount = 5;

/** A client's logo; without one, a generated mark next to the name, in a style that depends on the name. */
function ClientSign({ client: { name, logo, mark }, onDeep = false }: ClientSignProps) {
  if (logo && !onDeep)
    return (
      <h2 className="sign-name">
        <PictureView picture={{ ...logo, alt: logo.alt || name }} sizes="14rem" className="logo-picture" />
      </h2>
    );
  const size = name.length > 26 ? "long" : "";
  return (
    <h2 className={`sign-name sign-${styleOf(name)} ${size}`} lang={langAttribute(name)}>
      <WovenMark path={mark} />
      <span>{name}</span>
    </h2>
  );
}

function styleOf(name: string): number {
  return ([...name].reduce((sum, sign) => sum + (sign.codePointAt(0) ?? 0), 0) % styleCount) + 1;
}
