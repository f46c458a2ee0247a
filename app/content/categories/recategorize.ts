import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { EntryVersion } from "#app/content/entry.ts";
import { categoryFieldsOf, type DataOf, type Kind } from "#app/content/kind.ts";
import { checkLinks, linksOf } from "#app/content/links/links.ts";
import { updateDerivedData } from "#app/content/publishing/publishing.ts";
import { type OpenEntry, requireNotTrashed } from "#app/content/versions/open-entry.ts";
import { checkData, keepVersion, newestOf } from "#app/content/versions/save-entry.ts";
import type { Writing } from "#app/database/database.ts";
import { DomainError } from "#app/platform/domain-error.ts";

/** The field by which a kind's entries are put into categories, and of which taxonomy; null where there is none. */
export function categoryFieldOf(kind: Kind): { field: string; taxonomy: string } | null {
  return categoryFieldsOf(kind)[0] ?? null;
}

/**
 * Puts an entry into a category or takes it out, at once for the public as well: the live text and a newer one that waits
 * each get a version of their own, so that nothing else goes public with it.
 */
export async function recategorize<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  { add, remove }: { add?: string; remove?: string },
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { kind, id, row, newest, live } = entry;
  const field = categoryFieldOf(kind)?.field;
  if (!field) throw new DomainError("invalid", `${kind.label.many} have no categories.`);
  requireNotTrashed(entry);
  const waiting = live === null || row.live_version === newest.number ? null : live;
  const change = (data: DataOf<K>) => withCategory(data, field, add, remove);
  const nextNewest = change(newest.data);
  const nextWaiting = waiting && change(waiting);
  if (nextNewest === newest.data && nextWaiting === waiting) return entry;
  const first = newest.number + 1;
  const store = (number: number, data: DataOf<K>) => storeChecked(tx, kind, id, number, data, actionContext);
  const storedLive = nextWaiting && (await store(first, nextWaiting));
  const stored = await store(storedLive ? first + 1 : first, nextNewest);
  const changes = {
    ...newestOf(kind, stored.data, actionContext),
    latest_version: stored.number,
    live_version: row.live_version === null ? null : first,
    updated_at: actionContext.now.toISOString(),
  };
  await tx.query.updateTable("entries").set(changes).where("id", "=", id).execute();
  const after = {
    ...entry,
    row: { ...row, ...changes },
    newest: stored,
    live: live && (storedLive ?? stored).data,
  };
  await updateDerivedData(tx, entry, after);
  const detail = add ? `into ${add}` : `out of ${remove}`;
  await recordAudit(tx, actionContext.actor, `${kind.name}.categorize`, id, detail);
  return after;
}

async function storeChecked<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  number: number,
  text: DataOf<K>,
  { actor, now }: ActionContext,
): Promise<EntryVersion<K>> {
  const data = checkData(kind, text);
  const categories = linksOf(kind, data).filter(({ type }) => type === "category");
  await checkLinks(tx, kind, categories);
  return keepVersion(tx, kind, id, number, data, { actor, now, note: "Categories changed in the list" });
}

/** The very same data when nothing changes. */
function withCategory<Data extends object>(
  data: Data,
  field: string,
  add: string | undefined,
  remove: string | undefined,
): Data {
  const held = [Reflect.get(data, field) ?? []].flat().map(String);
  const kept = held.filter((id) => id !== remove);
  const next = add === undefined || kept.includes(add) ? kept : [...kept, add];
  return next.length === held.length && next.every((id, n) => id === held[n])
    ? data
    : { ...data, [field]: next };
}
