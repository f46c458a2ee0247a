import { sql } from "kysely";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import { fillNewDatabase, openReadOnlyUnchecked } from "#app/platform/database/open.ts";
import { countUnreadable, knowsSecret } from "#app/platform/database/secret-check.ts";
import { hasSecret, readSecret, type SecretSettings } from "#app/platform/secrets/secret.ts";
import type { BackupTrailer } from "../file/format.ts";
import { type RestoredBackup, restoreBackup } from "../restore-backup.ts";
import { checkPages, type RenderPage } from "./check-pages.ts";
import { findLostFiles, findWrongVersions, type StoredSizes, storeReferencedFiles } from "./check-rows.ts";

export interface Proof extends Pick<BackupTrailer, "rows" | "files"> {
  /** Problems found, including checks that failed to run; empty if the backup is proven. */
  problems: string[];
  /** Duration of the restore in milliseconds. */
  restoreMs: number;
  /** Number of pages that rendered correctly. */
  pages: number;
}

export interface ProofDependencies {
  /** Lines from `backupLines`. */
  lines: AsyncIterable<Uint8Array>;
  /** Stored files that are not in the backup itself. */
  files?: AsyncIterable<{ name: string; bytes: Buffer }>;
  /** Location of the site's secret. */
  secretPlace: SecretSettings;
  /** An empty folder to restore into. */
  scratch: string;
  /** Opens the product's pages on a database; file contents are not available. */
  openPages(db: Database, files: Pick<FileStore, "read">): Promise<RenderPage>;
}

/**
 * Restores a backup into a scratch folder and checks rows, files, keys, live versions, the secret
 * and pages. Failed checks are problems too; never throws.
 */
export async function proveBackup(parts: ProofDependencies): Promise<Proof> {
  const proof: Proof = {
    problems: [],
    restoreMs: 0,
    pages: 0,
    rows: 0,
    files: 0,
  };
  try {
    await prove(parts, proof);
  } catch (error) {
    proof.problems.push(describe(error));
  }
  return proof;
}

async function prove(
  { lines, files, secretPlace, scratch, openPages }: ProofDependencies,
  proof: Proof,
): Promise<void> {
  if (!hasSecret(secretPlace)) throw new PlainError("There is no secret to open its encrypted values with.");
  const place = {
    ...secretPlace,
    dataDir: scratch,
    databaseUrl: null,
    secret: readSecret(secretPlace),
  };
  const sizes: StoredSizes = new Map();
  const recordSize = async (name: string, { length }: Buffer) => {
    const id = name.slice(0, name.indexOf("/"));
    const recorded = sizes.get(id) ?? [];
    recorded.push({ name, bytes: length });
    sizes.set(id, recorded);
  };
  const startedAt = performance.now();
  const { header, trailer } = await fillNewDatabase(place, "a proof", (db) =>
    restoreBackup(db, lines, {
      storeFile: recordSize,
      isForProof: true,
    }),
  );
  proof.restoreMs = Math.round(performance.now() - startedAt);
  proof.rows = trailer.rows;
  proof.files = trailer.files;
  proof.problems.push(...trailer.problems);
  await using open = await openReadOnlyUnchecked(place);
  const { db } = open;
  proof.problems.push(
    ...(await findBrokenKeys(db)),
    ...(await findWrongVersions(db)),
    ...(header.withFiles ? await findLostFiles(db, sizes) : []),
    ...(files ? await findMissing(db, files, { proof, recordSize }) : []),
    ...(await checkSealed(db, secretPlace, header)),
  );
  const names = new Set([...sizes.values()].flat().map(({ name }) => name));
  const { problems, rendered } = await checkPages(db, await openPages(db, filesNamed(names)), {
    hasFiles: header.withFiles || files !== undefined,
  });
  proof.pages = rendered;
  proof.problems.push(...problems);
}

async function findMissing(
  db: Database,
  files: AsyncIterable<{ name: string; bytes: Buffer }>,
  { proof, recordSize }: { proof: Proof; recordSize(name: string, bytes: Buffer): Promise<void> },
): Promise<string[]> {
  const { count, problems } = await storeReferencedFiles(db, files, recordSize);
  proof.files += count;
  return problems;
}

/** Returns empty bytes for existing names; the contents were compared during the restore. */
function filesNamed(names: ReadonlySet<string>): Pick<FileStore, "read"> {
  return { read: async (name) => (names.has(name) ? new Uint8Array() : null) };
}

/** Runs the engine's integrity and foreign key checks. */
async function findBrokenKeys({ query }: Database): Promise<string[]> {
  const { rows: integrity } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(query);
  const { rows: lost } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    query,
  );
  return [
    ...integrity.map((row) => row.integrity_check).filter((line) => line !== "ok"),
    ...lost.map(({ table, parent }) => `A row of ${table} refers to a missing row of ${parent}.`),
  ];
}

async function checkSealed(
  db: Database,
  place: SecretSettings,
  { secretCheck, tables }: RestoredBackup["header"],
): Promise<string[]> {
  // Backups without an `installation` table predate the secret check.
  if (secretCheck === null && tables.some(({ name }) => name === "installation"))
    return ["It does not state which secret its encrypted values need."];
  if (secretCheck !== null && !knowsSecret(place, secretCheck))
    return ["The secret of this site is not the one that the backup needs."];
  const count = await countUnreadable(db, place);
  return count === 0 ? [] : [`${count} encrypted values can't be opened with the secret of this site.`];
}

/** The proof result for an error. */
export function failedProof(error: unknown): Proof {
  return {
    problems: [describe(error)],
    restoreMs: 0,
    pages: 0,
    rows: 0,
    files: 0,
  };
}

function describe(error: unknown): string {
  if (error instanceof PlainError) return error.message;
  return `It could not be checked: ${error instanceof Error ? error.message : String(error)}`;
}
