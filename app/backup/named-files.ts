import type { Database } from "#app/database/database.ts";
import { readFormer } from "#app/files/library/library-file.ts";
import { readRevision } from "#app/files/library/revision.ts";
import { findLostFiles, type StoredSizes } from "./proof/check-rows.ts";

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
    .select(["revision", "former"])
    .where("id", "=", id)
    .executeTakeFirst();
  const { revision } = readRevision(name.slice(id.length + 1));
  return row !== undefined && (row.revision === revision || readFormer(row)?.revision === revision);
}
