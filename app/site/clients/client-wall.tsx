import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ClientSign } from "./client-sign.tsx";
import type { ClientFacts } from "./clients-page.ts";
import type { Wall } from "./wall.ts";

/** Every client's mark in a cell of its own; the last cells are cloth where nobody stands yet. */
export function ClientWall({ wall: { cells, rest, isOdd } }: { wall: Wall<ClientFacts> }) {
  return (
    <ul className={`wall rest-${rest} ${isOdd ? "odd" : "even"}`}>
      {cells.map(({ client, speaks }) =>
        speaks ? <Speaker key={client.slug} client={client} /> : <Cell key={client.slug} client={client} />,
      )}
      <li className="loom" aria-hidden="true">
        <Cloth seed="wall" tone="muslin" layout="jaal" width={rest === 2 ? 800 : 400} height={220} />
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
        {industry && <p lang={languageOf(industry)}>{industry}</p>}
        {summary && <p lang={languageOf(summary)}>{summary}</p>}
        <Ways client={client} />
      </div>
    </li>
  );
}

function Speaker({ client }: { client: ClientFacts }) {
  const { slug, name, testimonial } = client;
  const quote = testimonial?.quote ?? "";
  const who = [testimonial?.name, testimonial?.role].filter(Boolean).join(", ");
  return (
    <li className="speaks" id={slug}>
      <div className="words">
        <ClientSign client={client} onDeep />
        <blockquote className={quote.length > 150 ? "long" : undefined} lang={languageOf(quote)}>
          {quote}
        </blockquote>
        <div>
          {who && <p>{who}</p>}
          <Ways client={client} />
        </div>
      </div>
      <Cloth seed={name} tone="deep" width={260} height={320} />
    </li>
  );
}

/** To what we did for them, and to their own house. */
function Ways({ client: { name, study, website } }: { client: ClientFacts }) {
  if (!study && !website) return null;
  return (
    <div className="ways">
      {study && (
        <Link to={study} aria-label={`Case study: ${name}`} viewTransition>
          Case study
        </Link>
      )}
      {website && (
        <a href={website} rel="noopener">
          {URL.parse(website)?.hostname.replace(/^www\./, "") ?? website} <Icon name="arrow-up-right" />
        </a>
      )}
    </div>
  );
}
