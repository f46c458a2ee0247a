import { z } from "zod";
import { endOfText } from "#app/lib/text/cut.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { plainText } from "#app/lib/text/plain-text.ts";
import { cleanSingleLine } from "#app/lib/text/single-line.ts";
import { wordsOf } from "#app/lib/text/words.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";

/** Maximum characters of a file name. */
export const maxFileNameLength = 120;

/** Makes a file name one line without folders, never empty; a long name loses its beginning. */
export function cleanName(name: string): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? "";
  const line = cleanSingleLine(last.replace(/[\p{Cc}\u2028\u2029]/gu, ""));
  return endOfText(line, maxFileNameLength) || "file";
}

export const altSchema = plainText({ max: 1000 });

export const tagsSchema = z
  .array(plainText({ max: 40 }).pipe(z.string().min(1, "A tag needs a name")))
  .max(20, "Use at most 20 tags")
  .transform((tags) => [...new Map(tags.map((tag) => [foldText(tag), tag])).values()]);

/** The searchable words of a file, separated by spaces, to match whole words and prefixes. */
export function searchText(file: { name: string; alt: string; tags: readonly string[] }): string {
  return ` ${wordsOf([file.name, file.alt, ...file.tags].join(" ")).join(" ")} `;
}

export interface TagCount {
  tag: string;
  count: number;
}

/** Lists all tags of the library with their file counts, in alphabetical order. */
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

/** Reads the tags by file id. */
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

/** Replaces the tags of a file; an existing tag keeps its spelling. */
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
