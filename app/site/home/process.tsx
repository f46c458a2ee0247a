import type { Settings } from "#app/company/settings-schema.ts";
import { Knot } from "#app/site/parts/knot.tsx";
import { languageOf } from "#app/site/parts/language.ts";

/** The way of a project: knots on one thread. */
export function Process({ heading, steps }: Settings["home"]["process"]) {
  if (steps.length === 0) return null;
  return (
    <section className="threadbox rule g" aria-labelledby="home-process">
      <div className="sec-head">
        <h2 className="h2" id="home-process">
          {heading || "How a project goes"}
        </h2>
      </div>
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
