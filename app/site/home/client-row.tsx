import { Link } from "react-router";
import { WovenMark } from "#app/site/clients/woven-mark.tsx";
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
            <WovenMark path={mark} />
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
