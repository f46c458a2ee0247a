import type { Writing } from "#app/database/database.ts";
import { pdfType } from "./library-file.ts";

export type FileType = "picture" | "pdf";

/** What is there of some files; none of them can be put into the trash before this transaction has ended. */
export async function holdFiles(tx: Writing, ids: readonly string[]): Promise<Map<string, FileType>> {
  if (ids.length === 0) return new Map();
  // In one order, so that two who hold the same files never wait for each other for ever.
  for (const id of ids.toSorted()) await tx.engine.lock(tx.query, `file:${id}`);
  const rows = await tx.query
    .selectFrom("files")
    .select(["id", "type"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  return new Map(rows.map(({ id, type }) => [id, type === pdfType ? "pdf" : "picture"]));
}
