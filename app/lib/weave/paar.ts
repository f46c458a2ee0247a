import { type Area, fold, type Motif, petal, type Weft, wrap } from "./motif.ts";

/** Strip of a border: `depth` picks deep, repeating every `period` threads. */
export interface Strip {
  depth: number;
  period: number;
  motif: Motif;
}

export type StripName = "gap" | "line" | "duo" | "dash" | "teeth" | "teeth-down" | Ornament;

/** Strips suitable as the main strip of a border. */
export const ORNAMENTS = ["barfi", "zig", "tara", "leaf", "temple", "vine", "kali"] as const;

export type Ornament = (typeof ORNAMENTS)[number];

export const STRIPS: Record<StripName, Strip> = {
  gap: { depth: 2, period: 6, motif: () => 0 },
  line: { depth: 1, period: 6, motif: () => 1 },
  duo: { depth: 3, period: 6, motif: (_x, y) => (y === 1 ? 0 : 1) },
  dash: { depth: 1, period: 6, motif: (x) => (wrap(x, 6) < 4 ? 2 : 0) },
  teeth: { depth: 5, period: 10, motif: (x, y) => (fold(x, 10) <= y ? 1 : 0) },
  "teeth-down": { depth: 5, period: 10, motif: (x, y) => (fold(x, 10) <= 4 - y ? 1 : 0) },
  barfi: { depth: 13, period: 16, motif: diamonds },
  zig: { depth: 11, period: 16, motif: zigzag },
  tara: { depth: 15, period: 18, motif: stars },
  leaf: { depth: 11, period: 8, motif: leaves },
  temple: { depth: 13, period: 20, motif: temples },
  vine: { depth: 15, period: 24, motif: vine },
  kali: { depth: 13, period: 14, motif: buds },
};

/** One repeat of a strip, horizontal or vertical. */
export interface Tile {
  width: number;
  height: number;
  motif: Motif;
  area: Area;
}

/** One repeat of a strip. Vertically, the picture rotates but its threads stay horizontal. */
export function tileOf({ depth, period, motif }: Strip, vertical: boolean): Tile {
  if (vertical) {
    const area = { left: 0, right: depth - 1, top: 0, bottom: period - 1 };
    return { width: depth, height: period, motif: (x, y) => motif(y, x), area };
  }
  return {
    width: period,
    height: depth,
    motif,
    area: { left: -1, right: period, top: 0, bottom: depth - 1 },
  };
}

function diamonds(x: number, y: number): Weft {
  const distance = fold(x, 16) + Math.abs(y - 6);
  if (distance > 7) return distance > 12 ? 2 : 0;
  if (distance > 5) return 1;
  if (distance > 3) return 0;
  return distance > 1 ? 2 : 3;
}

function zigzag(x: number, y: number): Weft {
  const slope = fold(x, 16);
  const below = y - slope;
  if (below === 0 || below === 1) return 1;
  if (below === -4 || below === -3) return 2;
  return below === 5 && slope < 2 ? 3 : 0;
}

function stars(column: number, row: number): Weft {
  const x = fold(column, 18);
  const y = Math.abs(row - 7);
  const distance = x + y;
  if (distance <= 1) return 3;
  if (distance === 2) return 0;
  if (petal(Math.max(x, y), Math.min(x, y), 1, 8, 2.1) >= 0) return 1;
  if (Math.abs(x - y) < 1.1 && distance < 11) return 2;
  return distance > 14 ? 2 : 0;
}

function leaves(x: number, y: number): Weft {
  if (y === 5) return 1;
  const slant = y < 5 ? x + y : x - y + 10;
  if (y === 0 || y === 10 || wrap(slant, 8) >= 4) return 0;
  return y < 5 ? 1 : 2;
}

function temples(x: number, y: number): Weft {
  const step = Math.floor((y + 1) / 1.35) - fold(x, 20);
  if (step === 0 || step === 1) return 1;
  return step === 4 || step === 5 ? 2 : 0;
}

function vine(x: number, y: number): Weft {
  if (Math.abs(y - 7 - fold(x, 24) + 6) < 1) return 1;
  return vineTurn(wrap(x, 24) - 12, 7 - y) || vineTurn(wrap(x + 12, 24) - 12, y - 7);
}

/** Bud and two leaves at a turn of the vine, with outwards upwards. */
function vineTurn(x: number, y: number): Weft {
  const away = Math.abs(x);
  const fromBud = away + Math.abs(y + 3);
  if (fromBud <= 3) return fromBud === 1 ? 0 : fromBud < 1 ? 3 : 2;
  return petal(away, Math.abs(y + 6.6 - away * 0.1), 2, 10, 1.6) >= 0 ? 1 : 0;
}

function buds(x: number, y: number): Weft {
  const away = fold(x, 14);
  if (y === 12) return 1;
  if (y === 0) return 0;
  if (y < 8) return away > (y - 1) * 0.62 ? 0 : away <= (y - 1) * 0.62 - 2 ? 2 : 1;
  if (y < 11) return away <= 4 - (y - 7) * 1.3 ? 1 : away > 4 ? 2 : 0;
  return away < 1 ? 1 : 0;
}
