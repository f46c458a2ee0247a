import { throwThreads } from "./loom.ts";
export function threads(_motif: "tara" | "barfi" | "kalka", radius: number): { y: number; x: number; length: number; tone: 1 | 2 | 3 }[] {
  return throwThreads((x, y) => (Math.abs(x) + Math.abs(y) < radius && (Math.abs(x) + Math.abs(y)) % 4 < 2 ? 1 : 0), { left: -radius, right: radius, top: -radius, bottom: radius }).map(({ weft, ...rest }) => ({ ...rest, tone: weft }));
}
