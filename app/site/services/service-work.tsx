import { SectionHead } from "#app/site/parts/section-head.tsx";
import { Piece } from "#app/site/portfolio/piece.tsx";
import type { PieceFacts } from "#app/site/portfolio/pieces.ts";
import { tonesOf } from "#app/weave/tones.ts";

/** Case studies of a service, one small and one large by turns. */
export function ServiceWork({ pieces }: { pieces: readonly PieceFacts[] }) {
  if (pieces.length === 0) return null;
  const tones = tonesOf(pieces.map((piece) => piece.title));
  return (
    <section className="proof across rule g" aria-labelledby="work">
      <SectionHead id="work" title="Where we have done it" />
      {pieces.map((piece, at) => (
        <Piece
          key={piece.path}
          piece={piece}
          tone={tones[at]}
          size={at % 2 === 0 ? { width: 488, height: 488 } : { width: 588, height: 368 }}
          heading="h3"
        />
      ))}
    </section>
  );
}
