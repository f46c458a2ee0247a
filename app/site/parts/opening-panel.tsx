import type { OpeningLine, OpeningState } from "#app/domain/company/opening.ts";

export interface OpeningFacts extends OpeningState {
  lines: readonly OpeningLine[];
}

/** Whether the company is open now, and its hours; hidden without hours. */
export function OpeningPanel({ opening }: { opening: OpeningFacts | null }) {
  if (!opening) return null;
  return (
    <section className="opening-hours">
      <h2>Opening hours</h2>
      <p className={opening.isOpen ? "state open" : "state"}>{opening.words}</p>
      <dl>
        {opening.lines.map(({ days, hours }) => (
          <div key={days}>
            <dt>{days}</dt>
            <dd className="num">{hours}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
