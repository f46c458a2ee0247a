import { readStoredData } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { readFormer } from "#app/files/library/library-file.ts";
import { readRevision } from "#app/files/library/revision.ts";

/** Of each file of the library, by its id, what is stored of it. */
export type StoredSizes = Map<string, { name: string; bytes: number }[]>;

/** Told one by one; of more only how many. */
const mostNamed = 5;

/** Live versions that are not as their kind wants them. */
export async function findWrongVersions({ query }: Database): Promise<string[]> {
  const wrong: string[] = [];
  for (let after = ""; ; ) {
    const rows = await query
      .selectFrom("entries")
      .leftJoin("entry_versions", (join) =>
        join.onRef("entry_id", "=", "entries.id").onRef("number", "=", "live_version"),
      )
      .select(["entries.id", "kind", "title", "data"])
      .where("live_version", "is not", null)
      .where("entries.id", ">", after)
      .orderBy("entries.id")
      .limit(100)
      .execute();
    for (const { kind, title, data } of rows)
      if (!isRight(kind, data)) wrong.push(`“${title}” (${kind}) is not as entries of its kind are.`);
    const last = rows.at(-1);
    if (!last) return summarize(wrong, "entries are");
    after = last.id;
  }
}

function isRight(kindName: string, data: string | null): boolean {
  const kind = findKind(kindName);
  if (!kind || data === null) return false;
  try {
    return kind.schema.safeParse(readStoredData(kind, data)).success;
  } catch {
    return false;
  }
}

/** Files of the library whose stored bytes are not all in the backup. */
export async function findLostFiles({ query }: Database, sizes: StoredSizes): Promise<string[]> {
  const lost: string[] = [];
  for (let after = ""; ; ) {
    const rows = await query
      .selectFrom("files")
      .select(["id", "name", "bytes", "revision", "former"])
      .where("bytes", ">", 0)
      .where("id", ">", after)
      .orderBy("id")
      .limit(500)
      .execute();
    for (const row of rows) {
      const former = readFormer(row);
      const wanted = [row, ...(former ? [former] : [])];
      const isWhole = wanted.every(
        ({ revision, bytes }) => sizeOf(sizes.get(row.id) ?? [], revision) === bytes,
      );
      if (!isWhole) lost.push(`The file “${row.name}” (${row.id}) is not whole.`);
    }
    const last = rows.at(-1);
    if (!last) return summarize(lost, "files are");
    after = last.id;
  }
}

function sizeOf(stored: readonly { name: string; bytes: number }[], revision: number): number {
  return stored
    .filter(({ name }) => readRevision(name.slice(name.indexOf("/") + 1)).revision === revision)
    .reduce((sum, { bytes }) => sum + bytes, 0);
}

function summarize(problems: readonly string[], others: string): string[] {
  const more = problems.length - mostNamed;
  return [...problems.slice(0, mostNamed), ...(more > 0 ? [`${more} more ${others} wrong.`] : [])];
}
