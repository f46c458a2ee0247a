/** A sentence about the company; figures between asterisks are blue. */
export function Numbers({ sentence }: { sentence: string }) {
  if (sentence === "") return null;
  // Every second piece was between two asterisks.
  const pieces = sentence.split("*").map((text, at) => ({ text, at, isFigure: at % 2 === 1 }));
  return (
    <section className="count page-grid" aria-labelledby="home-numbers">
      <h2 className="visually-hidden" id="home-numbers">
        In numbers
      </h2>
      <p>{pieces.map(({ text, at, isFigure }) => (isFigure ? <b key={at}>{text}</b> : text))}</p>
    </section>
  );
}
