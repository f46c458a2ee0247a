import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import type { EntryVersion } from "#app/domain/content/entry.ts";
import { categoryFieldsOf, type DataOf, type Kind } from "#app/domain/content/kind.ts";
import { checkLinks, linksOf } from "#app/domain/content/links/links.ts";
import { updateDerivedData } from "#app/domain/content/publishing/publishing.ts";
import { type OpenEntry, requireNotTrashed } from "#app/domain/content/versions/open-entry.ts";
import { checkData, keepVersion, newestOf } from "#app/domain/content/versions/save-entry.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Writing } from "#app/platform/database/database.ts";

/** Category field of a kind and its taxonomy; null without one. */
export function categoryFieldOf(kind: Kind): { field: string; taxonomy: string } | null {
  return categoryFieldsOf(kind)[0] ?? null;
}

/**
 * Adds or removes a category of an entry, immediately in public. The public and a newer version each get a separate new
 * version, so other unpublished changes stay private.
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
  const olderLive = live === null || row.live_version === newest.number ? null : live;
  const change = (data: DataOf<K>) => withCategory(data, field, add, remove);
  const nextNewest = change(newest.data);
  const nextLive = olderLive && change(olderLive);
  if (nextNewest === newest.data && nextLive === olderLive) return entry;
  const first = newest.number + 1;
  const store = (number: number, data: DataOf<K>) =>
    storeCheckedVersion(tx, kind, id, number, data, actionContext);
  const storedLive = nextLive && (await store(first, nextLive));
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

async function storeCheckedVersion<K extends Kind>(
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

/** Returns the same object if nothing changes. */
function withCategory<Data extends object>(
  data: Data,
  field: string,
  add: string | undefined,
  remove: string | undefined,
): Data {
  const current = [Reflect.get(data, field) ?? []].flat().map(String);
  const remaining = current.filter((id) => id !== remove);
  const next = add === undefined || remaining.includes(add) ? remaining : [...remaining, add];
  return next.length === current.length && next.every((id, n) => id === current[n])
    ? data
    : { ...data, [field]: next };
}
