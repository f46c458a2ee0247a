import { type Motif, squareArea } from "./motif.ts";
import { rollButi } from "./motifs/flowers.ts";
import { type Box, type Piece, type Place, roundUnit } from "./piece.ts";

/** Planned field of small flowers. */
export interface WeaveField {
  /** Column of flowers closest to `x`, in pixels. */
  columnAt: (x: number) => number;
  /** Lays the flowers with one column through `x`, except at bare places. */
  hang: (x: number, isBare?: IsBare) => void;
}

/** Whether to omit a flower, because something larger is within `reach` pixels. */
export type IsBare = (at: Place, reach: number) => boolean;

/** Flower of a field, centred on (0, 0). */
interface Flower {
  motif: Motif;
  radius: number;
}

/** Butidar: flowers in half-drop rows between the borders. `spacing` scales their distance. */
export function planField(piece: Piece, unit: number, open: Box, spacing = 1): WeaveField {
  const { radius, motif } = rollButi(piece.dice);
  const distance = (radius * 2 + piece.dice.pick([9, 11, 13])) * spacing;
  return fieldOf(piece, open, { unit, pitch: Math.ceil(distance / 4) * 4, flower: { motif, radius } });
}

/** Panna hajar, "a thousand emeralds": close rows of hollow diamonds. */
export function planPanna(piece: Piece, unit: number, open: Box): WeaveField {
  const radius = piece.dice.pick([3, 4]);
  const emerald: Motif = (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    if (distance > radius) return 0;
    if (distance >= radius - 1) return 1;
    return distance === 0 ? 2 : 0;
  };
  return fieldOf(piece, open, { unit, pitch: (radius * 2 + 4) * 2, flower: { motif: emerald, radius } });
}

/** Thread thickness of a field in pixels, and distance of its flowers in threads. */
interface Strewing {
  unit: number;
  pitch: number;
  flower: Flower;
}

/** Spaces the rows so that only whole ones fit between the borders, and centres the columns. */
function fieldOf(piece: Piece, open: Box, { unit: wanted, pitch, flower }: Strewing): WeaveField {
  const margin = Math.max(pitch / 4, flower.radius + 1.5);
  const rows = Math.max(1, Math.round((open.height / wanted - 2 * margin) / (pitch / 2)) + 1);
  const deep = 2 * margin + ((rows - 1) * pitch) / 2;
  const unit = roundUnit(Math.min(open.height / deep, wanted * 1.4));
  const step = (pitch / 2) * unit;
  const y = open.y + (open.height - deep * unit) / 2 + margin * unit;
  const end = open.x + open.width;
  const hook = open.x > 0 ? open.x + margin * unit : end < piece.width ? end - margin * unit : null;
  return {
    columnAt: (x) => (hook === null ? x : hook + Math.round((x - hook) / step) * step),
    hang: (x, isBare) => {
      strew(piece, { unit, pitch, flower }, { at: { x, y }, rows, open, ...(isBare && { isBare }) });
    },
  };
}

/** Area for flowers: row and column through `at`, in whole rows between the borders. */
export interface Ground {
  at: Place;
  rows: number;
  open: Box;
  isBare?: IsBare;
}

/** Lays flowers in half-drop rows, at a distance of `pitch` threads. */
export function strew(piece: Piece, { unit, pitch, flower }: Strewing, ground: Ground): void {
  const name = piece.weaveTile({ motif: flower.motif, area: squareArea(Math.ceil(flower.radius)) });
  strewRows(piece, name, { unit, width: pitch, height: pitch, radius: flower.radius }, ground);
}

/** Repeat of the field in threads, with the radius of its central flower. */
interface Cell {
  unit: number;
  width: number;
  height: number;
  radius: number;
}

/** Lays an already woven flower in rows; `dropped` is used in every second row. */
export function strewRows(
  piece: Piece,
  name: string,
  cell: Cell,
  ground: Ground,
  dropped: { mirrored?: boolean } = {},
): void {
  const { unit, width, height } = cell;
  const middle = { x: width / 2, y: height / 2 };
  for (const drop of [0, 1]) {
    const at = {
      x: ground.at.x + drop * middle.x * unit,
      y: ground.at.y + drop * middle.y * unit,
    };
    const mirrored = drop === 1 && dropped.mirrored === true;
    const alone = piece.gather([{ name, at: middle, mirrored }]);
    const boxes = boxesOf(piece, cell, { ...ground, at, rows: ground.rows - drop });
    const origin = { x: at.x - (middle.x + 0.5) * unit, y: at.y - (middle.y + 0.5) * unit };
    if (boxes.length > 0) piece.spread(alone, cell, unit, origin, boxes);
  }
}

/** Cells with a flower in every second row, merged into few boxes with seams in bare ground. */
function boxesOf(piece: Piece, cell: Cell, ground: Ground): Box[] {
  const height = cell.height * cell.unit;
  const boxes: Box[] = [];
  for (let row = 0; row * 2 < ground.rows; row++) {
    const y = ground.at.y + (row - 0.5) * height;
    for (const run of runsOf(piece, cell, ground, y + height / 2)) {
      const above = boxes.find(
        (box) => box.x === run.x && box.width === run.width && Math.abs(box.y + box.height - y) < 0.01,
      );
      if (above) above.height += height;
      else boxes.push({ ...run, y, height });
    }
  }
  return boxes;
}

type Run = Pick<Box, "x" | "width">;

/** Runs of flowers in one row: whole flowers between vertical borders, continuing past other edges. */
function runsOf(piece: Piece, cell: Cell, { at, open, isBare }: Ground, y: number): Run[] {
  const runs: Run[] = [];
  const width = cell.width * cell.unit;
  const reach = (cell.radius + 0.5) * cell.unit;
  const end = open.x + open.width;
  const from = open.x > 0 ? open.x + reach : -reach;
  const until = end < piece.width ? end - reach : end + reach;
  let isInRun = false;
  for (let x = at.x - Math.floor((at.x - from) / width) * width; x <= until; x += width) {
    const isLeftOut = isBare?.({ x, y }, reach) === true;
    const last = runs.at(-1);
    if (!isLeftOut && isInRun && last) last.width += width;
    else if (!isLeftOut) runs.push({ x: x - width / 2, width });
    isInRun = !isLeftOut;
  }
  return runs;
}

/** Keeps a distance from a motif: `across` along threads and picks, `slant` along diagonals. */
export function clearOf(at: Place, across: number, slant = across): IsBare {
  return ({ x, y }, reach) => {
    const [dx, dy] = [Math.abs(x - at.x), Math.abs(y - at.y)];
    return Math.max(dx, dy) < across + reach * 2 && dx + dy < slant + reach * 2;
  };
}
