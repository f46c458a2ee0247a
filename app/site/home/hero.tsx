import { Link } from "react-router";
import { langAttribute } from "#app/site/parts/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ClothPicture } from "../parts/pictures/cloth.tsx";
import type { HomeData } from "./read-home.ts";

/** One sentence, one line, two ways on, and the largest cloth of the site. */
export function Hero({ hero }: { hero: HomeData["hero"] }) {
  const { headline, lead, primary, secondary, facts } = hero;
  return (
    <section className="hero page-grid">
      <div className="hero-text">
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
            <Link className="btn" to={primary.href || "/contact"} viewTransition>
              {primary.label} <Icon name="arrow-right" className="i-arrow" />
            </Link>
          )}
          {secondary.label && (
            <Link className="go" to={secondary.href || "/portfolio"} viewTransition>
              {secondary.label}
            </Link>
          )}
        </div>
      </div>
      <div className="hero-cloth">
        <ClothPicture seed={headline} tone="gold" layout="barfi" width={720} height={640} eager />
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
