import type { Settings } from "#app/company/settings-schema.ts";
import { Knot } from "#app/site/parts/knot.tsx";
import { languageOf } from "#app/site/parts/language.ts";
import { SectionHead } from "#app/site/parts/section-head.tsx";

/** The way of a project: knots on one thread. */
export function Process({ heading, steps }: Settings["home"]["process"]) {
  if (steps.length === 0) return null;
  return (
    <section className="threadbox rule g" aria-labelledby="home-process">
      <SectionHead id="home-process" title={heading || "How a project goes"} />
      <ol className="thread">
        {steps.map(({ when, title, text }) => (
          <li key={`${when}${title}`} lang={languageOf(text)}>
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
