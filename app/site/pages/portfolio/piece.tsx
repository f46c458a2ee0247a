import type { Look } from "#app/lib/weave/looks.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { Cover } from "../../parts/pictures/picture.tsx";
import type { PieceFacts } from "./pieces.ts";

interface PieceProps {
  piece: PieceFacts;
  /** From `looksOf` the list, so that neighbours differ. */
  look: Look | undefined;
  /** Position in the list, from 0. Large and small pieces alternate, as in the style sheet. */
  position: number;
  heading?: "h2" | "h3";
  /** Leaves out the summary. */
  isBrief?: boolean;
  eager?: boolean;
  /** `sizes` of its picture where it differs from a list's. */
  sizes?: string | undefined;
}

/** A case study in a list: its cover, title and result. */
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
        <a href={path}>{title}</a>
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

/** Size of its generated cover on a wide page, in pixels. */
function clothAt(position: number) {
  return isLarge(position) ? { width: 690, height: 432 } : { width: 488, height: 304 };
}

function isLarge(position: number): boolean {
  return position % 4 === 0 || position % 4 === 3;
}

const largeWidth = "(min-width: 64rem) 37rem, (min-width: 48rem) 46vw, 87vw";
const usualWidth = "(min-width: 64rem) 26.25rem, (min-width: 48rem) 32vw, 87vw";
const acrossWidth = "(min-width: 64rem) 36rem, (min-width: 48rem) 45vw, 87vw";

/** `sizes` of the last picture in a list of odd length (`portfolio.css`); undefined for other items. */
export function sizesAcross(position: number, count: number): string | undefined {
  return count > 1 && count % 2 === 1 && position === count - 1 ? acrossWidth : undefined;
}
