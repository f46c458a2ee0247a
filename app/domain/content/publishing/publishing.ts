import type { EntryAction } from "#app/domain/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/domain/audit/audit.ts";
import { queueEvent } from "#app/domain/webhooks/events.ts";
import { DomainError, validationError } from "#app/lib/errors/domain-error.ts";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { type EntryRow, stateOf } from "../entry.ts";
import { fieldsOfKind, type Kind } from "../kind.ts";
import { checkLinksTo, linksOf, replaceLinks, storePageLinks } from "../links/links.ts";
import { rebuildLive } from "../published/rebuild-live.ts";
import { readSortKey } from "../sort-key.ts";
import { addFormerSlug, claimAddress, claimStoredAddresses } from "../urls/entry-urls.ts";
import { entryPath } from "../urls/slug.ts";
import { type OpenEntry, requireNotTrashed } from "../versions/open-entry.ts";
import { restoreVersion } from "../versions/save-entry.ts";

/** Publishes the newest version by moving the pointer; versions do not change. */
export async function publish<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext & { publishedAt?: string },
): Promise<OpenEntry<K>> {
  requireNotTrashed(entry);
  const { kind, id, row, newest } = entry;
  const address = await claimAddress(tx, kind, newest.data, row);
  const { slug_key: key, title_slug_key: titleKey } = address;
  if (row.published_at === null) await addFormerSlug(tx, kind, id, key, key);
  else if (row.slug_key !== key) await addFormerSlug(tx, kind, id, row.slug_key, key);
  if (titleKey !== null) await addFormerSlug(tx, kind, id, titleKey, key);
  const publishedAt = row.published_at ?? actionContext.publishedAt ?? actionContext.now.toISOString();
  return change(tx, entry, "publish", actionContext, {
    ...address,
    next_slug_key: null,
    title: newest.data.title,
    live_version: newest.number,
    publish_at: null,
    published_at: publishedAt,
    sort_key: await readSortKey(tx, kind, newest.data, { position: row.position, publishedAt }),
  });
}

/**
 * Makes the published text the newest version again. Later versions stay in the history, and the public sees no change.
 */
export async function discardChanges<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  basedOn: number,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { row, newest } = entry;
  if (row.live_version === null)
    throw new DomainError("in-use", "This is not published, so there is no published version to return to.");
  if (row.live_version === newest.number) return entry;
  const restored = await restoreVersion(tx, entry, row.live_version, basedOn, actionContext);
  return change(tx, restored, "discard", actionContext, {
    live_version: restored.newest.number,
    publish_at: null,
  });
}

/** Unpublishes and archives an entry; its address stays reserved. */
export function archive<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  return change(tx, entry, "archive", actionContext, {
    live_version: null,
    state: "archived",
    publish_at: null,
    unpublish_at: null,
  });
}

/** Unpublishes an entry and makes it a draft. */
export function unpublish<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  return change(tx, entry, "unpublish", actionContext, {
    live_version: null,
    state: "draft",
    publish_at: null,
    unpublish_at: null,
  });
}

/** Schedules publishing of the newest version and, optionally, archiving; null clears a date. */
export function schedule<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  times: { publishAt: string | null; unpublishAt: string | null },
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { publishAt, unpublishAt } = times;
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt)
    throw validationError([{ path: ["unpublishAt"], message: "The end is before the beginning" }]);
  return change(tx, entry, "schedule", actionContext, { publish_at: publishAt, unpublish_at: unpublishAt });
}

/** Moves an entry to the trash for 30 days. */
export function trash<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  return change(tx, entry, "trash", actionContext, { deleted_at: actionContext.now.toISOString() });
}

/** Restores an entry from the trash; rejected if its address is taken. Clears a publishing date that has passed. */
export async function untrash<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { kind, row } = entry;
  await claimStoredAddresses(tx, kind, row);
  const hasPassed = row.publish_at !== null && row.publish_at <= actionContext.now.toISOString();
  return change(tx, entry, "untrash", actionContext, {
    deleted_at: null,
    publish_at: hasPassed ? null : row.publish_at,
  });
}

/** Sets the position of an entry in a manually ordered list. */
export async function move<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  position: number,
  actionContext: ActionContext,
): Promise<OpenEntry<K>> {
  const { kind, row, newest } = entry;
  const publishedAt = row.published_at ?? row.created_at;
  const sort_key = await readSortKey(tx, kind, newest.data, { position, publishedAt });
  return change(tx, entry, "move", actionContext, { position, sort_key });
}

type Change = Partial<Omit<EntryRow, "id" | "kind">>;

async function change<K extends Kind>(
  tx: Writing,
  entry: OpenEntry<K>,
  action: EntryAction,
  actionContext: ActionContext,
  changes: Change,
): Promise<OpenEntry<K>> {
  if (action !== "untrash") requireNotTrashed(entry);
  const { kind, id, newest } = entry;
  const dated = { ...changes, updated_at: actionContext.now.toISOString() };
  const state = stateOf({ ...entry.row, ...dated });
  const row = { ...entry.row, ...dated, state };
  await tx.query
    .updateTable("entries")
    .set({ ...dated, state })
    .where("id", "=", id)
    .execute();
  const isNewestLive = row.live_version === newest.number;
  const live = row.live_version === null ? null : isNewestLive ? newest.data : entry.live;
  const after = { ...entry, row, live };
  await updateDerivedData(tx, entry, after);
  await recordAudit(tx, actionContext.actor, `${kind.name}.${action}`, id, actionContext.detail);
  return after;
}

/** Updates the filters, counts, search index and links that follow from an entry, and invalidates its cache tags. */
export async function updateDerivedData(tx: Writing, before: OpenEntry, after: OpenEntry): Promise<void> {
  const { kind, id, row, newest, live } = after;
  await rebuildLive(tx, kind, row, row.deleted_at === null ? live : null);
  await replaceLinks(tx, id, live === null ? [] : linksOf(kind, live), linksOf(kind, newest.data));
  await storePageLinks(tx, kind, id, live, newest.data);
  await checkLinksTo(tx, kind, before.row, row);
  await announceEntry(tx, before, after);
  invalidateEntry(tx, kind, before.row, row);
}

function invalidateEntry(tx: Writing, kind: Kind, before: EntryRow, after: EntryRow): void {
  if (before.state !== after.state || before.deleted_at !== after.deleted_at)
    tx.invalidate(cacheTags.states(kind.name));
  if (before.live_version === null && after.live_version === null) return;
  tx.invalidate(cacheTags.entry(after.id), cacheTags.list(kind.name));
  if (kind.inMenu) tx.invalidate(cacheTags.menu);
}

/** Sends a webhook event about changes in public; never about drafts. */
async function announceEntry(tx: Writing, before: OpenEntry, after: OpenEntry): Promise<void> {
  const was = isPublic(before.row);
  const is = isPublic(after.row);
  const { kind, id } = after;
  const { slug, updated_at } = after.row;
  const named = { id, kind: kind.name, path: entryPath(kind, slug) };
  const now = new Date(updated_at);
  if (was !== is) return queueEvent(tx, is ? "entry.published" : "entry.unpublished", () => named, now);
  if (!is || before.row.live_version === after.row.live_version) return;
  const describe = () => {
    const changed = changedFields(kind, before.live, after.live);
    return changed.length > 0 ? { ...named, changed } : null;
  };
  await queueEvent(tx, "entry.changed", describe, now);
}

function isPublic({ live_version, deleted_at }: EntryRow): boolean {
  return live_version !== null && deleted_at === null;
}

function changedFields(kind: Kind, before: OpenEntry["live"], after: OpenEntry["live"]): string[] {
  const textOf = (data: object | null, name: string) => JSON.stringify(Reflect.get(data ?? {}, name));
  return fieldsOfKind(kind)
    .map(([name]) => name)
    .filter((name) => textOf(before, name) !== textOf(after, name));
}
