import type { Actor } from "#app/domain/audit/audit.ts";
import { acceptDocument } from "#app/domain/files/documents/accept-document.ts";
import { documentName, revisedName } from "#app/domain/files/library/file-address.ts";
import { setTags } from "#app/domain/files/library/file-text.ts";
import { acceptPicture, originalName } from "#app/domain/files/pictures/accept-picture.ts";
import type { FileStore } from "#app/domain/files/store/store.ts";
import {
  type AcceptedFile,
  removeStoredUpload,
  type StoredUpload,
  storeFile,
  totalBytes,
} from "#app/domain/files/upload/accepted-file.ts";
import { insertFile } from "#app/domain/files/upload/upload.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { plainName } from "#app/ops/transfer/bundle/file-links.ts";
import type { ImportContext, Plan, PlannedFile } from "#app/ops/transfer/bundle/plan.ts";
import { type ImportProblem, NotImportable } from "#app/ops/transfer/bundle/problems.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { createQueue } from "#app/platform/jobs/background-work.ts";

export interface FileImport {
  /** Adds the files to the library. Existing files keep their description unless `replace` is set. */
  add(tx: Writing, by: { actor: Actor; now: Date; replace?: boolean }): Promise<ImportedFiles>;
  /** Moves files to the trash that the export has in the trash; call it after everything that may refer to them is stored. */
  trash(tx: Writing): Promise<void>;
  /** Removes the stored files after a failed import. */
  removeStored(): Promise<void>;
}

export interface ImportedFiles {
  /** File ids by key. */
  ids: Map<string, string>;
  /** Keys of new files, and of files with a changed description. */
  changed: Set<string>;
}

/** A stored file ready for the library, or the identical file of the library. */
type Ready = { planned: PlannedFile } & ({ stored: StoredUpload } | { known: string });

/**
 * Checks, converts and stores all pictures and PDFs before the transaction begins, because that is slow.
 * Throws NotImportable with a problem for each rejected file.
 */
export async function openFileImport(
  db: Database,
  store: FileStore,
  plan: Plan,
  { onProgress }: Pick<ImportContext, "onProgress">,
): Promise<FileImport> {
  const library = await openLibrary(db, store);
  const queue = createQueue(2);
  const all = plannedFiles(plan);
  let done = 0;
  const tries = await Promise.allSettled(
    all.map((planned) =>
      queue(() => makeReady(planned, store, library, plan.pictureBytes)).finally(() => {
        done += 1;
        onProgress?.("files", done, all.length);
      }),
    ),
  );
  const ready = tries.flatMap((one) => (one.status === "fulfilled" ? one.value : []));
  const removeStored = async () => {
    for (const one of ready) if ("stored" in one) await removeStoredUpload(store, one.stored);
  };
  const problems = problemsOf(plan, tries);
  const failed = tries.find((one) => one.status === "rejected" && !(one.reason instanceof DomainError));
  if (problems.length > 0 || failed) await removeStored();
  if (failed?.status === "rejected") throw failed.reason;
  if (problems.length > 0) throw new NotImportable(problems);
  return { removeStored, add: (tx, by) => addAll(tx, ready, by), trash: (tx) => trashAll(tx, ready) };
}

function plannedFiles({ pictures, documents }: Plan): PlannedFile[] {
  return [...pictures, ...documents];
}

/** A problem for each rejected file; `leavePicture` of the plan is called instead where it is set. */
function problemsOf(plan: Plan, tries: PromiseSettledResult<unknown>[]): ImportProblem[] {
  const files = plannedFiles(plan);
  const { leavePicture } = plan;
  return tries.flatMap((one, at) => {
    const planned = files[at];
    if (one.status === "fulfilled" || !planned || !(one.reason instanceof DomainError)) return [];
    const { message } = one.reason;
    if (!leavePicture) return [{ file: planned.place.file, line: null, field: "", message }];
    leavePicture(planned, message);
    return [];
  });
}

async function makeReady(
  planned: PlannedFile,
  store: FileStore,
  library: Library,
  maxBytes: number,
): Promise<Ready> {
  const bytes = await planned.read();
  const isDocument = planned.key.startsWith("documents/");
  const file = isDocument ? await acceptDocument(bytes) : await acceptPicture(bytes, { maxBytes });
  const known = await library.take(planned, file);
  return known === null ? { planned, stored: await storeFile(store, file) } : { planned, known };
}

interface Library {
  /** The id of the identical file, returned only once; null if the library has none. */
  take(planned: PlannedFile, file: AcceptedFile): Promise<string | null>;
}

/** Finds files by content. Of several matches, the one with the same name in an export comes first. */
async function openLibrary(db: Database, store: FileStore): Promise<Library> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "name", "width", "height", "bytes", "deleted_at"])
    .execute();
  const ofSize = Map.groupBy(rows, ({ width, height, bytes }) => `${width} ${height} ${bytes}`);
  const given = new Set<string>();
  return {
    async take({ name, deletedAt }, file) {
      const like = (row: { name: string }) => Number(stemOf(row.name) === stemOf(name));
      const { width, height, files } = file;
      const same = ofSize.get(`${width} ${height} ${totalBytes(files)}`) ?? [];
      for (const { id, revision, deleted_at } of same.toSorted((a, b) => like(b) - like(a))) {
        if ((deleted_at === null) !== (deletedAt === null)) continue;
        if (given.has(id) || !(await isSame(store, { id, revision }, file)) || given.has(id)) continue;
        given.add(id);
        return id;
      }
      return null;
    },
  };
}

function stemOf(name: string): string {
  return plainName(name.replace(/\.\w{1,5}$/, ""));
}

async function isSame(
  store: FileStore,
  { id, revision }: { id: string; revision: number },
  accepted: AcceptedFile,
): Promise<boolean> {
  const name = accepted.type === "application/pdf" ? documentName : originalName;
  const existing = await store.read(`${id}/${revisedName(revision, name)}`);
  const original = accepted.files.find((file) => file.name === name);
  return existing !== null && original !== undefined && Buffer.compare(existing, original.bytes) === 0;
}

async function addAll(
  tx: Writing,
  ready: Ready[],
  { actor, now, replace = false }: { actor: Actor; now: Date; replace?: boolean },
): Promise<ImportedFiles> {
  const ids = new Map<string, string>();
  const changed = new Set<string>();
  for (const one of ready) {
    const { key, name, alt, focal, tags } = one.planned;
    if ("stored" in one) {
      ids.set(key, one.stored.id);
      changed.add(key);
      await insertFile(tx, one.stored, { name, alt, focal, tags, actor, now });
      continue;
    }
    ids.set(key, one.known);
    if (replace && (await updateDescription(tx, one.known, one.planned))) changed.add(key);
  }
  return { ids, changed };
}

async function trashAll({ query }: Writing, ready: Ready[]): Promise<void> {
  for (const one of ready)
    if ("stored" in one && one.planned.deletedAt !== null)
      await query
        .updateTable("files")
        .set({ deleted_at: one.planned.deletedAt })
        .where("id", "=", one.stored.id)
        .execute();
}

/** Returns false if the description is unchanged. */
async function updateDescription(
  tx: Writing,
  id: string,
  { alt, focal, tags }: PlannedFile,
): Promise<boolean> {
  const [focal_x, focal_y] = focal;
  const now = await tx.query
    .selectFrom("files")
    .select(["alt", "focal_x", "focal_y"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const tagRows = await tx.query
    .selectFrom("file_tags")
    .select("tag_key")
    .where("file_id", "=", id)
    .execute();
  const hasSameTags = haveSame(
    tagRows.map(({ tag_key }) => tag_key),
    tags.map(foldText),
  );
  if (now.alt === alt && now.focal_x === focal_x && now.focal_y === focal_y && hasSameTags) return false;
  await tx.query.updateTable("files").set({ alt, focal_x, focal_y }).where("id", "=", id).execute();
  await setTags(tx, id, tags);
  tx.invalidate(cacheTags.files);
  return true;
}

function haveSame(some: readonly string[], others: readonly string[]): boolean {
  const [one, other] = [new Set(some), new Set(others)];
  return one.size === other.size && [...one].every((value) => other.has(value));
}
