import { sql } from "kysely";
import type { Database } from "#app/database/database.ts";
import { fillNewDatabase, openForReading } from "#app/database/open.ts";
import { countUnreadable, knowsSecret } from "#app/database/secret-check.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { hasSecret, readSecret, type SecretPlace } from "#app/platform/secrets/secret.ts";
import type { BackupTrailer } from "../file/format.ts";
import { type RestoredBackup, restoreBackup } from "../restore-backup.ts";
import { checkPages, type RenderPage } from "./check-pages.ts";
import { findLostFiles, findWrongVersions, keepNamedFiles, type StoredSizes } from "./check-rows.ts";

export interface Proof extends Pick<BackupTrailer, "rows" | "files"> {
  /** What is wrong, or could not be looked at, in words; with none the backup is proven. */
  problems: string[];
  /** Milliseconds that the restore took. */
  restoreMs: number;
  /** Pages that were rendered from it as they should be. */
  pages: number;
}

export interface ProofDependencies {
  /** As `backupLines` wrote them. */
  lines: AsyncIterable<Uint8Array>;
  /** Stored files from elsewhere. */
  files?: AsyncIterable<{ name: string; bytes: Buffer }>;
  /** Where the site's secret is. */
  secretPlace: SecretPlace;
  /** An empty folder to restore into. */
  scratch: string;
  /** The product's pages on a database, with files of which nothing but their names is known. */
  openPages(db: Database, files: Pick<FileStore, "read">): Promise<RenderPage>;
}

/**
 * Restores a backup into a scratch folder and looks at all of it: rows and files as they were written (`restoreBackup`), keys,
 * every live version against its kind, the secret, and pages. What can't be looked at is a problem as well. Never throws.
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
  const keep = async (name: string, { length }: Buffer) => {
    const id = name.slice(0, name.indexOf("/"));
    const kept = sizes.get(id) ?? [];
    kept.push({ name, bytes: length });
    sizes.set(id, kept);
  };
  const startedAt = performance.now();
  const { header, trailer } = await fillNewDatabase(place, "a proof", (db) =>
    restoreBackup(db, lines, {
      keepFile: keep,
      isForProof: true,
    }),
  );
  proof.restoreMs = Math.round(performance.now() - startedAt);
  proof.rows = trailer.rows;
  proof.files = trailer.files;
  proof.problems.push(...trailer.problems);
  await using open = await openForReading(place);
  const { db } = open;
  proof.problems.push(
    ...(await findBrokenKeys(db)),
    ...(await findWrongVersions(db)),
    ...(header.withFiles ? await findLostFiles(db, sizes) : []),
    ...(files ? await findMissing(db, files, { proof, keep }) : []),
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
  { proof, keep }: { proof: Proof; keep(name: string, bytes: Buffer): Promise<void> },
): Promise<string[]> {
  const { count, problems } = await keepNamedFiles(db, files, keep);
  proof.files += count;
  return problems;
}

/** Their bytes were compared while they came by, and are not kept. */
function filesNamed(names: ReadonlySet<string>): Pick<FileStore, "read"> {
  return { read: async (name) => (names.has(name) ? new Uint8Array() : null) };
}

/** Primary, unique and foreign keys, and the file itself, as the engine looks at them. */
async function findBrokenKeys({ query }: Database): Promise<string[]> {
  const { rows: whole } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(query);
  const { rows: lost } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
    query,
  );
  return [
    ...whole.map((row) => row.integrity_check).filter((line) => line !== "ok"),
    ...lost.map(({ table, parent }) => `A row of ${table} points to one of ${parent} that is not there.`),
  ];
}

async function checkSealed(
  db: Database,
  place: SecretPlace,
  { secretCheck, tables }: RestoredBackup["header"],
): Promise<string[]> {
  // Tables from before it was kept have none.
  if (secretCheck === null && tables.some(({ name }) => name === "installation"))
    return ["It does not say which secret its encrypted values need."];
  if (secretCheck !== null && !knowsSecret(place, secretCheck))
    return ["The secret of this site is not the one that the backup needs."];
  const count = await countUnreadable(db, place);
  return count === 0 ? [] : [`${count} encrypted values can't be opened with the secret of this site.`];
}

/** What says that it could not be looked at. */
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
  return `It could not be looked at: ${error instanceof Error ? error.message : String(error)}`;
}
