import { type Actor, recordAudit } from "#app/audit/audit.ts";
import { type CategoryRedirects, followCategoryRedirects } from "#app/content/categories/categories.ts";
import { type EntryRow, type EntryVersion, stateOf } from "#app/content/entry.ts";
import { bylineKeyOf, type DataOf, fieldsOfKind, type Kind, richTextsOf } from "#app/content/kind.ts";
import { checkLinks, linksOf, replaceLinks, storePageLinks } from "#app/content/links/links.ts";
import { claimAddress, type EntryAddress } from "#app/content/urls/entry-urls.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { countWords, toText } from "#app/rich-text/text.ts";
import { cutText } from "#app/text/cut.ts";
import { foldText } from "#app/text/fold.ts";
import { cutWord, wordsOf } from "#app/text/words.ts";
import { type OpenEntry, readVersionOf, requireNotTrashed } from "./open-entry.ts";
import { listPresent } from "./presence.ts";

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
  entry: OpenEntry<K>,
  basedOn: number,
  input: Record<string, unknown>,
  save: Save,
): Promise<OpenEntry<K>> {
  requireNotTrashed(entry);
  const { kind, newest } = entry;
  const base = basedOn === newest.number ? newest : await findVersion(tx, entry, basedOn);
  const mine = completeInput(kind, (base ?? newest).data, input);
  const data = checkNow(kind, mine, entry.categoryRedirects);
  if (basedOn !== newest.number) {
    const merged = base && save.merge?.(data, newest.data, base.data);
    if (!merged) throw staleError(newest, { base: base?.data ?? null, mine });
    return saveNewest(tx, entry, checkNow(kind, merged, entry.categoryRedirects), save);
  }
  const replaced =
    save.replaced === undefined ? null : checkNow(kind, save.replaced, entry.categoryRedirects);
  if (replaced && JSON.stringify(replaced) !== JSON.stringify(data))
    return addVersion(tx, await storeReplaced(tx, entry, replaced, save), data, save);
  return saveNewest(tx, entry, data, save);
}

async function saveNewest<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  data: DataOf<K>,
  save: Save,
): Promise<OpenEntry<K>> {
  const { newest } = entry;
  if (JSON.stringify(data) !== JSON.stringify(newest.data)) return addVersion(tx, entry, data, save);
  if (newest.is_autosave === 1 && !save.isAutosave) return confirmAutosave(tx, entry, save);
  return entry;
}

/** Stores the text that lost a conflict between the newest version and the merged one. */
async function storeReplaced<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  data: DataOf<K>,
  save: Save,
): Promise<OpenEntry<K>> {
  const { kind, id, newest } = entry;
  const note = `Before merging with version ${newest.number}`;
  const { number } = await keepVersion(tx, kind, id, newest.number + 1, data, {
    ...save,
    note,
    isAutosave: true,
  });
  // Not an autosave to what follows, which would take its place.
  return { ...entry, newest: { ...newest, number, is_autosave: 0 } };
}

async function confirmAutosave<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  save: Save,
): Promise<OpenEntry<K>> {
  const { kind, id, newest } = entry;
  await tx.query
    .updateTable("entry_versions")
    .set({ is_autosave: 0, note: save.note ?? "" })
    .where("entry_id", "=", id)
    .where("number", "=", newest.number)
    .execute();
  await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${newest.number}`);
  return { ...entry, newest: { ...newest, is_autosave: 0 } };
}

async function findVersion<K extends Kind>(tx: Writing, entry: OpenEntry<K>, number: number) {
  return readVersionOf(tx, entry, number).catch((error: unknown) => {
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
  entry: OpenEntry<K>,
  basedOn: number,
  input: unknown,
  save: Save,
): Promise<OpenEntry<K>> {
  requireNotTrashed(entry);
  const data = checkNow(entry.kind, input, entry.categoryRedirects);
  if (entry.newest.number !== basedOn) throw staleError(entry.newest);
  return addVersion(tx, entry, data, save);
}

/** Stores checked data as the newest version. */
async function addVersion<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  data: DataOf<K>,
  save: Save,
): Promise<OpenEntry<K>> {
  const { kind, id, row, live } = entry;
  if (save.isDraftOnly && row.publish_at !== null)
    throw new DomainError("in-use", "This is scheduled to be published, so only a person can change it now.");
  await checkLinks(tx, kind, linksOf(kind, data));
  const address = await claimAddress(tx, kind, data, row);
  if (save.isAutosave) await dropFormerAutosave(tx, entry, save);
  const newest = await storeNewest(tx, entry, data, save);
  const changes = {
    ...addressAfterSave(row, address, data),
    ...newestOf(kind, data, save),
    latest_version: newest.number,
    updated_at: save.now.toISOString(),
  };
  const next = { ...row, ...changes, state: stateOf({ ...row, ...changes }) };
  await tx.query
    .updateTable("entries")
    .set({ ...changes, state: next.state })
    .where("id", "=", id)
    .execute();
  if (next.state !== row.state) tx.invalidate(cacheTags.states(kind.name));
  await replaceLinks(tx, id, live === null ? [] : linksOf(kind, live), linksOf(kind, data));
  await storePageLinks(tx, kind, id, live, data);
  if (!save.isAutosave)
    await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${newest.number}`);
  return { ...entry, row: next, newest };
}

/** The text of an old version becomes the newest one; nothing of the history is lost. */
export async function restoreVersion<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  number: number,
  basedOn: number,
  save: Save,
): Promise<OpenEntry<K>> {
  const { data } = await readVersionOf(tx, entry, number);
  return saveVersion(tx, entry, basedOn, data, {
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
function addressAfterSave(row: EntryRow, address: EntryAddress, data: DataOf<Kind>) {
  if (row.published_at === null) return { ...address, next_slug_key: null, title: data.title };
  const { slug_key, title_slug_key } = address;
  return { next_slug_key: slug_key === row.slug_key ? null : slug_key, title_slug_key };
}

export interface Save {
  actor: Actor;
  now: Date;
  note?: string;
  /** An autosave replaces the autosave before it when the same person made both within ten minutes. */
  isAutosave?: boolean;
  /** Lays what was sent over a newer version; null where both changed the same field. */
  merge?: (mine: DataOf<Kind>, newest: DataOf<Kind>, base: DataOf<Kind>) => unknown;
  /** The text that lost a conflict; stored before this one, so that the history has both. */
  replaced?: unknown;
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
export function checkNow<K extends Kind>(
  kind: K,
  input: unknown,
  categoryRedirects: CategoryRedirects,
): DataOf<K> {
  return followCategoryRedirects(kind, checkData(kind, input), categoryRedirects);
}

/** Stores the version after the newest one, and the words by which staff find the entry. */
export async function storeNewest<K extends Kind>(
  tx: Writing,
  { kind, id, newest }: OpenEntry<K>,
  data: DataOf<K>,
  save: Save,
): Promise<EntryVersion<K>> {
  const version = await keepVersion(tx, kind, id, newest.number + 1, data, save);
  if (data.title === newest.data.title) return version;
  await tx.query.deleteFrom("entry_title_words").where("entry_id", "=", id).execute();
  await storeTitleWords(tx, kind, id, data.title);
  return version;
}

/** Stores a version without changing the words that staff find the entry by. */
export async function keepVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  number: number,
  data: DataOf<K>,
  { actor, now, note = "", isAutosave = false }: Omit<Save, "actor"> & { actor: { id: string | null } },
): Promise<EntryVersion<K>> {
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
  const { author_id, created_at, is_autosave } = row;
  return { number, data, author_id, created_at, is_autosave };
}

/** What an entry's row knows of its newest version. */
export function newestOf(
  kind: Kind,
  data: DataOf<Kind>,
  { actor }: Pick<Save, "actor">,
): Pick<EntryRow, "title_key" | "author_id" | "byline"> {
  return { title_key: titleKeyOf(data.title), author_id: actor.id, byline: bylineKeyOf(kind, data) };
}

/** Somebody else whose text is based on the former autosave needs it to merge. */
async function dropFormerAutosave(tx: Writing, { id, row, newest }: OpenEntry, save: Save): Promise<void> {
  const since = new Date(save.now.getTime() - 10 * 60_000).toISOString();
  const isFormer =
    newest.is_autosave === 1 &&
    newest.number !== row.live_version &&
    newest.author_id === save.actor.id &&
    newest.created_at >= since;
  if (!isFormer) return;
  const others = await listPresent(tx, id, save.now);
  if (others.some(({ version, userId }) => version === newest.number && userId !== save.actor.id)) return;
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", id)
    .where("number", "=", newest.number)
    .execute();
}

/** What the staff's lists sort by: the title without difference of case or form, at most 80 characters of it. */
export function titleKeyOf(title: string): string {
  return cutText(foldText(title), 80);
}

/** Stores the words of the newest title of an entry that has none yet; the staff's lists find it by them. */
export async function storeTitleWords(tx: Writing, kind: Kind, id: string, title: string): Promise<void> {
  const words = new Set(wordsOf(title).map(cutWord));
  const rows = [...words].map((word) => ({ entry_id: id, kind: kind.name, word }));
  if (rows.length > 0) await tx.query.insertInto("entry_title_words").values(rows).execute();
}
