import { sql } from "kysely";
import type { ActionContext } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { chunksOf } from "#app/platform/runtime/chunks.ts";
import type { Kind } from "./kind.ts";
import { move } from "./publishing/publishing.ts";
import { positionKey } from "./sort-key.ts";
import { type OpenEntry, requireNotTrashed } from "./versions/open-entry.ts";
import { readRow } from "./versions/read-versions.ts";

/** Target of a move: immediately before or after another entry. */
export type DropTarget = { before: string } | { after: string };

/**
 * Moves an entry before or after another in a manually ordered list. Other positions change only if there is no gap.
 */
export async function reorderEntry<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  place: DropTarget,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { kind, id } = entry;
  if (kind.order !== "position")
    throw new DomainError("invalid", `${kind.label.many} are ordered by date, not by hand.`);
  await tx.locks.acquire(tx.query, `order:${kind.name}`);
  const other = "before" in place ? place.before : place.after;
  if (other === id) throw new DomainError("invalid", "An entry can't be moved next to itself.");
  requireNotTrashed(entry);
  const target = await readRow(tx, kind, other);
  const position = await rebalancePositions(tx, kind, id, target, "before" in place ? "before" : "after");
  return move(tx, entry, position, actionContext);
}

/** Swaps an entry with the visible neighbour above or below; does nothing at either end. */
export async function moveByOne<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  way: "up" | "down",
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  requireNotTrashed(entry);
  const { kind, id } = entry;
  const { position } = entry.row;
  const [sign, direction] = way === "up" ? (["<", "desc"] as const) : ([">", "asc"] as const);
  const neighbour = await tx.query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", kind.name)
    .where("deleted_at", "is", null)
    .where(sql<boolean>`(position, id) ${sql.raw(sign)} (${position}, ${id})`)
    .orderBy("position", direction)
    .orderBy("id", direction)
    .limit(1)
    .executeTakeFirst();
  if (!neighbour) return entry;
  return reorderEntry(
    tx,
    entry,
    way === "up" ? { before: neighbour.id } : { after: neighbour.id },
    actionContext,
  );
}

/** Distance of positions between new entries, which leaves gaps for moves. */
export const step = 1024;

interface Place {
  id: string;
  position: number;
}

/**
 * Free position immediately before or after an entry. Without a gap, spreads out as few neighbours as possible: usually
 * one row, rarely more than dozens in a list of ten thousand.
 */
async function rebalancePositions(
  tx: Writing,
  kind: Kind,
  moved: string,
  target: Place,
  side: "before" | "after",
): Promise<number> {
  const free = await findGap(tx, kind, moved, target, side);
  if (free !== null) return free;
  for (let reach = 8; ; reach *= 2) if (await spreadOut(tx, kind, target, reach)) break;
  const { position } = await tx.query
    .selectFrom("entries")
    .select("position")
    .where("id", "=", target.id)
    .executeTakeFirstOrThrow();
  const found = await findGap(tx, kind, moved, { id: target.id, position }, side);
  if (found === null) throw new Error(`No free position next to ${target.id}`);
  return found;
}

async function findGap(
  tx: Writing,
  kind: Kind,
  moved: string,
  target: Place,
  side: "before" | "after",
): Promise<number | null> {
  const beyond = (await readNeighbours(tx, kind, target, side, 2)).find(({ id }) => id !== moved);
  if (!beyond)
    return side === "after" ? target.position + step : target.position > 1 ? target.position >> 1 : null;
  const between = (target.position + beyond.position) / 2;
  const isFree = Math.abs(target.position - beyond.position) > 1;
  return isFree ? Math.floor(between) : null;
}

/** Entries next to a position, nearest first, including trashed ones, which may return. */
function readNeighbours(
  tx: Writing,
  kind: Kind,
  { position, id }: Place,
  side: "before" | "after",
  limit: number,
): Promise<Place[]> {
  const [sign, direction] = side === "before" ? (["<", "desc"] as const) : ([">", "asc"] as const);
  return tx.query
    .selectFrom("entries")
    .select(["id", "position"])
    .where("kind", "=", kind.name)
    .where(sql<boolean>`(position, id) ${sql.raw(sign)} (${position}, ${id})`)
    .orderBy("position", direction)
    .orderBy("id", direction)
    .limit(limit)
    .execute();
}

/** Spreads the neighbours within reach evenly; returns false if the gaps are still too small. */
async function spreadOut(tx: Writing, kind: Kind, target: Place, reach: number): Promise<boolean> {
  const ahead = await readNeighbours(tx, kind, target, "before", reach + 1);
  const behind = await readNeighbours(tx, kind, target, "after", reach + 1);
  const from = ahead.length > reach ? (ahead[reach]?.position ?? 0) : 0;
  const to = behind.length > reach ? (behind[reach]?.position ?? 0) : null;
  const all = [...ahead.slice(0, reach).reverse(), target, ...behind.slice(0, reach)];
  const gap = to === null ? step : Math.floor((to - from) / (all.length + 1));
  if (gap < 16) return false;
  await writePlaces(
    tx,
    all.map(({ id }, n) => ({ id, position: from + gap * (n + 1) })),
  );
  return true;
}

async function writePlaces(tx: Writing, places: readonly Place[]): Promise<void> {
  for (const some of chunksOf(places, 200)) {
    // The sort key of a list ordered by position contains only the position.
    const rows = some.map(({ id, position }) => [id, position, positionKey(position)] as const);
    const given = sql.join(
      rows.map(([id, position, key]) => sql`(${id}, cast(${position} as integer), ${key})`),
    );
    const moved = sql`with moved(id, position, sort_key) as (values ${given})`;
    await sql`${moved} update entries set position = moved.position, sort_key = moved.sort_key from moved
      where entries.id = moved.id`.execute(tx.query);
    await sql`${moved} update entry_facets set sort_key = moved.sort_key from moved
      where entry_facets.entry_id = moved.id`.execute(tx.query);
  }
}
