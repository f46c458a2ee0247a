/** A copy with what stands at one place moved to another. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const copy = [...list];
  const [moved] = copy.splice(from, 1);
  if (moved === undefined || to < 0 || to > copy.length) return [...list];
  copy.splice(to, 0, moved);
  return copy;
}
