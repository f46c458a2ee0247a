import { langAttribute } from "#app/site/parts/prose.ts";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Look } from "#app/weave/looks.ts";
import { Cover } from "../parts/pictures/picture.tsx";
import type { PieceFacts } from "./pieces.ts";

interface PieceProps {
  piece: PieceFacts;
  /** From `looksOf` the list, so that neighbours differ. */
  look: Look | undefined;
  /** Its place in the list, from 0: large and small by turns, as the style sheet lays them out. */
  position: number;
  heading?: "h2" | "h3";
  /** Only what it was and what came of it. */
  isBrief?: boolean;
  eager?: boolean;
  /** How wide its picture is shown where that is not the width of a list's, as in the `sizes` of HTML. */
  sizes?: string | undefined;
}

/** One case study in a list: its picture or cloth, then what it was and what came of it. */
export function PortfolioPiece({
  piece,
  look,
  position,
  heading: Heading = "h2",
  isBrief,
  eager,
  sizes,
}: PieceProps) {
  const { title, path, summary, who, figure, cover, price } = piece;
  return (
    <article className="piece">
      <Cover
        picture={cover}
        seed={title}
        look={look}
        {...clothAt(position)}
        eager={eager ?? false}
        sizes={sizes ?? (isLarge(position) ? largeWidth : usualWidth)}
      />
      <Heading className={title.length > 90 ? "long" : undefined} lang={langAttribute(title)}>
        <PageLink to={path} viewTransition>
          {title}
        </PageLink>
      </Heading>
      {figure && (
        <p className="figure" lang={langAttribute(figure.label)}>
          <b>{figure.value}</b> {figure.label}
        </p>
      )}
      {summary && !isBrief && <p lang={langAttribute(summary)}>{summary}</p>}
      {price && (
        <p className={`price-mark ${price.mark}`}>
          Paid <b className="num">{price.paid}</b>, {price.words}
        </p>
      )}
      {who && <p className="who">{who}</p>}
    </article>
  );
}

/** Of its cloth, in pixels as it is shown on a wide page. */
function clothAt(position: number) {
  return isLarge(position) ? { width: 690, height: 432 } : { width: 488, height: 304 };
}

function isLarge(position: number): boolean {
  return position % 4 === 0 || position % 4 === 3;
}

const largeWidth = "(min-width: 64rem) 37rem, (min-width: 48rem) 46vw, 87vw";
const usualWidth = "(min-width: 64rem) 26.25rem, (min-width: 48rem) 32vw, 87vw";
const acrossWidth = "(min-width: 64rem) 36rem, (min-width: 48rem) 45vw, 87vw";

/** How wide a picture is shown in a list whose odd last piece lies across (`portfolio.css`); undefined where that is usual. */
export function sizesAcross(position: number, count: number): string | undefined {
  return count > 1 && count % 2 === 1 && position === count - 1 ? acrossWidth : undefined;
}
