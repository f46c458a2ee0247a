import { type Actor, recordAudit } from "#app/audit/audit.ts";
import {
  followCategoryRedirects,
  readCategoryRedirects,
} from "#app/content/categories/category-redirects.ts";
import { type EntryRow, presentForStaff, type StaffEntry, stateOf } from "#app/content/entry.ts";
import { type DataOf, fieldsOfKind, type Kind, richTextsOf } from "#app/content/kind.ts";
import { storePageLinks } from "#app/content/links/link-checker.ts";
import { checkLinks, linksOf, replaceLinks } from "#app/content/links/links.ts";
import { replaceTitleWords, titleKeyOf } from "#app/content/staff-list/newest-title.ts";
import { claimAddress } from "#app/content/urls/entry-urls.ts";
import { slugKey } from "#app/content/urls/slug.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError, validationError } from "#app/platform/domain-error.ts";
import { countWords, toText } from "#app/rich-text/text.ts";
import { readRow, readVersion } from "./read-versions.ts";

/** Keeps a new version of an entry. `basedOn` is the version its writer saw; when another has come since, a stale DomainError carries that one. */
export async function saveVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: unknown,
  save: Save,
): Promise<StaffEntry<K>> {
  const data = followCategoryRedirects(kind, checkData(kind, input), await readCategoryRedirects(tx));
  await tx.engine.lock(tx.query, `entry:${id}`);
  const row = await readRow(tx, kind, id);
  if (row.latest_version !== basedOn) throw await staleRefusal(tx, kind, row);
  if (save.isDraftOnly && row.publish_at !== null)
    throw new DomainError("in-use", "This is scheduled to be published, so only a person can change it now.");
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, id);
  const number = row.latest_version + 1;
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
  const live = row.live_version === null ? null : (await readVersion(tx, kind, id, row.live_version)).data;
  await replaceLinks(tx, id, live === null ? [] : linksOf(kind, live), linksOf(kind, data));
  await storePageLinks(tx, kind, id, live, data);
  if (!save.isAutosave) await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${number}`);
  return presentForStaff(kind, next, data, number);
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
async function staleRefusal(tx: Writing, kind: Kind, row: EntryRow): Promise<DomainError> {
  const current = await readVersion(tx, kind, row.id, row.latest_version);
  return new DomainError("stale", "Somebody else has saved this meanwhile. Nothing was overwritten.", {
    detail: {
      version: current.number,
      data: current.data,
      author: current.author_id,
      at: current.created_at,
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
