import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { minutesToRead } from "#app/rich-text/text.ts";
import type { Card, Entry } from "../entry.ts";
import { fieldsOfKind, type Kind } from "../kind.ts";
import { entryPath, toSlug } from "../urls/slug.ts";
import { readRow, readVersion } from "./read-versions.ts";

/** A version of an entry as its page would show it. */
export interface Preview<K extends Kind = Kind> {
  entry: Entry<K>;
  version: number;
  state: State;
  /** Whether this very version is what the public sees. */
  isLive: boolean;
  isNewest: boolean;
}

/** The newest version of an entry, or the one asked for, as if it were published; throws a DomainError when there is none. */
export async function readPreview<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number?: number,
): Promise<Preview<K>> {
  const row = await readRow(db, kind, id);
  const version = await readVersion(db, kind, id, number ?? row.latest_version);
  const slug = toSlug(version.data.title);
  const head = { id, slug, title: version.data.title, path: entryPath(kind, slug), position: row.position };
  const times = { publishedAt: row.published_at, updatedAt: version.created_at };
  return {
    entry: { ...head, ...times, minutes: minutesToRead(version.words), data: version.data },
    version: version.number,
    state: row.state,
    isLive: version.number === row.live_version,
    isNewest: version.number === row.latest_version,
  };
}

/** The part of a previewed entry that lists show. */
export function cardOf<K extends Kind>(kind: K, entry: Entry<K>): Omit<Card<K>, "cover"> {
  const shown = fieldsOfKind(kind).filter(([, { inCard }]) => inCard);
  const data = Object.fromEntries(shown.map(([name]) => [name, Reflect.get(entry.data, name)]));
  // The very fields that a card's type is made of.
  return { ...entry, data: data as Card<K>["data"] };
}
