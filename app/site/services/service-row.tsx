import { Link } from "react-router";
import type { Card } from "#app/content/entry.ts";
import type { service } from "#app/content/kinds/service.ts";
import { Cover } from "#app/site/parts/cover.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import type { Tone } from "#app/weave/tones.ts";

/** A service as the list shows it. */
export function presentRow({ title, path, data, cover }: Card<typeof service>) {
  const features = data.features.map((feature) => feature.title).filter(Boolean);
  return { title, path, summary: data.summary, features: features.slice(0, 4), icon: data.icon, cover };
}

interface ServiceRowProps {
  service: ReturnType<typeof presentRow>;
  /** Its place in the index, from 0. */
  position: number;
  tone: Tone;
}

/** One line of the index: number, words, cloth. All of it leads to the service. */
export function ServiceRow({
  service: { title, path, summary, features, icon, cover },
  position,
  tone,
}: ServiceRowProps) {
  return (
    <article className="svc">
      <span className="n num" aria-hidden="true">
        {position + 1}
      </span>
      <div className="t">
        <h2 className={title.length > 60 ? "long" : undefined} lang={languageOf(title)}>
          <Link to={path} viewTransition>
            {title}
          </Link>
        </h2>
        {summary && <p lang={languageOf(summary)}>{summary}</p>}
        {features.length > 0 && (
          <ul className="ticks">
            {features.map((feature) => (
              <li key={feature} lang={languageOf(feature)}>
                {feature}
              </li>
            ))}
          </ul>
        )}
        <span className="go" aria-hidden="true">
          About this service <Icon name="arrow-right" />
        </span>
      </div>
      <Cover
        picture={cover}
        seed={title}
        icon={icon}
        tone={tone}
        width={384}
        height={288}
        eager={position === 0}
      />
    </article>
  );
}
