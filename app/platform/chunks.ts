/** The items in their order, at most `size` together: a question to a database takes only so many values. */
export function chunksOf<Item>(items: readonly Item[], size = 500): Item[][] {
  const chunks: Item[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}
