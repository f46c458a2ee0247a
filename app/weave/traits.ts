import type { Dice } from "./seed.ts";

/** The hand of the weaver: what differs between two motifs of one kind. */
export interface Traits {
  /** Half-width of a flower's core, in threads. */
  core: number;
  eye: boolean;
  hollow: boolean;
  vein: boolean;
  framed: boolean;
  /** Thickness of the long and the slant petals, as a share of the flower's radius. */
  petal: number;
  slantPetal: number;
  /** How far the slant petals reach, as a share of the radius. */
  reach: number;
  /** Half-width of a leaf, in threads. */
  leaf: number;
  filling: "flower" | "net" | "bands";
  fringe: "pearls" | "bare";
  heart: "flower" | "echo" | "net";
  /** How stout a paisley's body is, and how far its tip curls over. */
  stoutness: number;
  curl: number;
}

export function rollTraits(dice: Dice): Traits {
  return {
    core: dice.pick([3, 4, 5]),
    eye: dice.chance(0.6),
    hollow: dice.chance(0.55),
    vein: dice.chance(0.6),
    framed: dice.chance(0.5),
    petal: dice.between(0.16, 0.21),
    slantPetal: dice.between(0.11, 0.15),
    reach: dice.between(0.44, 0.56),
    leaf: dice.between(2.4, 3.6),
    filling: dice.pick(["flower", "net", "bands"]),
    fringe: dice.pick(["pearls", "pearls", "bare"]),
    heart: dice.pick(["flower", "echo", "net"]),
    stoutness: dice.between(0.92, 1.06),
    curl: dice.between(0.94, 1.04),
  };
}
