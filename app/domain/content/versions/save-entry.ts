import { type Actor, recordAudit } from "#app/domain/audit/audit.ts";
import {
  type CategoryRedirects,
  followCategoryRedirects,
} from "#app/domain/content/categories/categories.ts";
import { type EntryRow, type EntryVersion, stateOf } from "#app/domain/content/entry.ts";
import { bylineKeyOf, type DataOf, fieldsOfKind, type Kind, richTextsOf } from "#app/domain/content/kind.ts";
import { checkLinks, linksOf, replaceLinks, storePageLinks } from "#app/domain/content/links/links.ts";
import { claimAddress, type EntryAddress } from "#app/domain/content/urls/entry-urls.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { countWords, toText } from "#app/lib/rich-text/text.ts";
import { cutText } from "#app/lib/text/cut.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { cutWord, wordsOf } from "#app/lib/text/words.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { type OpenEntry, readVersionOf, requireNotTrashed } from "./open-entry.ts";
import { listPresent } from "./presence.ts";

/** Details of a stale save: the stored text, the common base, and the rejected text. */
export interface SaveConflict {
  version: number;
  data: unknown;
  author: string | null;
  at: string;
  /** Null if that version is no longer stored. */
  base: unknown;
  mine: Record<string, unknown>;
}

/**
 * Saves input over the version it is based on; an unchanged save only makes an autosave permanent. Throws a stale
 * DomainError with a `SaveConflict` if a newer version exists.
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
  // Not an autosave, because the next version would replace it.
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
 * Applies input to the version it is based on: omitted fields and group parts stay. Rich texts may be `{ markdown }`;
 * the kind's schema validates the result.
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

/**
 * Stores a new version. `basedOn` is the version that its author saw; if a newer one exists, throws a stale DomainError
 * with it.
 */
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
  if (save.isAutosave) await deletePreviousAutosave(tx, entry, save);
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

/** Makes the text of an old version the newest; the history stays complete. */
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

/** Stale error with the text saved meanwhile. */
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

/** Never-published entries change their slug immediately; others on the next publish. */
function addressAfterSave(row: EntryRow, address: EntryAddress, data: DataOf<Kind>) {
  if (row.published_at === null) return { ...address, next_slug_key: null, title: data.title };
  const { slug_key, title_slug_key } = address;
  return { next_slug_key: slug_key === row.slug_key ? null : slug_key, title_slug_key };
}

export interface Save {
  actor: Actor;
  now: Date;
  note?: string;
  /** Whether to replace a preceding autosave of the same person within ten minutes. */
  isAutosave?: boolean;
  /** Merges the input into a newer version; null if both changed the same field. */
  merge?: (mine: DataOf<Kind>, newest: DataOf<Kind>, base: DataOf<Kind>) => unknown;
  /** Text that lost a conflict; stored first, so the history contains both. */
  replaced?: unknown;
  /** Whether the author is a program without publishing rights; rejected if the newest version is scheduled. */
  isDraftOnly?: boolean;
}

/** Normalized input; throws a DomainError with all field errors. */
export function checkData<K extends Kind>(kind: K, input: unknown): DataOf<K> {
  const result = kind.schema.safeParse(input);
  if (!result.success) throw validationError(result.error.issues);
  // Parsed by the kind's own schema.
  return result.data as DataOf<K>;
}

/** `checkData` with redirected categories replaced. */
export function checkNow<K extends Kind>(
  kind: K,
  input: unknown,
  categoryRedirects: CategoryRedirects,
): DataOf<K> {
  return followCategoryRedirects(kind, checkData(kind, input), categoryRedirects);
}

/** Stores the next version and updates the title words for staff search. */
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

/** Stores a version without updating the title words for staff search. */
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

/** Row columns derived from the newest version. */
export function newestOf(
  kind: Kind,
  data: DataOf<Kind>,
  { actor }: Pick<Save, "actor">,
): Pick<EntryRow, "title_key" | "author_id" | "byline"> {
  return { title_key: titleKeyOf(data.title), author_id: actor.id, byline: bylineKeyOf(kind, data) };
}

/** Deletes the person's previous autosave, unless another person has it open and needs it for merging. */
async function deletePreviousAutosave(
  tx: Writing,
  { id, row, newest }: OpenEntry,
  save: Save,
): Promise<void> {
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

/** Sort key of staff lists: the folded title, at most 80 characters. */
export function titleKeyOf(title: string): string {
  return cutText(foldText(title), 80);
}

/** Stores the title words of a new entry for staff search. */
export async function storeTitleWords(tx: Writing, kind: Kind, id: string, title: string): Promise<void> {
  const words = new Set(wordsOf(title).map(cutWord));
  const rows = [...words].map((word) => ({ entry_id: id, kind: kind.name, word }));
  if (rows.length > 0) await tx.query.insertInto("entry_title_words").values(rows).execute();
}
