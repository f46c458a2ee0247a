import type { Database } from "#app/database/database.ts";

/** One version in the history of an entry. */
export interface PastVersion {
  number: number;
  /** Id of who made it. */
  by: string | null;
  at: string;
  note: string;
  isAutosave: boolean;
}

/** A page of an entry's versions, newest first. @param before only those older than this number */
export async function listHistory(
  db: Database,
  entryId: string,
  { before, limit = 50 }: { before?: number | undefined; limit?: number } = {},
): Promise<{ versions: PastVersion[]; next: number | null }> {
  const all = db.query
    .selectFrom("entry_versions")
    .select(["number", "author_id as by", "created_at as at", "note", "is_autosave"])
    .where("entry_id", "=", entryId)
    .orderBy("number", "desc")
    .limit(limit + 1);
  const rows = await (before === undefined ? all : all.where("number", "<", before)).execute();
  const versions = rows
    .slice(0, limit)
    .map(({ is_autosave, ...row }) => ({ ...row, isAutosave: is_autosave === 1 }));
  return { versions, next: rows.length > limit ? (versions.at(-1)?.number ?? null) : null };
}
