import type { Database } from "./database.ts";
import type { Engine } from "./engines/engine.ts";

interface Kept {
  labels: readonly string[];
  value: Promise<unknown>;
}

/**
 * What every page needs, read once and kept until something it shows is written by any instance.
 * `name` stands for the reading itself: one name, one kind of value.
 */
export function remember<Value>(
  db: Database,
  name: string,
  labels: readonly string[],
  read: () => Promise<Value>,
): Promise<Value> {
  // What a transaction sees may never come to be.
  if (db.query.isTransaction) return read();
  const kept = keptFor(db.engine);
  const known = kept.get(name);
  // One name is only ever read by one function, so its value has that function's type.
  if (known) return known.value as Promise<Value>;
  const value = read();
  kept.set(name, { labels, value });
  value.catch(() => kept.delete(name));
  return value;
}

const all = new WeakMap<Engine, Map<string, Kept>>();

function keptFor(engine: Engine): Map<string, Kept> {
  const known = all.get(engine);
  if (known) return known;
  const kept = new Map<string, Kept>();
  all.set(engine, kept);
  engine.onChange((touched) => {
    for (const [name, { labels }] of kept)
      if (touched === null || labels.some((label) => touched.has(label))) kept.delete(name);
  });
  return kept;
}
