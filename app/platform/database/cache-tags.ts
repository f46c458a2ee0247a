import type { Database } from "./database.ts";
import type { ChangeLog } from "./engines/engine.ts";

/** Tags of the data that pages show; caches drop a page when one of its tags is invalidated. */
export const cacheTags = {
  entry: (id: string) => `entry:${id}`,
  list: (kind: string) => `list:${kind}`,
  /** Counts of entries by state, shown to staff only. */
  states: (kind: string) => `states:${kind}`,
  /** Titles in the navigation. */
  menu: "menu",
  categories: (taxonomy: string) => `categories:${taxonomy}`,
  settings: "settings",
  /** Files shown on pages. */
  files: "files",
  /** File library of the dashboard, including unused files. */
  library: "library",
  /** Current day in the company's time zone. */
  day: "day",
  /** Whether the company is open. */
  opening: "opening",
  redirects: "redirects",
  /** Archive of newsletters. */
  newsletters: "newsletters",
  /** Leads and their states, shown to staff only. */
  leads: "leads",
  leadSettings: "settings:leads",
  /** Ended sessions, after which open connections check their session again. */
  sessions: "sessions",
} as const;

interface CachedValue {
  tags: readonly string[];
  value: Promise<unknown>;
}

interface QueryCache {
  cached: Map<string, CachedValue>;
  /** Last value by name, even after it was invalidated. */
  last: Map<string, unknown>;
}

/**
 * Caches the result of `read` until any instance invalidates one of the tags.
 * @param name cache key; each name belongs to one query and one type
 */
export function cachedQuery<Value>(
  db: Database,
  name: string,
  tags: readonly string[],
  read: () => Promise<Value>,
): Promise<Value> {
  // A transaction may be rolled back.
  if (db.query.isTransaction) return read();
  const { cached, last } = cacheOf(db.changes);
  const known = cached.get(name);
  // Each name belongs to one query, so the type matches.
  if (known) return known.value as Promise<Value>;
  const value = read();
  cached.set(name, { tags, value });
  value.then(
    (read) => last.set(name, read),
    () => cached.delete(name),
  );
  return value;
}

/** Returns the last result of `cachedQuery` for a name, however old; undefined if none. For uncached responses while the database is unavailable. */
export function lastCached<Value>(db: Database, name: string): Value | undefined {
  // Each name belongs to one query, so the type matches.
  return cacheOf(db.changes).last.get(name) as Value | undefined;
}

/** Maximum number of cached rows of a name. */
const maxRows = 1000;

/**
 * Caches rows by id; `read` is called only with ids that are not cached.
 * Missing rows are left out of the result and are not cached.
 */
export async function cachedById<Row extends { readonly id: string }>(
  db: Database,
  name: string,
  tags: readonly string[],
  ids: Iterable<string>,
  read: (missing: readonly string[]) => Promise<readonly Row[]>,
): Promise<ReadonlyMap<string, Row>> {
  // Invalidation replaces the map, so rows read before it cannot enter the new one.
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
    if (known.size >= maxRows) known.clear();
    known.set(row.id, row);
    found.set(row.id, row);
  }
  return found;
}

const caches = new WeakMap<ChangeLog, QueryCache>();

function cacheOf(changes: ChangeLog): QueryCache {
  const known = caches.get(changes);
  if (known) return known;
  const cached = new Map<string, CachedValue>();
  const cache = { cached, last: new Map<string, unknown>() };
  caches.set(changes, cache);
  changes.onChange((invalidated) => {
    for (const [name, { tags }] of cached)
      if (invalidated === null || tags.some((tag) => invalidated.has(tag))) cached.delete(name);
  });
  return cache;
}
