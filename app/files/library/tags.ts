import type { Database, Writing } from "#app/database/database.ts";
import { foldText } from "./file-text.ts";

export interface TagCount {
  tag: string;
  count: number;
}

/** Every tag of the library with how many files carry it, in the order of the alphabet. */
export async function listTags(db: Database): Promise<TagCount[]> {
  const rows = await db.query
    .selectFrom("file_tags")
    .innerJoin("files", "files.id", "file_tags.file_id")
    .where("files.deleted_at", "is", null)
    .select((eb) => [eb.fn.max("tag").as("tag"), eb.fn.countAll<number>().as("count")])
    .groupBy("tag_key")
    .orderBy("tag_key")
    .execute();
  return rows.map(({ tag, count }) => ({ tag, count: Number(count) }));
}

/** The tags of some files. */
export async function readTags(db: Database, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows =
    ids.length === 0
      ? []
      : await db.query
          .selectFrom("file_tags")
          .select(["file_id", "tag"])
          .where("file_id", "in", ids)
          .orderBy("tag_key")
          .execute();
  const byFile = Map.groupBy(rows, (row) => row.file_id);
  return new Map(ids.map((id) => [id, (byFile.get(id) ?? []).map(({ tag }) => tag)]));
}

/** Gives a file these tags and no others; a tag that is known already keeps its spelling. */
export async function setTags(tx: Writing, id: string, tags: readonly string[]): Promise<void> {
  await tx.query.deleteFrom("file_tags").where("file_id", "=", id).execute();
  if (tags.length === 0) return;
  const known = await tx.query
    .selectFrom("file_tags")
    .select(["tag", "tag_key"])
    .where("tag_key", "in", tags.map(foldText))
    .execute();
  const spelling = new Map(known.map(({ tag, tag_key }) => [tag_key, tag]));
  const rows = tags.map((tag) => {
    const tag_key = foldText(tag);
    return { file_id: id, tag: spelling.get(tag_key) ?? tag, tag_key };
  });
  await tx.query.insertInto("file_tags").values(rows).execute();
}
