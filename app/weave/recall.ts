const ROOM = 256;
const kept = new Map<string, string>();

/** Makes a text once and keeps the latest few hundred; the one not asked for longest goes first. */
export function cachedWeave(key: string, make: () => string): string {
  const text = kept.get(key) ?? make();
  kept.delete(key);
  kept.set(key, text);
  if (kept.size > ROOM) forgetOldest();
  return text;
}

function forgetOldest(): void {
  for (const key of kept.keys()) {
    kept.delete(key);
    return;
  }
}
