import { recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { followCategoryRedirects, readCategoryRedirects } from "../categories/category-redirects.ts";
import { type EntryRow, presentForStaff, type StaffEntry } from "../entry.ts";
import type { Kind } from "../kind.ts";
import { storePageLinks } from "../links/link-checker.ts";
import { checkLinks, linksOf, replaceLinks } from "../links/links.ts";
import { step } from "../ordering/rebalance-positions.ts";
import { sortKeyOf } from "../published/sort-key.ts";
import { claimAddress } from "../urls/entry-urls.ts";
import { slugKey } from "../urls/slug.ts";
import { checkData, newestOf, type Save, storeVersion } from "./store-version.ts";

/** Makes a new draft. Throws a DomainError that names each wrong field, also when its address is taken. */
export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Save & { position?: number; id?: string },
): Promise<StaffEntry<K>> {
  const data = followCategoryRedirects(kind, checkData(kind, input), await readCategoryRedirects(tx));
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, null);
  const at = save.now.toISOString();
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
