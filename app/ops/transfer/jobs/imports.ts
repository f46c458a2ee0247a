import { createWriteStream, mkdirSync, readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { extname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Selectable } from "kysely";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import { BrokenForm, EndedEarly, readMultipart } from "#app/platform/http/bodies/multipart.ts";
import { newId } from "#app/platform/runtime/id.ts";

/** One import from the dashboard. */
export type ImportRow = Selectable<Schema["imports"]>;

type ImportStateName = ImportRow["state"];

/** States of an active import; only one import is active at a time. */
const activeStates: ImportStateName[] = ["checking", "ready", "backing-up", "importing", "indexing"];

/** States in which a background job has work to do. */
export const movingStates: ImportStateName[] = ["checking", "backing-up", "importing", "indexing"];

/** The newest import in any state; null without any, or if it was discarded. */
export async function findLatestImport({ query }: Pick<Database, "query">): Promise<ImportRow | null> {
  const row = await query.selectFrom("imports").selectAll().orderBy("id", "desc").limit(1).executeTakeFirst();
  return row && row.state !== "discarded" ? row : null;
}

/** The active import. */
export async function findActiveImport({ query }: Pick<Database, "query">): Promise<ImportRow | null> {
  const row = await query
    .selectFrom("imports")
    .selectAll()
    .where("state", "in", activeStates)
    .executeTakeFirst();
  return row ?? null;
}

/** Throws a DomainError while another import is active. */
async function refuseSecondImport(db: Pick<Database, "query">): Promise<void> {
  if (await findActiveImport(db))
    throw new DomainError("in-use", "Another import is running. Finish or discard it first.");
}

interface ReceivedImport {
  id: string;
  fileName: string;
  bytes: number;
  pictures: { name: string; bytes: number } | null;
}

/** Records a received file for its dry run. Throws a DomainError while another import is active. */
export async function noteReceived(
  tx: Writing,
  { id, fileName, bytes, pictures }: ReceivedImport,
  { actor, now }: ActionContext,
): Promise<void> {
  await tx.locks.acquire(tx.query, "imports");
  await refuseSecondImport(tx);
  const at = now.toISOString();
  await tx.query
    .insertInto("imports")
    .values({
      id,
      state: "checking",
      file_name: fileName,
      bytes,
      pictures_name: pictures?.name ?? null,
      pictures_bytes: pictures?.bytes ?? 0,
      replaces: 0,
      backs_up: 0,
      created_by: actor.id,
      created_at: at,
      updated_at: at,
      confirmed_at: null,
      backed_up_at: null,
      step: "",
      done: 0,
      total: 0,
      findings: "",
      outcome: "",
      problem: "",
    })
    .execute();
  await recordAudit(tx, actor, "import.look", "", fileName);
}

interface ImportWish {
  replaces: boolean;
  backsUp: boolean;
  /** Whether unexplained differences are accepted. */
  acceptsLosses: boolean;
}

/** Number of unexplained differences in the dry run. */
export function countFoundLosses({ findings }: Pick<ImportRow, "findings">): number {
  if (findings === "") return 0;
  // Only the import job writes this column.
  return (JSON.parse(findings) as { unexplained?: number }).unexplained ?? 0;
}

/** Starts an import after its dry run. Throws a DomainError if it is not ready, or losses are not accepted. */
export async function confirmImport(
  tx: Writing,
  id: string,
  { replaces, backsUp, acceptsLosses }: ImportWish,
  { actor, now }: ActionContext,
): Promise<void> {
  const row = await lockImport(tx, id);
  if (row.state !== "ready") throw new DomainError("in-use", "This import is already running or finished.");
  if (countFoundLosses(row) > 0 && !acceptsLosses)
    throw new DomainError("invalid", "Some differences are unexplained. Accept them, or discard the import.");
  await tx.query
    .updateTable("imports")
    .set({
      state: "backing-up",
      replaces: Number(replaces),
      backs_up: Number(backsUp),
      confirmed_at: now.toISOString(),
      updated_at: now.toISOString(),
    })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, actor, "import.begin", "", row.file_name);
}

/** Repeats the dry run of an interrupted or failed import. Throws a DomainError in any other state. */
export async function tryImportAgain(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  await tx.locks.acquire(tx.query, "imports");
  await refuseSecondImport(tx);
  const row = await lockImport(tx, id);
  if (row.state !== "interrupted" && row.state !== "failed")
    throw new DomainError("in-use", "There is nothing to try again.");
  const again = { state: "checking" as const, problem: "", step: "", done: 0, total: 0 };
  await tx.query
    .updateTable("imports")
    .set({ ...again, findings: "", updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  await recordAudit(tx, actor, "import.look", "", row.file_name);
}

/** Discards an idle import. Throws a DomainError for a running one. */
export async function dropImport(tx: Writing, id: string, { actor, now }: ActionContext): Promise<void> {
  const row = await lockImport(tx, id);
  if (row.state === "backing-up" || row.state === "importing" || row.state === "indexing")
    throw new DomainError("in-use", "This import is running and can no longer be discarded.");
  await tx.query
    .updateTable("imports")
    .set({ state: "discarded", updated_at: now.toISOString() })
    .where("id", "=", id)
    .execute();
  if (row.state !== "done") await recordAudit(tx, actor, "import.drop", "", row.file_name);
}

async function lockImport(tx: Writing, id: string): Promise<ImportRow> {
  await tx.locks.acquire(tx.query, `import:${id}`);
  const row = await tx.query.selectFrom("imports").selectAll().where("id", "=", id).executeTakeFirst();
  if (!row) throw new DomainError("missing", "There is no such import.");
  return row;
}

/** Ids sort by creation time. */
export const newImportId = newId;

/** Returns false if the import was no longer in state `from`. */
export async function moveImport(
  { query }: Pick<Database, "query">,
  { id, from }: { id: string; from: ImportStateName },
  change: Partial<Omit<ImportRow, "id" | "created_at" | "created_by">>,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable("imports")
    .set({ ...change, updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Stores the result in the transaction of the import. Throws if the import was marked as ended meanwhile. */
export async function finishImport(
  tx: Writing,
  id: string,
  outcome: unknown,
  state: "indexing" | "done",
  now: Date,
): Promise<void> {
  const change = { state, outcome: JSON.stringify(outcome), step: "", done: 0, total: 0 };
  if (!(await moveImport(tx, { id, from: "importing" }, change, now)))
    throw new Error("This import was discarded in the meantime.");
}

/** Folder of the received files of an import on its machine. */
export function importFolderOf(dataDir: string, id: string): string {
  return join(dataDir, "imports", id);
}

export function removeImportFolder(dataDir: string, id: string): void {
  rmSync(importFolderOf(dataDir, id), { recursive: true, force: true });
}

/** Maximum age of incomplete uploads and abandoned imports. */
const oldMs = 7 * 86_400_000;

export function removeOldImportFolders(dataDir: string, keep: string | null): void {
  const folder = join(dataDir, "imports");
  if (!statSync(folder, { throwIfNoEntry: false })) return;
  for (const name of readdirSync(folder)) {
    const about = statSync(join(folder, name), { throwIfNoEntry: false });
    if (name !== keep && about && about.mtimeMs < Date.now() - oldMs) removeImportFolder(dataDir, name);
  }
}

/** Maximum bytes of an export, and of its pictures. Larger ones need the command line. */
export const maxExportBytes = 100_000_000;
export const maxUploadsBytes = 500_000_000;

/** Maximum .xml files of one export. */
const maxParts = 200;

const exportEndings = [".xml", ".json", ".zip"];

/** Limits of the unpacked content of both. */
export const maxUnpacked = { bytes: 4_000_000_000, files: 60_000, reserve: 200_000_000 };

/** Streams an uploaded export and its pictures to the disk. Throws a DomainError, and then leaves no files. */
export async function receiveImport(
  db: Database,
  dataDir: string,
  request: Request,
  actionContext: ActionContext,
): Promise<string> {
  await refuseSecondImport(db);
  const announced = Number(request.headers.get("content-length") ?? 0);
  const id = newImportId();
  const folder = importFolderOf(dataDir, id);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    refuseFullDisk(folder, announced);
    const received = await readFiles(request, folder);
    await write(db, (tx) => noteReceived(tx, { id, ...received }, actionContext));
    return id;
  } catch (error) {
    removeImportFolder(dataDir, id);
    if (error instanceof EndedEarly || error instanceof BrokenForm)
      throw new DomainError("malformed", "The upload is incomplete. Send the file again.");
    throw error;
  }
}

/** Requires space for the upload, its unpacked content and a copy of the database. */
function refuseFullDisk(folder: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = 3 * bytes + 200_000_000;
  if (bavail * bsize < needed)
    throw new DomainError(
      "too-large",
      `The server’s disk has too little space for this: ${Math.ceil(needed / 1_000_000).toLocaleString("en")} MB are needed.`,
    );
}

async function readFiles(request: Request, folder: string): Promise<Omit<ReceivedImport, "id">> {
  let main: { name: string; bytes: number; ending: string } | null = null;
  let further = 0;
  let pictures: { name: string; bytes: number } | null = null;
  for await (const { name: field, fileName, chunks } of readMultipart(request)) {
    if (!fileName) continue;
    const ending = extname(fileName).toLowerCase();
    const name = fileName.replace(/[\p{Cc}]/gu, "").slice(-200);
    if (field === "file" && main === null) {
      if (!exportEndings.includes(ending)) throw refuseField("file", "Choose an .xml, .json or .zip file.");
      const bytes = await keep(chunks, join(folder, `export${ending}`), maxExportBytes, "file");
      main = { name, bytes, ending };
    } else if (field === "file" && main !== null) {
      if (main.ending !== ".xml" || ending !== ".xml")
        throw refuseField("file", "Choose one file, or several .xml files of one WordPress export.");
      if (further + 1 >= maxParts) throw refuseField("file", `Choose ${maxParts} files at most.`);
      further += 1;
      const place = join(folder, `export-${String(further).padStart(3, "0")}.xml`);
      main.bytes += await keep(chunks, place, maxExportBytes - main.bytes, "file");
    } else if (field === "pictures" && pictures === null) {
      if (ending !== ".zip") throw refuseField("pictures", "Choose a .zip file.");
      const bytes = await keep(chunks, join(folder, "pictures.zip"), maxUploadsBytes, "pictures");
      pictures = { name, bytes };
    }
  }
  if (main === null || main.bytes === 0) throw refuseField("file", "Choose a file that is not empty.");
  const fileName = further === 0 ? main.name : `${main.name} and ${further} more`;
  return { fileName, bytes: main.bytes, pictures };
}

async function keep(
  chunks: AsyncIterable<Uint8Array>,
  path: string,
  most: number,
  field: string,
): Promise<number> {
  let bytes = 0;
  async function* counted() {
    for await (const chunk of chunks) {
      bytes += chunk.byteLength;
      if (bytes > most)
        throw refuseField(
          field,
          `This has more than ${maxSizeOf(field) / 1_000_000} MB. Import it on the server, with npm run import.`,
        );
      yield chunk;
    }
  }
  await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600 }));
  return bytes;
}

function maxSizeOf(field: string): number {
  return field === "pictures" ? maxUploadsBytes : maxExportBytes;
}

function refuseField(field: string, message: string): DomainError {
  return new DomainError("invalid", message, { fields: { [field]: message } });
}
