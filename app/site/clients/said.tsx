import { Link } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import { clientPath } from "./client-path.ts";
import type { ClientFacts } from "./clients-page.ts";

/** What the others say, line by line. */
export function Said({ clients }: { clients: readonly ClientFacts[] }) {
  if (clients.length === 0) return null;
  return (
    <section className="voices rule g" aria-labelledby="voices">
      <h2 className="h2" id="voices">
        What the others say
      </h2>
      {clients.map(({ slug, name, testimonial, study }) => (
        <figure key={slug}>
          <blockquote lang={languageOf(testimonial?.quote ?? "")}>{testimonial?.quote}</blockquote>
          <figcaption>
            <b lang={languageOf(name)}>
              <Link to={study ?? clientPath(slug)}>{name}</Link>
            </b>
            <span>{[testimonial?.name, testimonial?.role].filter(Boolean).join(", ")}</span>
          </figcaption>
        </figure>
      ))}
    </section>
  );
}
