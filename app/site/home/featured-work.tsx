import { SectionHead } from "#app/site/parts/section-head.tsx";
import { Piece } from "#app/site/portfolio/piece.tsx";
import { tonesOf } from "#app/weave/tones.ts";
import type { HomeData } from "./read-home.ts";

/** Large and small by turns, the first one off the left edge. */
const sizes = [
  { width: 960, height: 564 },
  { width: 400, height: 500 },
  { width: 500, height: 500 },
  { width: 640, height: 400 },
] as const;

interface FeaturedWorkProps {
  heading: string;
  work: HomeData["work"];
}

export function FeaturedWork({ heading, work: { pieces, total } }: FeaturedWorkProps) {
  if (pieces.length === 0) return null;
  const tones = tonesOf(pieces.map((piece) => piece.title));
  return (
    <section className="work g" aria-labelledby="home-work">
      <SectionHead
        id="home-work"
        title={heading || "Work"}
        all={{ label: total > pieces.length ? `All ${total} case studies` : "All work", to: "/portfolio" }}
      />
      {pieces.map((piece, at) => (
        <Piece
          key={piece.path}
          piece={piece}
          tone={tones[at]}
          size={sizes[at % sizes.length] ?? sizes[0]}
          heading="h3"
        />
      ))}
    </section>
  );
}
