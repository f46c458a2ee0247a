/** Of their pairs of neighbouring letters, how many two texts share (Dice): 0 for none, 1 for all. */
export function likenessOf(one: string, other: string): number {
  const [some, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...some].filter((pair) => others.has(pair)).length;
  return some.size + others.size === 0 ? 0 : (2 * shared) / (some.size + others.size);
}

function pairsOf(text: string): Set<string> {
  const letters = [...text.replace(/[-_.\s]+/g, " ")];
  return new Set(letters.slice(1).map((letter, at) => `${letters[at]}${letter}`));
}
