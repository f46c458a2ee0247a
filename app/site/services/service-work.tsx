import { SectionHead } from "#app/site/parts/section-head.tsx";
import { Piece } from "#app/site/portfolio/piece.tsx";
import type { PieceFacts } from "#app/site/portfolio/pieces.ts";

/** Case studies of a service, one small and one large by turns. */
export function ServiceWork({ pieces }: { pieces: readonly PieceFacts[] }) {
  if (pieces.length === 0) return null;
  return (
    <section className="proof across rule g" aria-labelledby="work">
      <SectionHead id="work" title="Where we have done it" />
      {pieces.map((piece, at) => (
        <Piece
          key={piece.path}
          piece={piece}
          position={at + 2}
          size={at % 2 === 0 ? { width: 488, height: 488 } : { width: 588, height: 368 }}
          heading="h3"
        />
      ))}
    </section>
  );
}
