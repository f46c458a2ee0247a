import { Link } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import type { HomeData } from "./read-home.ts";

/** Some of the clients in one quiet row, each with its mark re-woven. */
export function ClientRow({ clients }: { clients: HomeData["clients"] }) {
  if (clients.length === 0) return null;
  return (
    <section className="marks-sec g" aria-labelledby="home-clients">
      <h2 className="vh" id="home-clients">
        Some of our clients
      </h2>
      <ul className="marks">
        {clients.map(({ name, mark }) => (
          <li key={name}>
            {mark && (
              <svg viewBox="-13 -13 26 26" aria-hidden="true">
                <path d={mark} />
              </svg>
            )}
            <span lang={languageOf(name)}>{name}</span>
          </li>
        ))}
        <li className="all">
          <Link className="go" to="/clients" viewTransition>
            All clients
          </Link>
        </li>
      </ul>
    </section>
  );
}
