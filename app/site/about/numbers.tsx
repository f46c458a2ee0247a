import { languageOf } from "#app/site/parts/language.ts";

/** One sentence whose figures stand between asterisks: "We shipped *9* projects." */
export function Numbers({ sentence }: { sentence: string }) {
  if (sentence === "") return null;
  const parts = sentence.split("*").map((text, at) => ({ text, isFigure: at % 2 === 1, at }));
  return (
    <section className="count g">
      <p lang={languageOf(sentence)}>
        {parts.map(({ text, isFigure, at }) => (isFigure ? <b key={at}>{text}</b> : text))}
      </p>
    </section>
  );
}
