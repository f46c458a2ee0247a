import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { followCategoryRedirects, readCategoryRedirects } from "#app/content/categories/categories.ts";
import { type EntryRow, presentForStaff, type StaffEntry, stateOf } from "#app/content/entry.ts";
import { type DataOf, fieldsOfKind, type Kind, richTextsOf } from "#app/content/kind.ts";
import { checkLinks, linksOf, replaceLinks, storePageLinks } from "#app/content/links/links.ts";
import { claimAddress } from "#app/content/urls/entry-urls.ts";
import { slugKey } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { countWords, toText } from "#app/rich-text/text.ts";
import { normalizeText } from "#app/text/normalize.ts";
import { wordsOf } from "#app/text/words.ts";
import { type EntryVersion, readRow, readVersion } from "./read-versions.ts";

/** With a stale refusal: the text somebody else has saved, the one both began with, and the one that was not saved. */
export interface SaveConflict {
  version: number;
  data: unknown;
  author: string | null;
  at: string;
  /** Null when that version is no longer kept. */
  base: unknown;
  mine: Record<string, unknown>;
}

/**
 * Saves what was sent of an entry over the version it is based on. What changes nothing makes no version; it only turns an
 * autosave into a version that stays. Throws a stale DomainError with a `SaveConflict` when another version has come since.
 */
export async function saveInput<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: Record<string, unknown>,
  save: Save,
): Promise<StaffEntry<K>> {
  return saveLocked(tx, kind, await lockEntry(tx, kind, id), basedOn, input, save);
}

/** The same for an entry that this transaction has locked and read. */
export async function saveLocked<K extends Kind>(
  tx: Writing,
  kind: K,
  row: EntryRow,
  basedOn: number,
  input: Record<string, unknown>,
  save: Save,
): Promise<StaffEntry<K>> {
  const newest = await readVersion(tx, kind, row.id, row.latest_version);
  const base = basedOn === newest.number ? newest : await findVersion(tx, kind, row.id, basedOn);
  const mine = completeInput(kind, (base ?? newest).data, input);
  const data = await checkNow(tx, kind, mine);
  if (basedOn !== newest.number) throw staleError(newest, { base: base?.data ?? null, mine });
  if (JSON.stringify(data) !== JSON.stringify(newest.data))
    return addVersion(tx, kind, { row, newest }, data, save);
  if (newest.is_autosave === 1 && !save.isAutosave) await keepForGood(tx, kind, row.id, newest.number, save);
  return presentForStaff(kind, row, newest.data, newest.number);
}

/** Nobody else changes the entry until the transaction ends. */
async function lockEntry(tx: Writing, kind: Kind, id: string): Promise<EntryRow> {
  await tx.locks.acquire(tx.query, `entry:${id}`);
  return readRow(tx, kind, id);
}

async function keepForGood(tx: Writing, kind: Kind, id: string, number: number, save: Save): Promise<void> {
  await tx.query
    .updateTable("entry_versions")
    .set({ is_autosave: 0, note: save.note ?? "" })
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .execute();
  await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${number}`);
}

async function findVersion<K extends Kind>(db: Database, kind: K, id: string, number: number) {
  return readVersion(db, kind, id, number).catch((error: unknown) => {
    if (error instanceof DomainError) return null;
    throw error;
  });
}

/**
 * What somebody sends of an entry, laid over the version it is based on: a field or a part of a group that was not sent
 * stays as it is. Rich texts may come as `{ markdown }`. The kind's schema judges the outcome.
 */
export function completeInput(
  kind: Kind,
  before: DataOf<Kind> | null,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const sent = fieldsOfKind(kind).flatMap(([name, field]) =>
    input[name] === undefined
      ? []
      : [[name, field.complete(Reflect.get(before ?? {}, name), input[name], name)] as const],
  );
  return { ...before, ...input, ...Object.fromEntries(sent) };
}

/** Keeps a new version of an entry. `basedOn` is the version its writer saw; when another has come since, a stale DomainError carries that one. */
export async function saveVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: unknown,
  save: Save,
): Promise<StaffEntry<K>> {
  const data = await checkNow(tx, kind, input);
  const row = await lockEntry(tx, kind, id);
  const newest = await readVersion(tx, kind, id, row.latest_version);
  if (newest.number !== basedOn) throw staleError(newest);
  return addVersion(tx, kind, { row, newest }, data, save);
}

/** An entry that is locked, as it was read. */
interface LockedEntry<K extends Kind> {
  row: EntryRow;
  newest: EntryVersion<K>;
}

/** Stores what was checked as the newest version of an entry that is locked. */
async function addVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  { row, newest }: LockedEntry<K>,
  data: DataOf<K>,
  save: Save,
): Promise<StaffEntry<K>> {
  const { id } = row;
  if (save.isDraftOnly && row.publish_at !== null)
    throw new DomainError("in-use", "This is scheduled to be published, so only a person can change it now.");
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, id);
  const number = row.latest_version + 1;
  const live = await readLive(tx, kind, { row, newest });
  if (save.isAutosave) await dropFormerAutosave(tx, row, save);
  await storeVersion(tx, kind, id, number, data, save);
  const changed = {
    ...row,
    ...addressAfterSave(row, slug, data),
    ...newestOf(data, save),
    latest_version: number,
    updated_at: save.now.toISOString(),
  };
  const next = { ...changed, state: stateOf(changed) };
  await tx.query.updateTable("entries").set(next).where("id", "=", id).execute();
  if (next.state !== row.state) tx.invalidate(cacheTags.states(kind.name));
  await replaceLinks(tx, id, live === null ? [] : linksOf(kind, live), linksOf(kind, data));
  await storePageLinks(tx, kind, id, live, data);
  if (!save.isAutosave) await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${number}`);
  return presentForStaff(kind, next, data, number);
}

/** What is public of an entry; null for nothing. */
async function readLive<K extends Kind>(
  tx: Writing,
  kind: K,
  { row, newest }: LockedEntry<K>,
): Promise<DataOf<K> | null> {
  if (row.live_version === null) return null;
  if (row.live_version === newest.number) return newest.data;
  return (await readVersion(tx, kind, row.id, row.live_version)).data;
}

/** The text of an old version becomes the newest one; nothing of the history is lost. */
export async function restoreVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  number: number,
  basedOn: number,
  save: Save,
): Promise<StaffEntry<K>> {
  const { data } = await readVersion(tx, kind, id, number);
  return saveVersion(tx, kind, id, basedOn, data, {
    ...save,
    note: save.note ?? `Restored version ${number}`,
  });
}

/** What somebody else has saved meanwhile, for who wanted to save something else. */
function staleError(
  current: EntryVersion<Kind>,
  texts: Partial<Pick<SaveConflict, "base" | "mine">> = {},
): DomainError {
  return new DomainError("stale", "This was changed in the meantime. Nothing was overwritten.", {
    detail: {
      version: current.number,
      data: current.data,
      author: current.author_id,
      at: current.created_at,
      ...texts,
    },
  });
}

/** Before it was ever public an entry simply moves; afterwards its address waits for the next publish. */
function addressAfterSave(row: EntryRow, slug: string, data: DataOf<Kind>) {
  const key = slugKey(slug);
  if (row.published_at === null) return { slug, slug_key: key, next_slug_key: null, title: data.title };
  return { next_slug_key: key === row.slug_key ? null : key };
}

export interface Save {
  actor: Actor;
  now: Date;
  note?: string;
  /** An autosave replaces the autosave before it when the same person made both within ten minutes. */
  isAutosave?: boolean;
  /** By a program that publishes nothing: refused where the newest version is to be published by itself. */
  isDraftOnly?: boolean;
}

/** What was typed, as the kind stores it; throws a DomainError that names each wrong field. */
export function checkData<K extends Kind>(kind: K, input: unknown): DataOf<K> {
  const result = kind.schema.safeParse(input);
  if (!result.success) throw validationError(result.error.issues);
  // The kind's own schema made it.
  return result.data as DataOf<K>;
}

/** The same with categories as they are now. */
export async function checkNow<K extends Kind>(tx: Writing, kind: K, input: unknown): Promise<DataOf<K>> {
  return followCategoryRedirects(kind, checkData(kind, input), await readCategoryRedirects(tx));
}

export async function storeVersion(
  tx: Writing,
  kind: Kind,
  id: string,
  number: number,
  data: DataOf<Kind>,
  save: Save,
): Promise<void> {
  await keepVersion(tx, kind, id, number, data, save);
  await replaceTitleWords(tx, kind, id, data.title);
}

/** Stores a version that need not be the newest one, so that staff don't find the entry by its words. */
export async function keepVersion(
  tx: Writing,
  kind: Kind,
  id: string,
  number: number,
  data: DataOf<Kind>,
  { actor, now, note = "", isAutosave = false }: Omit<Save, "actor"> & { actor: { id: string | null } },
): Promise<void> {
  const card = Object.fromEntries(
    fieldsOfKind(kind).flatMap(([name, { inCard }]) => (inCard ? [[name, Reflect.get(data, name)]] : [])),
  );
  const words = richTextsOf(kind, data).reduce((sum, { doc }) => sum + countWords(toText(doc)), 0);
  const row = {
    entry_id: id,
    number,
    data: JSON.stringify(data),
    card: JSON.stringify(card),
    words,
    author_id: actor.id,
    note,
    is_autosave: Number(isAutosave),
    created_at: now.toISOString(),
  };
  await tx.query.insertInto("entry_versions").values(row).execute();
}

/** What an entry's row knows of its newest version. */
export function newestOf(
  data: DataOf<Kind>,
  { actor }: Pick<Save, "actor">,
): Pick<EntryRow, "title_key" | "author_id"> {
  return { title_key: titleKeyOf(data.title), author_id: actor.id };
}

async function dropFormerAutosave(tx: Writing, row: EntryRow, save: Save): Promise<void> {
  const since = new Date(save.now.getTime() - 10 * 60_000).toISOString();
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", row.id)
    .where("number", "=", row.latest_version)
    .where("number", "!=", row.live_version ?? 0)
    .where("is_autosave", "=", 1)
    .where("author_id", "=", save.actor.id)
    .where("created_at", ">=", since)
    .execute();
}

/** What the staff's lists sort by: the title without difference of case or form, at most 80 characters of it. */
export function titleKeyOf(title: string): string {
  return [...normalizeText(title).toLowerCase()].slice(0, 80).join("");
}

/** Keeps the words of an entry's newest title, by which the staff's lists find it. */
async function replaceTitleWords(tx: Writing, kind: Kind, id: string, title: string): Promise<void> {
  const words = new Set(wordsOf(title).map((word) => word.slice(0, 60)));
  const kept = await tx.query
    .selectFrom("entry_title_words")
    .select("word")
    .where("entry_id", "=", id)
    .execute();
  if (kept.length === words.size && kept.every(({ word }) => words.has(word))) return;
  await tx.query.deleteFrom("entry_title_words").where("entry_id", "=", id).execute();
  const rows = [...words].map((word) => ({ entry_id: id, kind: kind.name, word }));
  if (rows.length > 0) await tx.query.insertInto("entry_title_words").values(rows).execute();
}
