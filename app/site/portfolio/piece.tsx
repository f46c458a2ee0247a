import { Link } from "react-router";
import { langAttribute } from "#app/site/parts/language.ts";
import type { Look } from "#app/weave/looks.ts";
import { Cover } from "../parts/pictures/cover.tsx";
import type { PieceFacts } from "./pieces.ts";

interface PieceProps {
  piece: PieceFacts;
  /** From `looksOf` the list, so that neighbours differ. */
  look: Look | undefined;
  /** Of its cloth, in pixels as it is shown. */
  size: { width: number; height: number };
  heading?: "h2" | "h3";
  eager?: boolean;
}

/** One case study in a list: its cloth or picture, then what it was. */
export function PortfolioPiece({ piece, look, size, heading: Heading = "h2", eager = false }: PieceProps) {
  const { title, path, summary, who, cover } = piece;
  return (
    <article className="piece">
      <Cover picture={cover} seed={title} look={look} {...size} eager={eager} />
      <Heading className={title.length > 90 ? "long" : undefined} lang={langAttribute(title)}>
        <Link to={path} viewTransition>
          {title}
        </Link>
      </Heading>
      {summary && <p lang={langAttribute(summary)}>{summary}</p>}
      {who && <p className="who">{who}</p>}
    </article>
  );
}
