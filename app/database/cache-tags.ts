import type { Database } from "./database.ts";
import type { ChangeLog } from "./engines/engine.ts";

/** Names of what a page can show; caches drop a page when one of its tags is invalidated. */
export const cacheTags = {
  entry: (id: string) => `entry:${id}`,
  list: (kind: string) => `list:${kind}`,
  /** How many entries of a kind stand where; nothing public. */
  states: (kind: string) => `states:${kind}`,
  /** The titles in the navigation. */
  menu: "menu",
  categories: (taxonomy: string) => `categories:${taxonomy}`,
  settings: "settings",
  /** Files as pages show them. */
  files: "files",
  /** The library as staff see it, files that nothing shows yet too. */
  library: "library",
  /** Which day it is in the company's time zone. */
  day: "day",
  /** Whether the company is open. */
  opening: "opening",
  redirects: "redirects",
  /** The archive of newsletters. */
  newsletters: "newsletters",
  /** What visitors sent and what became of it; no page of the site shows it. */
  leads: "leads",
  leadSettings: "settings:leads",
  /** Somebody’s sessions ended: what is open for them is looked at anew. */
  sessions: "sessions",
} as const;

interface CachedValue {
  tags: readonly string[];
  value: Promise<unknown>;
}

interface Memory {
  cached: Map<string, CachedValue>;
  /** What was read last by each name, long after it may no longer be shown as what stands now. */
  last: Map<string, unknown>;
}

/**
 * What many pages need, read once and kept until something it shows is written by any instance.
 * `name` stands for the reading itself: one name, one kind of value.
 */
export function cachedQuery<Value>(
  db: Database,
  name: string,
  tags: readonly string[],
  read: () => Promise<Value>,
): Promise<Value> {
  // What a transaction sees may never come to be.
  if (db.query.isTransaction) return read();
  const { cached, last } = memoryOf(db.changes);
  const known = cached.get(name);
  // One name is only ever read by one function, so its value has that function's type.
  if (known) return known.value as Promise<Value>;
  const value = read();
  cached.set(name, { tags, value });
  value.then(
    (read) => last.set(name, read),
    () => cached.delete(name),
  );
  return value;
}

/**
 * What `cachedQuery` read last by this name, however old; undefined if it never did. For answers that are kept nowhere, while
 * the database can't be asked.
 */
export function lastCached<Value>(db: Database, name: string): Value | undefined {
  // One name is only ever read by one function, so its value has that function's type.
  return memoryOf(db.changes).last.get(name) as Value | undefined;
}

/** So many rows of one name are remembered at most. */
const mostRows = 1000;

/**
 * `cachedQuery` for rows that are asked for by their ids, by one page these and by another those: only ids that are not
 * remembered yet are given to `read`. What it does not find is not in the answer, and asked for again the next time.
 */
export async function cachedById<Row extends { readonly id: string }>(
  db: Database,
  name: string,
  tags: readonly string[],
  ids: Iterable<string>,
  read: (missing: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  // A change gives way to an empty map, so that what was read before it is never added to what is remembered after it.
  const known = await cachedQuery(db, name, tags, async () => new Map<string, Row>());
  const found = new Map<string, Row>();
  const missing = new Set<string>();
  for (const id of ids) {
    const row = known.get(id);
    if (row) found.set(id, row);
    else missing.add(id);
  }
  if (missing.size === 0) return found;
  for (const row of await read([...missing])) {
    if (known.size >= mostRows) known.clear();
    known.set(row.id, row);
    found.set(row.id, row);
  }
  return found;
}

const all = new WeakMap<ChangeLog, Memory>();

function memoryOf(changes: ChangeLog): Memory {
  const known = all.get(changes);
  if (known) return known;
  const cached = new Map<string, CachedValue>();
  const memory = { cached, last: new Map<string, unknown>() };
  all.set(changes, memory);
  changes.onChange((invalidated) => {
    for (const [name, { tags }] of cached)
      if (invalidated === null || tags.some((tag) => invalidated.has(tag))) cached.delete(name);
  });
  return memory;
}
