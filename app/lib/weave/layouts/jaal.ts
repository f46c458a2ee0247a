import { planBorder } from "#app/lib/weave/border.ts";
import { clearOf, type IsBare, strew } from "#app/lib/weave/field.ts";
import type { IconName } from "#app/lib/weave/icons.ts";
import { planMedallion, roomIn } from "#app/lib/weave/medallion.ts";
import type { Motif, Traits } from "#app/lib/weave/motif.ts";
import { tara } from "#app/lib/weave/motifs/flowers.ts";
import { type Box, focusColumn, type Piece, type Place, roundUnit } from "#app/lib/weave/piece.ts";

/** Jaal: a net with a flower in every eye, and a border at the top or bottom. */
export function layJaal(piece: Piece): void {
  const { dice, icon } = piece;
  const border = planBorder(piece, dice.chance(0.3) ? "top" : "bottom", 1.3);
  if (icon) layAroundIcon(piece, icon, border.open);
  else layNetAlone(piece, border.open);
  border.lay();
}

/** Places flowers only in whole eyes: border and edge pass through mesh crossings. */
function layNetAlone(piece: Piece, open: Box): void {
  const { dice, thread, width } = piece;
  const period = dice.pick([32, 40]);
  const wanted = thread * dice.pick([1.4, 1.8, 2.2]);
  const rows = Math.max(3, Math.round((open.height / wanted - 1) / (period / 2)));
  layNet(piece, { period, rows, open, column: width * dice.between(0.2, 0.8) });
}

interface Net {
  /** Distance of meshes in threads. */
  period: number;
  /** Height of the net in half eyes. */
  rows: number;
  open: Box;
  /** Column of a mesh crossing at the upper end of the net, in pixels. */
  column: number;
}

/** `boxes` are the areas covered by the net, in pixels. */
function layNet(
  piece: Piece,
  { period, rows, open, column }: Net,
  { boxes = [open], isBare }: { boxes?: readonly Box[]; isBare?: IsBare } = {},
): void {
  const half = period / 2;
  const unit = unitOf({ period, rows, open });
  const mesh = piece.weaveFourfold(meshOf(period), half);
  const net = piece.gather([{ name: mesh, at: { x: half, y: half } }]);
  const origin = { x: column - (half + 0.5) * unit, y: open.y - half * unit };
  piece.spread(net, { width: period, height: period }, unit, origin, boxes);
  const at = { x: column + half * unit, y: open.y + (half + 0.5) * unit };
  const eyes = { at, rows: rows - 1, open, ...(isBare && { isBare }) };
  strew(piece, { unit, pitch: period, flower: flowerOf(period, piece.traits) }, eyes);
}

/** Thread distance in a net whose first and last picks are crossings. */
function unitOf({ period, rows, open }: Omit<Net, "column">): number {
  return roundUnit(open.height / ((rows * period) / 2 + 1));
}

const FINE = 24;
const EYE = FINE / 2;
/** Size of three eyes of the fine net, up to the inside of the surrounding mesh, in threads. */
const OPENED = EYE * 3 - 3;

/** Replaces nine eyes of a finer net by the medallion. */
function layAroundIcon(piece: Piece, icon: IconName, open: Box): void {
  const room = roomIn(piece, open);
  const reach = Math.min(room.width, room.height) / 2;
  const rows = 2 * Math.ceil(((open.height / reach) * (OPENED + 1)) / FINE - 0.05);
  const unit = unitOf({ period: FINE, rows, open });
  const wanted = Math.max(room.x + reach, focusColumn(piece));
  const at = { x: Math.min(room.x + room.width - reach, wanted), y: open.y + open.height / 2 };
  const column = at.x - ((rows / 2) % 2) * EYE * unit;
  const isBare = clearOf(at, (OPENED - EYE) * unit);
  layNet(piece, { period: FINE, rows, open, column }, { boxes: around(at, unit, open), isBare });
  planMedallion(piece, icon, (OPENED - 1) * unit).lay(at);
}

/** Ground outside the removed eyes, from crossing to crossing, so that no mesh is cut. */
function around({ x, y }: Place, unit: number, { x: start, y: top, width, height }: Box): Box[] {
  const line = (threads: number) => y + (threads - 0.5) * unit;
  const strip = (upper: number, picks: number, threads: number): Box[] => {
    const away = (threads - 0.5) * unit;
    const box = { y: line(upper), height: picks * unit };
    return [
      { ...box, x: start, width: x - away - start },
      { ...box, x: x + away, width: start + width - x - away },
    ];
  };
  return [
    { x: start, y: top, width, height: line(1 - 2 * EYE) - top },
    ...strip(1 - 2 * EYE, EYE, EYE),
    ...strip(1 - EYE, 2 * EYE - 1, 2 * EYE),
    ...strip(EYE, EYE, EYE),
    { x: start, y: line(2 * EYE), width, height: top + height - line(2 * EYE) },
  ];
}

/** One repeat of the net around (0, 0): a diamond mesh between two rows of knots. */
function meshOf(period: number): Motif {
  return (x, y) => {
    const off = Math.abs(Math.abs(x) + Math.abs(y) - period / 2);
    if (off < 1) return 1;
    return off === 2 && Math.abs(x) % 2 === 1 ? 2 : 0;
  };
}

/** Flower in every eye of the net. */
function flowerOf(period: number, { eye, vein }: Traits): { motif: Motif; radius: number } {
  const radius = Math.floor(period * 0.3);
  const shape = {
    core: 2,
    eye,
    hollow: false,
    vein,
    reach: 0.52,
    petal: 2.6 / radius,
    slantPetal: 2.4 / radius,
  };
  return { motif: tara(radius, shape), radius };
}
