import { sql } from "kysely";
import type { ActionContext } from "#app/audit/audit.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { StaffEntry } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { move } from "../publishing/publishing.ts";
import { readEntry, readRow } from "../versions/read-versions.ts";
import { rebalancePositions } from "./rebalance-positions.ts";

/** Where an entry shall stand: right before another, or right after it. */
export type Beside = { before: string } | { after: string };

/** Gives an entry its place beside another in a list that staff order by hand. Other entries keep theirs, unless there is no room left between two. */
export async function reorderEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  beside: Beside,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  if (kind.order !== "position")
    throw new DomainError("invalid", `${kind.label.many} are ordered by date, not by hand.`);
  await tx.engine.lock(tx.query, `order:${kind.name}`);
  const other = "before" in beside ? beside.before : beside.after;
  if (other === id) throw new DomainError("invalid", "An entry can't stand beside itself.");
  await readRow(tx, kind, id);
  const target = await readRow(tx, kind, other);
  const position = await rebalancePositions(tx, kind, id, target, "before" in beside ? "before" : "after");
  return move(tx, kind, id, position, actionContext);
}

/** Changes places with the neighbour above or below that staff see; at either end nothing happens. */
export async function moveByOne<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  way: "up" | "down",
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  const { position } = await readRow(tx, kind, id);
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
  if (!neighbour) return readEntry(tx, kind, id);
  return reorderEntry(
    tx,
    kind,
    id,
    way === "up" ? { before: neighbour.id } : { after: neighbour.id },
    actionContext,
  );
}
