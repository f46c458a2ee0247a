import { fold, type Motif, type Weft, wrap } from "../motif.ts";
import type { Traits } from "../traits.ts";
import { hasTooth } from "./frame.ts";
import { tara } from "./tara.ts";

const RIM = 10;
const BANDS: readonly Weft[] = [1, 1, 0, 2, 0, 1, 1, 1, 0, 2, 0, 1, 0, 2, 2, 0, 1, 1, 0, 1, 0, 0, 2, 0, 0];

/** The stepped diamond, named after the sweet: a toothed rim around a flower, a net or bands. */
export function barfi(radius: number, traits: Traits): Motif {
  const inner = radius - RIM;
  const fill = inner > 12 ? filling(inner, traits) : bands(inner);
  return (x, y) => {
    const depth = radius - Math.abs(x) - Math.abs(y);
    if (depth < 0) return 0;
    return depth < RIM ? rim(x, y, depth) : fill(x, y);
  };
}

function rim(x: number, y: number, depth: number): Weft {
  if (depth < 3) return hasTooth(x, y, 3 - depth) ? 1 : 0;
  if (depth < 5) return 1;
  return depth === 7 ? 2 : 0;
}

function filling(inner: number, traits: Traits): Motif {
  if (traits.filling === "net") return net(inner);
  if (traits.filling === "bands") return bands(inner);
  return flowerGarden(inner, traits);
}

function flowerGarden(inner: number, traits: Traits): Motif {
  const flower = tara(Math.round(inner * 0.64), { ...traits, core: 3, eye: true, hollow: inner > 26 });
  return (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    const petals = flower(x, y);
    if (petals !== 0 || distance < inner * 0.74) return petals;
    return wrap(x - y, 6) === 0 && wrap(distance, 6) === 0 ? 3 : 0;
  };
}

function net(inner: number): Motif {
  const period = Math.max(8, Math.round(inner / 5) * 2);
  const half = period / 2;
  return (x, y) => {
    const even = fold(x + half, period) + fold(y + half, period);
    const odd = fold(x, period) + fold(y, period);
    const mesh = half - Math.min(even, odd);
    if (mesh < 2) return 0;
    if (mesh < 4) return even < odd ? 1 : 2;
    return mesh > half - 1 ? 3 : 0;
  };
}

function bands(inner: number): Motif {
  return (x, y) => {
    const distance = Math.abs(x) + Math.abs(y);
    if (distance < 3) return 3;
    return distance > inner - 3 ? 0 : (BANDS[Math.floor(distance / 2) % BANDS.length] ?? 0);
  };
}
