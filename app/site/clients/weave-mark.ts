import { knotIcon } from "#app/weave/icon/knot.ts";
import { isIconName } from "#app/weave/icons.ts";
import { squareArea, type Thread, throwThreads } from "#app/weave/loom.ts";
import { threads } from "#app/weave/threads.ts";

/** How far a mark reaches from its middle, in threads. */
const markReach = 13;

const motifs = ["tara", "barfi", "kalka"] as const;
const woven = new Map<string, string>();

/** A client's mark as an SVG path of level threads: the icon re-woven, or a motif that is always the same for that name. */
export function weaveMark(icon: string, name: string): string {
  const what = isIconName(icon) ? icon : (motifs[name.length % motifs.length] ?? "tara");
  const known = woven.get(what);
  if (known !== undefined) return known;
  const path = isIconName(what)
    ? writePath(throwThreads(knotIcon(what, markReach * 2 - 2, 1), squareArea(markReach)))
    : writePath(threads(what, markReach));
  woven.set(what, path);
  return path;
}

function writePath(lines: readonly Pick<Thread, "x" | "y" | "length">[]): string {
  return lines.map(({ x, y, length }) => `M${x} ${y}h${length}`).join("");
}
