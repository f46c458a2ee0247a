import { Link } from "react-router";
import { FreshLink } from "#app/pages/fresh-link.tsx";
import type { Cell, CellPiece, MomentPiece, NarrowScreen, TextPiece } from "#app/resources/definition.ts";
import type { ShownColumn } from "#app/resources/list-page.ts";
import { StatusBadge } from "../parts/badge.tsx";
import { Moment } from "../parts/moment.tsx";

/** One cell of a row; a text that stands alone in it lends it its own language and direction. */
export function CellView({ cell, column }: { cell: Cell; column: ShownColumn }) {
  const pieces = piecesOf(cell);
  const [only] = pieces;
  const isAlone = pieces.length === 1 && typeof only === "object" && "text" in only && isPlain(only);
  const look = classesOf({
    main: column.isMain,
    num: column.isNumber,
    mute: column.isMuted,
    nowrap: column.isOneLine,
    wrap: isAlone && only.wraps,
    ...hiding(column.hidesOn),
  });
  if (isAlone)
    return (
      <td className={look} lang={only.language} dir={only.direction}>
        {only.text}
      </td>
    );
  return (
    <td className={look}>
      <Pieces of={pieces} />
    </td>
  );
}

function Pieces({ of }: { of: readonly CellPiece[] }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a cell never change places
  return of.map((piece, at) => <PieceView key={at} piece={piece} />);
}

function PieceView({ piece }: { piece: CellPiece }) {
  if (typeof piece === "string") return piece;
  if ("badge" in piece) return <StatusBadge {...piece} />;
  if ("at" in piece) return <When piece={piece} />;
  if ("small" in piece)
    return (
      <small className={classesOf({ wrap: piece.wraps, wrong: piece.isWrong, clipped: piece.isClipped })}>
        <Pieces of={piecesOf(piece.small)} />
      </small>
    );
  return <Text piece={piece} />;
}

function When({ piece: { at, written, isOneLine } }: { piece: MomentPiece }) {
  const moment = written === undefined ? <Moment at={at} /> : <time dateTime={at}>{written}</time>;
  return isOneLine ? <span className="nowrap">{moment}</span> : moment;
}

function Text({ piece }: { piece: TextPiece }) {
  const { text, to, isFile, spoken, isMuted, isStrong, isOneLine, wraps, hidesOn, language, direction } =
    piece;
  const attributes = {
    className: classesOf({ wrap: wraps, mute: isMuted, nowrap: isOneLine, ...hiding(hidesOn ?? null) }),
    lang: language,
    dir: direction,
  };
  const words = (
    <>
      {text}
      {spoken && <span className="visually-hidden"> {spoken}</span>}
    </>
  );
  if (to && isFile)
    return (
      <FreshLink href={to} className={attributes.className}>
        {words}
      </FreshLink>
    );
  if (to)
    return (
      <Link to={to} {...attributes}>
        {words}
      </Link>
    );
  return isStrong ? <b {...attributes}>{words}</b> : <span {...attributes}>{words}</span>;
}

function isPlain({ to, spoken, isStrong, hidesOn }: TextPiece): boolean {
  return !to && !spoken && !isStrong && !hidesOn;
}

function piecesOf(cell: Cell): readonly CellPiece[] {
  return typeof cell === "object" && Symbol.iterator in cell ? cell : [cell];
}

function hiding(on: NarrowScreen | null) {
  return {
    optional: on === "tablet" || on === "phone and tablet",
    hide: on === "phone" || on === "phone and tablet",
  };
}

/** Undefined where none holds, so that no empty class is written. */
function classesOf(classes: Record<string, boolean | undefined>): string | undefined {
  const names = Object.entries(classes).flatMap(([name, holds]) => (holds ? [name] : []));
  return names.length > 0 ? names.join(" ") : undefined;
}
