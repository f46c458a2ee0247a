import { recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { type EntryRow, presentForStaff, type StaffEntry, stateOf } from "../entry.ts";
import type { DataOf, Kind } from "../kind.ts";
import { storePageLinks } from "../links/link-checker.ts";
import { checkLinks, linksOf, replaceLinks } from "../links/links.ts";
import { claimAddress } from "../urls/entry-urls.ts";
import { slugKey } from "../urls/slug.ts";
import { readRow, readVersion } from "./read-versions.ts";
import { checkData, dropFormerAutosave, newestOf, type Save, storeVersion } from "./store-version.ts";

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
