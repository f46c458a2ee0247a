import { languageOf } from "#app/site/parts/language.ts";

interface ValuesProps {
  heading: string;
  values: readonly { title: string; text: string }[];
}

/** What clients can hold the company to. */
export function Values({ heading, values }: ValuesProps) {
  if (values.length === 0) return null;
  const title = heading || "What we hold to";
  return (
    <section className="values rule g" aria-labelledby="values">
      <h2 className="h2" id="values" lang={languageOf(title)}>
        {title}
      </h2>
      {values.map(({ title: name, text }) => (
        <div key={name + text} lang={languageOf(name + text)}>
          <h3>{name}</h3>
          <p>{text}</p>
        </div>
      ))}
    </section>
  );
}
