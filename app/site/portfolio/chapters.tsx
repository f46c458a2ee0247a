import { languageOf } from "#app/site/parts/language.ts";
import { RichText } from "#app/site/parts/rich-text.tsx";

interface ChaptersProps {
  chapters: readonly { name: string; heading: string; html: string }[];
  numbers: readonly { value: string; label: string }[];
}

/** Problem, solution and result; the figures close the result, or stand alone where there is none. */
export function Chapters({ chapters, numbers }: ChaptersProps) {
  if (chapters.length === 0 && numbers.length === 0) return null;
  const hasResult = chapters.some(({ name }) => name === "result");
  return (
    <section className="chapters g">
      {chapters.map(({ name, heading, html }) => (
        <div className="tri" key={name}>
          <h2>{heading}</h2>
          <div>
            <RichText html={html} />
            {name === "result" && <Numbers numbers={numbers} />}
          </div>
        </div>
      ))}
      {!hasResult && numbers.length > 0 && (
        <div className="tri">
          <h2>In numbers</h2>
          <div>
            <Numbers numbers={numbers} />
          </div>
        </div>
      )}
    </section>
  );
}

function Numbers({ numbers }: Pick<ChaptersProps, "numbers">) {
  if (numbers.length === 0) return null;
  return (
    <dl className="result">
      {numbers.map(({ value, label }) => (
        <div key={value + label}>
          <dt lang={languageOf(label)}>{label}</dt>
          <dd className={value.length > 9 ? "long" : undefined} lang={languageOf(value)}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
