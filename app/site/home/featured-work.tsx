import { Link } from "react-router";
import { Piece } from "#app/site/portfolio/piece.tsx";
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
  return (
    <section className="work g" aria-labelledby="home-work">
      <div className="sec-head">
        <h2 className="h2" id="home-work">
          {heading || "Work"}
        </h2>
        <Link className="go" to="/portfolio" viewTransition>
          {total > pieces.length ? `All ${total} case studies` : "All work"}
        </Link>
      </div>
      {pieces.map((piece, at) => (
        <Piece
          key={piece.path}
          piece={piece}
          position={at}
          size={sizes[at % sizes.length] ?? sizes[0]}
          heading="h3"
        />
      ))}
    </section>
  );
}
