import { Link } from "react-router";
import { Cloth } from "#app/site/parts/cloth.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { SectionHead } from "#app/site/parts/section-head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { tonesOf } from "#app/weave/tones.ts";
import type { HomeData } from "./read-home.ts";

interface ServiceIndexProps {
  heading: string;
  services: HomeData["services"];
}

/** The services as a ruled index; beside it the cloth of the row one is on. */
export function ServiceIndex({ heading, services: { rows, hasMore } }: ServiceIndexProps) {
  if (rows.length === 0) return null;
  const tones = tonesOf(rows.map((row) => row.title));
  return (
    <section className="index-sec g" aria-labelledby="home-services">
      <SectionHead
        id="home-services"
        title={heading || "What we do"}
        all={hasMore ? { label: "All services", to: "/services" } : null}
      />
      <ul className="index">
        {rows.map(({ title, path, summary }, at) => (
          <li key={path}>
            <Link to={path} viewTransition>
              <span className="n num" aria-hidden="true">
                {at + 1}
              </span>
              <h3 lang={languageOf(title)}>{title}</h3>
              <p lang={languageOf(summary)}>{summary}</p>
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
      <div className="index-cloth" aria-hidden="true">
        {rows.map(({ title, icon }, at) => (
          <Cloth key={title} seed={title} tone={tones[at]} icon={icon} width={360} height={620} />
        ))}
      </div>
    </section>
  );
}
