import { planBorder } from "#app/weave/border.ts";
import { clearOf, type IsBare, strew } from "#app/weave/field.ts";
import type { IconName } from "#app/weave/icons.ts";
import { planMedallion, roomIn } from "#app/weave/medallion.ts";
import type { Motif, Traits } from "#app/weave/motif.ts";
import { tara } from "#app/weave/motifs/flowers.ts";
import { type Box, focusColumn, type Piece, type Place, roundUnit } from "#app/weave/piece.ts";

/** Jaal: a net with a flower in every eye, a border along the top or the foot. */
export function layJaal(piece: Piece): void {
  const { dice, icon } = piece;
  const border = planBorder(piece, dice.chance(0.3) ? "top" : "bottom", 1.3);
  if (icon) layAroundIcon(piece, icon, border.open);
  else layNetAlone(piece, border.open);
  border.lay();
}

/** Flowers stand only in whole eyes: the border and the edge run where the meshes cross. */
function layNetAlone(piece: Piece, open: Box): void {
  const { dice, thread, width } = piece;
  const period = dice.pick([32, 40]);
  const wanted = thread * dice.pick([1.4, 1.8, 2.2]);
  const rows = Math.max(3, Math.round((open.height / wanted - 1) / (period / 2)));
  layNet(piece, { period, rows, open, column: width * dice.between(0.2, 0.8) });
}

interface Net {
  /** From one mesh to the next, in threads. */
  period: number;
  /** How many halves of an eye the net is high. */
  rows: number;
  open: Box;
  /** Where a mesh crosses at the upper end of the net, in pixels. */
  column: number;
}

/** `boxes` are the parts of the ground that have a net, in pixels. */
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

/** The distance of two threads in a net, whose first pick and whose last hold crossings. */
function unitOf({ period, rows, open }: Omit<Net, "column">): number {
  return roundUnit(open.height / ((rows * period) / 2 + 1));
}

const FINE = 24;
const EYE = FINE / 2;
/** How far three eyes of the fine net reach, up to the inside of the mesh that bounds them, in threads. */
const OPENED = EYE * 3 - 3;

/** The medallion stands in place of nine eyes of a finer net. */
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

/** The ground without what lies inside the opened eyes, from crossing to crossing, so that no mesh is cut. */
function around({ x, y }: Place, unit: number, { x: start, y: top, width, height }: Box): Box[] {
  const line = (threads: number) => y + (threads - 0.5) * unit;
  const beside = (upper: number, picks: number, threads: number): Box[] => {
    const away = (threads - 0.5) * unit;
    const box = { y: line(upper), height: picks * unit };
    return [
      { ...box, x: start, width: x - away - start },
      { ...box, x: x + away, width: start + width - x - away },
    ];
  };
  return [
    { x: start, y: top, width, height: line(1 - 2 * EYE) - top },
    ...beside(1 - 2 * EYE, EYE, EYE),
    ...beside(1 - EYE, 2 * EYE - 1, 2 * EYE),
    ...beside(EYE, EYE, EYE),
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

/** The flower in every eye of the net. */
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
