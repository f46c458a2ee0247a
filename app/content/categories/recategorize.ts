import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import type { EntryRow } from "#app/content/entry.ts";
import { categoryFieldsOf, type DataOf, type Kind } from "#app/content/kind.ts";
import { checkLinks, linksOf } from "#app/content/links/links.ts";
import { updateDerivedData } from "#app/content/publishing/publishing.ts";
import { readRow, readVersion } from "#app/content/versions/read-versions.ts";
import { checkData, newestOf, storeVersion } from "#app/content/versions/save-entry.ts";
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
export async function recategorize(
  tx: Writing,
  kind: Kind,
  id: string,
  { add, remove }: { add?: string; remove?: string },
  actionContext: ActionContext,
): Promise<{ title: string }> {
  const field = categoryFieldOf(kind)?.field;
  if (!field) throw new DomainError("invalid", `${kind.label.many} have no categories.`);
  await tx.locks.acquire(tx.query, `entry:${id}`);
  const row = await readRow(tx, kind, id);
  const latest = (await readVersion(tx, kind, id, row.latest_version)).data;
  const waits = row.live_version !== null && row.live_version !== row.latest_version;
  const live = waits ? (await readVersion(tx, kind, id, row.live_version ?? 0)).data : latest;
  const change = (data: DataOf<Kind>) => withCategory(data, field, add, remove);
  const [nextLive, nextLatest] = [change(live), change(latest)];
  if (nextLive === live && nextLatest === latest) return { title: latest.title };
  const texts = waits ? [nextLive, nextLatest] : [nextLatest];
  const first = row.latest_version + 1;
  await storeAll(tx, kind, id, first, texts, actionContext);
  const next: EntryRow = {
    ...row,
    ...newestOf(nextLatest, actionContext),
    latest_version: first + texts.length - 1,
    live_version: row.live_version === null ? null : first,
    updated_at: actionContext.now.toISOString(),
  };
  await tx.query.updateTable("entries").set(next).where("id", "=", id).execute();
  await updateDerivedData(tx, kind, row, next, nextLatest);
  await recordAudit(
    tx,
    actionContext.actor,
    `${kind.name}.categorize`,
    id,
    add ? `into ${add}` : `out of ${remove}`,
  );
  return { title: latest.title };
}

async function storeAll(
  tx: Writing,
  kind: Kind,
  id: string,
  first: number,
  texts: DataOf<Kind>[],
  { actor, now }: ActionContext,
): Promise<void> {
  for (const [n, text] of texts.entries()) {
    const data = checkData(kind, text);
    await checkLinks(
      tx,
      kind,
      linksOf(kind, data).filter(({ type }) => type === "category"),
    );
    await storeVersion(tx, kind, id, first + n, data, { actor, now, note: "Categories changed in the list" });
  }
}

/** The very same data when nothing changes. */
function withCategory(
  data: DataOf<Kind>,
  field: string,
  add: string | undefined,
  remove: string | undefined,
): DataOf<Kind> {
  const held = [Reflect.get(data, field) ?? []].flat().map(String);
  const kept = held.filter((id) => id !== remove);
  const next = add === undefined || kept.includes(add) ? kept : [...kept, add];
  return next.length === held.length && next.every((id, n) => id === held[n])
    ? data
    : { ...data, [field]: next };
}
