import { fold, type Motif, type Traits, type Weft, wrap } from "../motif.ts";
import { smallTara } from "./flowers.ts";

/** Length of a paisley's fringe beyond its body, in threads. */
export const KALKA_FRINGE = 4;

/** Paisley, `height` threads tall and centred: a wide body that curls into a hook, with a double outline. */
export function kalka(
  height: number,
  traits: Pick<Traits, "heart" | "fringe" | "stoutness" | "curl">,
): Motif {
  const { beads, eye } = paisleySpine(height, traits.stoutness, traits.curl);
  const depthAt = depthField(beads, KALKA_FRINGE + 1);
  const line = height > 44 ? 3.2 : 2.2;
  const heart = heartOf(beads[0] ?? eye, traits.heart);
  return (x, y) => {
    const depth = depthAt(x, y);
    if (depth < -KALKA_FRINGE) return 0;
    if (depth < 0) return isInside(eye, x, y) ? 0 : fringe(x, y, depth, traits.fringe);
    if (depth < line) return 1;
    if (depth < line + 1.4) return 0;
    if (depth < line + 2.8) return 2;
    return depth < line + 4.4 ? 0 : heart(x, y, depth - line - 4.4);
  };
}

function isInside({ x, y, radius }: Bead, column: number, row: number): boolean {
  return Math.hypot(column - x, row - y) < radius;
}

function fringe(x: number, y: number, depth: number, kind: Traits["fringe"]): Weft {
  return kind === "pearls" && depth < -1.8 && depth > -3.4 && wrap(x + 2 * y, 5) === 0 ? 2 : 0;
}

type Heart = (x: number, y: number, depth: number) => Weft;

function heartOf(body: Bead, kind: Traits["heart"]): Heart {
  const middleX = Math.round(body.x);
  const middleY = Math.round(body.y);
  if (kind === "echo") return echo;
  if (kind === "net") return (x, y) => net(x - middleX, y - middleY);
  const flower = smallTara(Math.max(5, Math.round(body.radius * 0.56)), body.radius > 14 ? 3 : 2);
  return (x, y, depth) =>
    flower(x - middleX, y - middleY) || (y < middleY - body.radius * 0.62 ? echo(x, y, depth) : 0);
}

function echo(_x: number, _y: number, depth: number): Weft {
  const ring = wrap(depth, 4.6);
  if (ring >= 2.2) return 0;
  return wrap(depth, 9.2) < 4.6 ? 1 : 2;
}

function net(x: number, y: number): Weft {
  const mesh = fold(x + 5, 10) + fold(y + 5, 10);
  if (mesh > 3) return mesh === 5 ? 2 : 0;
  return mesh < 1 ? 3 : 1;
}

/** Depth of each crossing inside a chain of beads; the edge is round and slightly faceted. */
function depthField(beads: readonly Bead[], margin: number): (x: number, y: number) => number {
  const reach = Math.ceil(Math.max(...beads.map(outermost)) + margin);
  const side = reach * 2 + 1;
  const field = new Float32Array(side * side).fill(-Infinity);
  for (const bead of beads) deepen(field, side, reach, bead, margin);
  return (x, y) => {
    if (Math.abs(x) > reach || Math.abs(y) > reach) return -Infinity;
    return field[(y + reach) * side + x + reach] ?? -Infinity;
  };
}

function outermost({ x, y, radius }: Bead): number {
  return Math.max(Math.abs(x), Math.abs(y)) + radius;
}

function deepen(field: Float32Array, side: number, reach: number, bead: Bead, margin: number): void {
  const span = bead.radius + margin;
  for (let y = Math.ceil(bead.y - span); y <= bead.y + span; y++) {
    for (let x = Math.ceil(bead.x - span); x <= bead.x + span; x++) {
      const across = Math.abs(x - bead.x);
      const along = Math.abs(y - bead.y);
      const depth = bead.radius - Math.max(Math.hypot(across, along), (across + along) * 0.74);
      const at = (y + reach) * side + x + reach;
      if (depth > (field[at] ?? Infinity)) field[at] = depth;
    }
  }
}

/** Bead of the paisley's spine; the body is the union of all beads. */
interface Bead {
  x: number;
  y: number;
  radius: number;
}

interface Spine {
  beads: readonly Bead[];
  /** Open eye that the hook curls around. */
  eye: Bead;
}

const BEADS = 72;
const HOOK_FROM = 50;
/** Tilt of the paisley, start of the curl along its spine, and total curl in radians. */
const TILT = 0.58;
const STRAIGHT = 0.3;
const CURL = 3.75;
/** Length of the spine, in radii of the belly. */
const LENGTH = 3.15;

/** Spine of a paisley: tilts up from the belly, then curls back into a hook. Centred on (0, 0). */
function paisleySpine(height: number, stoutness: number, curl: number): Spine {
  const beads: Bead[] = [];
  let x = 0;
  let y = 0;
  for (let at = 0; at <= BEADS; at++) {
    const share = at / BEADS;
    const heading = TILT - CURL * curl * Math.max(0, (share - STRAIGHT) / (1 - STRAIGHT)) ** 1.45;
    beads.push({ x, y, radius: thickness(share, stoutness) });
    x += (Math.sin(heading) * LENGTH) / BEADS;
    y -= (Math.cos(heading) * LENGTH) / BEADS;
  }
  const fitted = fitToHeight(beads, height);
  return { beads: fitted, eye: eyeOf(fitted.slice(HOOK_FROM)) };
}

/** Thickness along the spine: full at the belly, a thin neck, and a small bud at the end of the hook. */
function thickness(share: number, stoutness: number): number {
  const body = stoutness * (1 - share) ** 0.92;
  const bud = 0.07 * Math.max(0, (share - 0.86) / 0.14);
  return Math.max(body, 0.1) + bud;
}

function fitToHeight(beads: readonly Bead[], height: number): Bead[] {
  const box = extentOf(beads);
  const size = height / (box.bottom - box.top);
  return beads.map((bead) => ({
    x: (bead.x - (box.left + box.right) / 2) * size,
    y: (bead.y - (box.top + box.bottom) / 2) * size,
    radius: bead.radius * size,
  }));
}

function eyeOf(hook: readonly Bead[]): Bead {
  const box = extentOf(hook.map(({ x, y }) => ({ x, y, radius: 0 })));
  const radius = Math.min(box.right - box.left, box.bottom - box.top) / 2;
  return { x: box.right - radius, y: (box.top + box.bottom) / 2, radius: radius * 1.2 };
}

function extentOf(beads: readonly Bead[]): { top: number; bottom: number; left: number; right: number } {
  return {
    top: Math.min(...beads.map((bead) => bead.y - bead.radius)),
    bottom: Math.max(...beads.map((bead) => bead.y + bead.radius)),
    left: Math.min(...beads.map((bead) => bead.x - bead.radius)),
    right: Math.max(...beads.map((bead) => bead.x + bead.radius)),
  };
}
