import { readStoredData } from "#app/domain/content/kind.ts";
import { findKind } from "#app/domain/content/kinds.ts";
import { readRevision } from "#app/domain/files/library/file-address.ts";
import { readPrevious } from "#app/domain/files/library/library.ts";
import type { Database } from "#app/platform/database/database.ts";

/** Stored files and their sizes by file id. */
export type StoredSizes = Map<string, { name: string; bytes: number }[]>;

/** Maximum number of problems listed in full. */
const maxListed = 5;

/** Describes live versions that are invalid for their kind. */
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
      if (!isValidVersion(kind, data)) wrong.push(`“${title}” (${kind}) is not a valid entry of its kind.`);
    const last = rows.at(-1);
    if (!last) return summarize(wrong, "entries are");
    after = last.id;
  }
}

function isValidVersion(kindName: string, data: string | null): boolean {
  const kind = findKind(kindName);
  if (!kind || data === null) return false;
  try {
    return kind.schema.safeParse(readStoredData(kind, data)).success;
  } catch {
    return false;
  }
}

/** Describes library files whose stored bytes are incomplete in the backup. */
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
      const isComplete = wanted.every(
        ({ revision, bytes }) => sizeOf(sizes.get(row.id) ?? [], revision) === bytes,
      );
      if (!isComplete) lost.push(`The file “${row.name}” (${row.id}) is incomplete.`);
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
  const more = problems.length - maxListed;
  return [...problems.slice(0, maxListed), ...(more > 0 ? [`${more} more ${others} wrong.`] : [])];
}

export interface StoredFilesSummary {
  count: number;
  bytes: number;
  /** Descriptions of incomplete library files. */
  problems: string[];
}

/** Calls `store` once per stored file that a row refers to, current or restorable. */
export async function storeReferencedFiles(
  db: Database,
  files: AsyncIterable<{ name: string; bytes: Buffer }>,
  store: (name: string, bytes: Buffer) => Promise<void>,
): Promise<StoredFilesSummary> {
  const sizes: StoredSizes = new Map();
  let count = 0;
  let total = 0;
  for await (const { name, bytes } of files) {
    const id = name.slice(0, name.indexOf("/"));
    const stored = sizes.get(id) ?? [];
    if (stored.some((one) => one.name === name) || !(await isReferenced(db, id, name))) continue;
    await store(name, bytes);
    sizes.set(id, [...stored, { name, bytes: bytes.length }]);
    count += 1;
    total += bytes.length;
  }
  return { count, bytes: total, problems: await findLostFiles(db, sizes) };
}

async function isReferenced({ query }: Database, id: string, name: string): Promise<boolean> {
  const row = await query
    .selectFrom("files")
    .select(["revision", "previous"])
    .where("id", "=", id)
    .executeTakeFirst();
  const { revision } = readRevision(name.slice(id.length + 1));
  return row !== undefined && (row.revision === revision || readPrevious(row)?.revision === revision);
}
