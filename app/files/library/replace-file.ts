import type { OtherAction } from "#app/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import { type Database, type Writing, write } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import {
  type AcceptedFile,
  dropFile,
  type StoredUpload,
  storeFile,
} from "#app/files/upload/accepted-file.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { lockFile, saveRow } from "./change-file.ts";
import { readTags } from "./file-text.ts";
import {
  type FileRow,
  type FormerFile,
  type LibraryFile,
  pdfType,
  presentLibraryFile,
  readFormer,
} from "./library-file.ts";

interface Replacement extends ActionContext {
  accepted: AcceptedFile;
  version?: number | undefined;
}

/**
 * Puts other bytes in the place of a file: all that shows it shows the new one, at new addresses, because the old ones may be
 * kept for ever. What was there before can be brought back for 30 days.
 */
export async function replaceFile(
  db: Database,
  store: FileStore,
  id: string,
  { accepted, version, ...actionContext }: Replacement,
): Promise<LibraryFile> {
  const revision = await write(db, (tx) => takeRevision(tx, id, accepted, version));
  const stored = await storeFile(store, accepted, { id, revision });
  try {
    return await write(db, (tx) => putInPlace(tx, id, stored, { ...actionContext, version }));
  } catch (error) {
    await dropFile(store, stored);
    throw error;
  }
}

/** Brings back what was there before the last replacement; what it replaced can be brought back in turn. */
export async function bringBack(tx: Writing, id: string, actionContext: ActionContext): Promise<LibraryFile> {
  const row = await lockFile(tx, id);
  const former = readFormer(row);
  if (!former) throw new DomainError("missing", "There is nothing left to bring back.");
  const { until: _, ...about } = former;
  return show(tx, row, about, actionContext, "file.bring-back");
}

/** A number that no bytes of this file ever had, kept even if these come to nothing. */
async function takeRevision(
  tx: Writing,
  id: string,
  { type }: AcceptedFile,
  version: number | undefined,
): Promise<number> {
  const row = await lockFile(tx, id, { version });
  if ((row.type === pdfType) !== (type === pdfType)) throw refuseOtherKind(row);
  const revision = row.last_revision + 1;
  await tx.query.updateTable("files").set({ last_revision: revision }).where("id", "=", id).execute();
  return revision;
}

async function putInPlace(
  tx: Writing,
  id: string,
  stored: StoredUpload,
  { version, ...actionContext }: ActionContext & { version: number | undefined },
): Promise<LibraryFile> {
  const row = await lockFile(tx, id, { version });
  const { revision, width, height, placeholder, pages, bytes } = stored;
  const next = { revision, width, height, placeholder, pages, bytes };
  return show(tx, row, next, actionContext, "file.replace");
}

async function show(
  tx: Writing,
  row: FileRow,
  next: Omit<FormerFile, "until">,
  { actor, now }: ActionContext,
  action: OtherAction,
): Promise<LibraryFile> {
  const { revision, width, height, placeholder, pages, bytes } = row;
  const at = now.toISOString();
  const former: FormerFile = { revision, width, height, placeholder, pages, bytes, until: at };
  const tags = (await readTags(tx, [row.id])).get(row.id) ?? [];
  const changed: FileRow = {
    ...row,
    ...next,
    former: JSON.stringify(former),
    version: row.version + 1,
    updated_at: at,
  };
  await saveRow(tx, changed);
  tx.invalidate(cacheTags.files);
  await recordAudit(tx, actor, action, row.id, row.name);
  return presentLibraryFile(changed, tags);
}

function refuseOtherKind({ type }: FileRow): DomainError {
  const sentence =
    type === pdfType
      ? "This is a PDF for downloads; replace it by a PDF."
      : "This is a picture; replace it by a picture.";
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
