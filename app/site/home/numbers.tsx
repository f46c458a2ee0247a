/** The company in one sentence; its figures, written between asterisks, are set in blue. */
export function Numbers({ sentence }: { sentence: string }) {
  if (sentence === "") return null;
  // Cut at the asterisks, every second piece stood between two of them.
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
