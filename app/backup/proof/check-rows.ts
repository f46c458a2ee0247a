import { readStoredData } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { readRevision } from "#app/files/library/file-address.ts";
import { readPrevious } from "#app/files/library/library.ts";

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
      .select(["id", "name", "bytes", "revision", "previous"])
      .where("bytes", ">", 0)
      .where("id", ">", after)
      .orderBy("id")
      .limit(500)
      .execute();
    for (const row of rows) {
      const previous = readPrevious(row);
      const wanted = [row, ...(previous ? [previous] : [])];
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

export interface NamedFiles {
  count: number;
  bytes: number;
  /** Files of the library that did not come whole, in words. */
  problems: string[];
}

/** Hands on each of the stored files that a row names, once, in what is shown or can still be brought back. */
export async function keepNamedFiles(
  db: Database,
  files: AsyncIterable<{ name: string; bytes: Buffer }>,
  keep: (name: string, bytes: Buffer) => Promise<void>,
): Promise<NamedFiles> {
  const sizes: StoredSizes = new Map();
  let count = 0;
  let total = 0;
  for await (const { name, bytes } of files) {
    const id = name.slice(0, name.indexOf("/"));
    const kept = sizes.get(id) ?? [];
    if (kept.some((one) => one.name === name) || !(await isNamed(db, id, name))) continue;
    await keep(name, bytes);
    sizes.set(id, [...kept, { name, bytes: bytes.length }]);
    count += 1;
    total += bytes.length;
  }
  return { count, bytes: total, problems: await findLostFiles(db, sizes) };
}

async function isNamed({ query }: Database, id: string, name: string): Promise<boolean> {
  const row = await query
    .selectFrom("files")
    .select(["revision", "previous"])
    .where("id", "=", id)
    .executeTakeFirst();
  const { revision } = readRevision(name.slice(id.length + 1));
  return row !== undefined && (row.revision === revision || readPrevious(row)?.revision === revision);
}
