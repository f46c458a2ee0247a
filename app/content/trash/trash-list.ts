import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type Database, write } from "#app/database/database.ts";
import { repeatOnOne } from "#app/database/leases.ts";
import { readPage } from "#app/database/paging.ts";
import type { Clock } from "#app/platform/clock.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import type { Repeated } from "#app/platform/repeat.ts";
import type { Kind } from "../kind.ts";
import { removeEntry } from "../versions/remove-entry.ts";

/** How long something lies in the trash. */
export const entryTrashDays = 30;

export interface TrashRow {
  id: string;
  kind: string;
  title: string;
  deletedAt: string;
  /** When it is removed for good. */
  endsAt: string;
}

/** What lies in the trash, of all kinds or one, the newest first. */
export async function listTrash(
  db: Database,
  { kind, after, limit = 50 }: { kind?: Kind | undefined; after?: string | undefined; limit?: number },
): Promise<{ rows: TrashRow[]; next: string | null }> {
  let query = db.query
    .selectFrom("entries")
    .innerJoin("entry_versions", (join) =>
      join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "latest_version"),
    )
    .select(["entries.id", "kind", "card", "deleted_at"])
    .where("deleted_at", "is not", null);
  if (kind) query = query.where("kind", "=", kind.name);
  const { rows, next } = await readPage(
    query,
    { after, limit },
    {
      direction: "desc",
      sortKey: "deleted_at",
      id: "entries.id",
      sortKeyOf: (row) => row.deleted_at ?? "",
    },
  );
  return { rows: rows.map(presentTrash), next };
}

/** How many lie in the trash, by kind. */
export async function countTrash(db: Database): Promise<Map<string, number>> {
  const rows = await db.query
    .selectFrom("entries")
    .select((eb) => ["kind", eb.fn.countAll().as("count")])
    .where("deleted_at", "is not", null)
    .groupBy("kind")
    .execute();
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]));
}

/** Deletes an entry for good; only what lies in the trash can be. */
export function deleteForGood(
  db: Database,
  id: string,
  { actor }: ActionContext,
): Promise<{ title: string }> {
  return write(db, async (tx) => {
    await tx.engine.lock(tx.query, `entry:${id}`);
    const row = await tx.query
      .selectFrom("entries")
      .select(["id", "kind", "title", "deleted_at"])
      .where("id", "=", id)
      .executeTakeFirst();
    if (!row || row.deleted_at === null)
      throw new DomainError("missing", "This is not in the trash any more.");
    await removeEntry(tx, row);
    await recordAudit(tx, actor, `${row.kind}.delete`, id, row.title);
    return { title: row.title };
  });
}

/** Deletes for good what has lain in the trash for 30 days, and forgets what can't be undone any more; answers how many entries. */
export async function emptyOldTrash(db: Database, now: Date): Promise<number> {
  const before = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString();
  const old = await db.query
    .selectFrom("entries")
    .select("id")
    .where("deleted_at", "<", before(entryTrashDays))
    .limit(1000)
    .execute();
  const actionContext = { actor: { id: "upkeep", requestId: "" }, now };
  for (const { id } of old) await deleteForGood(db, id, actionContext);
  await db.query.deleteFrom("undos").where("at", "<", before(1)).execute();
  return old.length;
}

/** Looks every hour, on one instance. */
export function startTrashCleanup(db: Database, clock: Clock, onError: (error: unknown) => void): Repeated {
  const terms = { name: "trash cleanup", everyMs: 3_600_000 };
  return repeatOnOne(db, terms, () => emptyOldTrash(db, clock.now()), onError);
}

function presentTrash(row: { id: string; kind: string; card: string; deleted_at: string | null }): TrashRow {
  const deletedAt = row.deleted_at ?? "";
  const endsAt = new Date(Date.parse(deletedAt) + entryTrashDays * 86_400_000).toISOString();
  return { id: row.id, kind: row.kind, title: String(JSON.parse(row.card).title), deletedAt, endsAt };
}
