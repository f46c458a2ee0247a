/** " Did you mean …?" with the known word nearest to a mistyped one; empty when none is near. */
export function hintAt(word: string, known: Iterable<string>): string {
  let best: { name: string; distance: number } | null = null;
  const most = Math.max(1, Math.floor(word.length / 3));
  for (const name of known) {
    if (Math.abs(name.length - word.length) > most) continue;
    const distance = distanceOf(word.toLowerCase(), name.toLowerCase());
    if (distance <= most && (best === null || distance < best.distance)) best = { name, distance };
  }
  return best === null ? "" : ` Did you mean “${best.name}”?`;
}

/** Letters to add, drop, change or swap with a neighbour to make one word of another. */
function distanceOf(from: string, to: string): number {
  let before: number[] = [];
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const isSame = from[i - 1] === to[j - 1];
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1];
      next[j] = Math.min(
        (row[j] ?? 0) + 1,
        (next[j - 1] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = row;
    row = next;
  }
  return row[to.length] ?? 0;
}
