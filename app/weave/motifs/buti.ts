import { type Motif, petal, type Weft, wrap } from "../motif.ts";
import type { Dice } from "../seed.ts";

/** A small scattered flower that stays within `radius` threads of its middle. */
export interface Buti {
  motif: Motif;
  radius: number;
}

const SPRIG = ["2", "22", "2.22", "23.22", "2.22", "22", "1", "1.11", "111", "1", "1"];

/** One of the small flowers that are strewn over a field. */
export function rollButi(dice: Dice): Buti {
  const radius = dice.pick([3, 4, 5]);
  const kind = dice.pick([hollowDiamond, sprig, ringed, starlet, cross]);
  return kind(radius);
}

function hollowDiamond(radius: number): Buti {
  return {
    radius,
    motif: (x, y) => {
      const distance = Math.abs(x) + Math.abs(y);
      if (distance > radius) return 0;
      if (distance <= 1) return 2;
      return distance === radius || x === 0 || y === 0 ? 1 : 0;
    },
  };
}

function starlet(radius: number): Buti {
  return {
    radius: radius + 1,
    motif: (column, row) => {
      const x = Math.abs(column);
      const y = Math.abs(row);
      if (x + y <= 1) return 2;
      if (x + y === 2) return 0;
      if (petal(Math.max(x, y), Math.min(x, y), 1, radius + 1, 2) >= 0) return 1;
      return x === y && x < radius - 1 ? 1 : 0;
    },
  };
}

function sprig(): Buti {
  return {
    radius: 5,
    motif: (x, y) => {
      const knot = Number(SPRIG[y + 5]?.[Math.abs(x)]);
      return knot === 1 || knot === 2 || knot === 3 ? knot : 0;
    },
  };
}

function ringed(radius: number): Buti {
  return {
    radius,
    motif: (x, y) => {
      const distance = Math.abs(x) + Math.abs(y);
      if (distance > radius) return 0;
      if (distance === 0) return 2;
      return wrap(distance, 3) === radius % 3 ? 1 : 0;
    },
  };
}

function cross(radius: number): Buti {
  return { radius, motif: (x, y) => crossAt(Math.abs(x - y), Math.abs(x + y), radius) };
}

function crossAt(rising: number, falling: number, radius: number): Weft {
  if (rising <= 1 && falling <= radius) return 1;
  return falling <= 1 && rising <= radius ? 2 : 0;
}
