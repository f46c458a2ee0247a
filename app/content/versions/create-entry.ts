import { createHash } from "node:crypto";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { type EntryRow, presentForStaff, type StaffEntry } from "#app/content/entry.ts";
import { type DataOf, type Kind, sortKeyOf } from "#app/content/kind.ts";
import { checkLinks, linksOf, replaceLinks, storePageLinks } from "#app/content/links/links.ts";
import { step } from "#app/content/reorder-entry.ts";
import { claimAddress } from "#app/content/urls/entry-urls.ts";
import { slugKey } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { newId } from "#app/platform/id.ts";
import { findRow, noSuchEntry, readEntry, readVersion } from "./read-versions.ts";
import {
  checkData,
  checkNow,
  completeInput,
  newestOf,
  type Save,
  saveLocked,
  storeVersion,
} from "./save-entry.ts";

/**
 * Makes a new draft. Throws a DomainError that names each wrong field, also when its address is taken.
 * @param save `createdAt`, ISO 8601, where it was made elsewhere before
 */
export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Save & { position?: number; id?: string; createdAt?: string },
): Promise<StaffEntry<K>> {
  const data = await checkNow(tx, kind, input);
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, null);
  const at = save.createdAt ?? save.now.toISOString();
  const position = save.position ?? (await nextPosition(tx, kind));
  const row: EntryRow = {
    id: save.id ?? newId(),
    kind: kind.name,
    slug,
    slug_key: slugKey(slug),
    next_slug_key: null,
    title: data.title,
    state: "draft",
    position,
    sort_key: sortKeyOf(kind, data, position, at),
    live_version: null,
    latest_version: 1,
    ...newestOf(data, save),
    publish_at: null,
    unpublish_at: null,
    published_at: null,
    created_at: at,
    updated_at: at,
    deleted_at: null,
  };
  await tx.query.insertInto("entries").values(row).execute();
  await storeVersion(tx, kind, row.id, 1, data, save);
  await replaceLinks(tx, row.id, [], linksOf(kind, data));
  tx.invalidate(cacheTags.states(kind.name));
  await storePageLinks(tx, kind, row.id, null, data);
  await recordAudit(tx, save.actor, `${kind.name}.create`, row.id);
  return presentForStaff(kind, row, data, 1);
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

/** Makes a draft. A key stands for one draft of its person: sent again it answers that draft as it was made, and with other content it is refused. */
export async function createOnce<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<StaffEntry<K>> {
  const { id, row } = await lockDraft(tx, kind, save);
  const whole = completeInput(kind, null, input);
  if (!row) return createEntry(tx, kind, whole, { ...save, id });
  const first = await readVersion(tx, kind, id, 1);
  if (JSON.stringify(checkData(kind, whole)) === JSON.stringify(first.data))
    return presentForStaff(kind, row, first.data, 1);
  const message = "This key was used for something else; take a new one";
  throw validationError([{ path: ["Idempotency-Key"], message }]);
}

/** The same for a form, which keeps its key while somebody goes on writing: other content becomes the draft's next version. */
export async function createOrContinue<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Input,
  save: KeyedSave,
): Promise<StaffEntry<K>> {
  const { id, row } = await lockDraft(tx, kind, save);
  if (!row) return createEntry(tx, kind, completeInput(kind, null, input), { ...save, id });
  if (row.deleted_at !== null) throw noSuchEntry(kind);
  return saveLocked(tx, kind, row, 1, input, save);
}

/** The draft a key stands for; nobody else makes or changes it until the transaction ends. */
async function lockDraft(
  tx: Writing,
  kind: Kind,
  { actor, key }: KeyedSave,
): Promise<{ id: string; row: EntryRow | null }> {
  const id = draftId(kind, actor.id, key);
  await tx.locks.acquire(tx.query, `entry:${id}`);
  return { id, row: await findRow(tx, kind, id) };
}

/** A UUID of version 8 (RFC 9562), made of whose key it is: one key can never make two drafts. */
function draftId(kind: Kind, personId: string, key: string): string {
  const hash = createHash("sha256")
    .update(JSON.stringify([kind.name, personId, key]))
    .digest("hex");
  const variant = "89ab"[Number.parseInt(hash.slice(16, 17), 16) % 4];
  const start = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`];
  return [...start, `${variant}${hash.slice(17, 20)}`, hash.slice(20, 32)].join("-");
}

/** Makes a draft of the newest version of an entry, under a title whose address is free: "Copy of …", "Copy 2 of …". */
export async function duplicateEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  const { data, deletedAt } = await readEntry(tx, kind, id);
  if (deletedAt !== null) throw noSuchEntry(kind);
  return createUnderFreeTitle(tx, kind, data, { ...actionContext, note: `Copy of “${data.title}”` });
}

/** Makes a draft under the first title of a copy whose address is free. */
export async function createUnderFreeTitle<K extends Kind>(
  tx: Writing,
  kind: K,
  data: DataOf<Kind>,
  save: Save,
): Promise<StaffEntry<K>> {
  for (let n = 1; ; n += 1) {
    const title = titleOfCopy(data.title, n);
    try {
      return await createEntry(tx, kind, { ...data, title }, save);
    } catch (error) {
      // Refused before anything was written, so that the next title can be tried in the same transaction.
      if (n === 50 || !isTaken(error)) throw error;
    }
  }
}

function titleOfCopy(title: string, n: number): string {
  const copy = `${n === 1 ? "Copy" : `Copy ${n}`} of ${title}`;
  return [...copy].length > 300 ? `${[...copy].slice(0, 299).join("").trimEnd()}…` : copy;
}

function isTaken(error: unknown): boolean {
  return error instanceof DomainError && /already has the address/.test(error.fields.title ?? "");
}
