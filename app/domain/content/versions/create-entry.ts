import { createHash } from "node:crypto";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { readCategoryRedirects } from "#app/domain/content/categories/categories.ts";
import { type EntryRow, presentForStaff, type StaffEntry } from "#app/domain/content/entry.ts";
import type { DataOf, Kind } from "#app/domain/content/kind.ts";
import { checkLinks, linksOf, replaceLinks, storePageLinks } from "#app/domain/content/links/links.ts";
import { step } from "#app/domain/content/reorder-entry.ts";
import { readSortKey } from "#app/domain/content/sort-key.ts";
import { claimAddress } from "#app/domain/content/urls/entry-urls.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { shorten } from "#app/lib/text/cut.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { newId } from "#app/platform/runtime/id.ts";
import {
  type OpenEntry,
  openEntryIfExists,
  presentOpenEntry,
  readVersionOf,
  requireNotTrashed,
} from "./open-entry.ts";
import {
  checkData,
  checkNow,
  completeInput,
  keepVersion,
  newestOf,
  type Save,
  saveInput,
  storeTitleWords,
} from "./save-entry.ts";

/**
 * Creates a draft. Throws a DomainError with all field errors, including a taken slug. @param save `createdAt` (ISO
 * 8601) for entries created elsewhere
 */
export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Save & { position?: number; id?: string; createdAt?: string; language?: string | null },
): Promise<OpenEntry<K>> {
  const categoryRedirects = await readCategoryRedirects(tx);
  const data = checkNow(kind, input, categoryRedirects);
  await checkLinks(tx, kind, linksOf(kind, data));
  const address = await claimAddress(tx, kind, data, null);
  const at = save.createdAt ?? save.now.toISOString();
  const position = save.position ?? (await nextPosition(tx, kind));
  const row: EntryRow = {
    id: save.id ?? newId(),
    kind: kind.name,
    ...address,
    next_slug_key: null,
    title: data.title,
    state: "draft",
    position,
    sort_key: await readSortKey(tx, kind, data, { position, publishedAt: at }),
    live_version: null,
    latest_version: 1,
    ...newestOf(kind, data, save),
    publish_at: null,
    unpublish_at: null,
    published_at: null,
    guid: null,
    language: save.language ?? null,
    translation_group: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  await tx.query.insertInto("entries").values(row).execute();
  const newest = await keepVersion(tx, kind, row.id, 1, data, save);
  await storeTitleWords(tx, kind, row.id, data.title);
  await replaceLinks(tx, row.id, [], linksOf(kind, data));
  tx.invalidate(cacheTags.states(kind.name));
  await storePageLinks(tx, kind, row.id, null, data);
  await recordAudit(tx, save.actor, `${kind.name}.create`, row.id);
  // The row is invisible to other transactions until commit, so it needs no lock.
  return { kind, id: row.id, row, newest, live: null, categoryRedirects };
}

async function nextPosition(tx: Writing, kind: Kind): Promise<number> {
  const row = await tx.query
    .selectFrom("entries")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("kind", "=", kind.name)
    .executeTakeFirst();
  return (row?.last ?? 0) + step;
}

type Input = Record<string, unknown>;
type KeyedSave = Save & { key: string };

/**
 * Creates a draft idempotently: a repeated key returns the person's existing draft, and with other content it is
 * rejected.
 */
export async function createOnce<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<StaffEntry<K>> {
  const id = draftId(kind, save.actor.id, save.key);
  const entry = await openEntryIfExists(tx, kind, id);
  const whole = completeInput(kind, null, input);
  if (entry === null) return presentOpenEntry(await createEntry(tx, kind, whole, { ...save, id }));
  const first = await readVersionOf(tx, entry, 1);
  if (JSON.stringify(checkData(kind, whole)) === JSON.stringify(first.data))
    return presentForStaff(kind, entry.row, first);
  const message = "This key was used for something else; use a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

/**
 * Creates a draft from a form, whose key stays the same during editing: other content becomes the draft's next version.
 */
export async function createOrContinue<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<OpenEntry<K>> {
  const id = draftId(kind, save.actor.id, save.key);
  const entry = await openEntryIfExists(tx, kind, id);
  if (entry === null) return createEntry(tx, kind, completeInput(kind, null, input), { ...save, id });
  return saveInput(tx, entry, 1, input, save);
}

/** UUID version 8 (RFC 9562) derived from person and key, so one key cannot create two drafts. */
function draftId(kind: Kind, personId: string, key: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([kind.name, personId, key]))
    .digest("hex");
  const variant = "89ab"[Number.parseInt(hash.slice(16, 17), 16) % 4];
  const start = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...start, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

/** Copies the newest version of an entry to a draft with a free title: "Copy of …", "Copy 2 of …". */
export async function duplicateEntry<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  requireNotTrashed(entry);
  const { data } = entry.newest;
  const save = { ...actionContext, note: `Copy of “${data.title}”` };
  return createUnderFreeTitle(tx, entry.kind, data, { ...save, language: entry.row.language });
}

/** Creates a draft under the first copy title with a free slug. */
export async function createUnderFreeTitle<K extends Kind>(
  tx: Writing,
  kind: K,
  data: DataOf<Kind>,
  save: Save & { language?: string | null },
): Promise<OpenEntry<K>> {
  for (let n = 1; ; n += 1) {
    const title = titleOfCopy(data.title, n);
    try {
      return await createEntry(tx, kind, { ...data, title }, save);
    } catch (error) {
      // The error precedes all writes, so the next title can be tried in the same transaction.
      if (n === 50 || !isSlugTaken(error)) throw error;
    }
  }
}

function titleOfCopy(title: string, n: number): string {
  return shorten(`${n === 1 ? "Copy" : `Copy ${n}`} of ${title}`, 300);
}

function isSlugTaken(error: unknown): boolean {
  return error instanceof DomainError && /already has the address/.test(error.fields.title ?? "");
}
