/** Splits items into chunks of at most `size`, since a database query takes a limited number of values. */
export function chunksOf<Item>(items: readonly Item[], size = 500): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
