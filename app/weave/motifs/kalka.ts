import { fold, type Motif, type Weft, wrap } from "../motif.ts";
import type { Traits } from "../traits.ts";
import { depthField } from "./depth.ts";
import { type Bead, paisleySpine } from "./spine.ts";
import { smallTara } from "./tara.ts";

/** How far the fringe of a paisley stands out beyond its body, in threads. */
export const KALKA_FRINGE = 4;

/** The paisley, `height` threads tall and centred: a stout body that curls into a hook, outlined twice. */
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
  if (kind === "bare") return 0;
  if (kind === "pearls") return depth < -1.8 && depth > -3.4 && wrap(x + y, 4) < 1 ? 2 : 0;
  return wrap(x - y, 6) + wrap(x + y, 6) < 5 + depth ? 1 : 0;
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
