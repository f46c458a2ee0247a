import { knotIcon } from "#app/weave/icon/knot.ts";
import { isIconName } from "#app/weave/icons.ts";
import { squareArea, throwThreads } from "#app/weave/loom.ts";

/** Threads an icon is tall. */
const height = 22;

/** An icon re-woven in single threads, as the path of an SVG whose middle is (0, 0); empty for a name the loom does not know. */
export function weaveIcon(name: string): string {
  if (!isIconName(name)) return "";
  return throwThreads(knotIcon(name, height, 0.75), squareArea(height / 2 + 1))
    .map(({ x, y, length }) => `M${x} ${y}h${length}`)
    .join("");
}
