import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import type { HomeData } from "./read-home.ts";

/** Some of the clients in one quiet row, each with the mark woven for it. */
export function ClientRow({ clients }: { clients: HomeData["clients"] }) {
  if (clients.length === 0) return null;
  return (
    <section className="marks-sec g" aria-labelledby="home-clients">
      <h2 className="vh" id="home-clients">
        Some of our clients
      </h2>
      <ul className="marks">
        {clients.map(({ name, icon }) => (
          <li key={name}>
            <Cloth seed={name} tone="paper" layout="barfi" icon={icon} width={112} height={112} eager />
            <span lang={languageOf(name)}>{name}</span>
          </li>
        ))}
      </ul>
      <p>
        <Link className="go" to="/clients" viewTransition>
          All clients
        </Link>
      </p>
    </section>
  );
}
