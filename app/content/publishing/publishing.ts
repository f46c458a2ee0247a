import type { EntryAction } from "#app/audit/actions.ts";
import { type ActionContext, recordAudit } from "#app/audit/audit.ts";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Writing } from "#app/database/database.ts";
import { validationError } from "#app/platform/domain-error.ts";
import { queueEvent } from "#app/webhooks/events.ts";
import { type EntryRow, presentForStaff, type StaffEntry, stateOf } from "../entry.ts";
import { type DataOf, fieldsOfKind, type Kind, sortKeyOf } from "../kind.ts";
import { checkLinksTo, linksOf, replaceLinks, storePageLinks } from "../links/links.ts";
import { rebuildLive } from "../published/rebuild-live.ts";
import { addFormerSlug, claimAddress } from "../urls/entry-urls.ts";
import { entryPath, slugKey } from "../urls/slug.ts";
import { readRow, readVersion } from "../versions/read-versions.ts";

/** Shows the newest version to the public; the pointer moves, the versions stay. */
export async function publish<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext & { publishedAt?: string },
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "publish", async (row, data) => {
    const slug = await claimAddress(tx, kind, data.title, id);
    if (row.published_at !== null) await addFormerSlug(tx, kind, id, row.slug_key, slugKey(slug));
    else await addFormerSlug(tx, kind, id, slugKey(slug), slugKey(slug));
    const publishedAt = row.published_at ?? actionContext.publishedAt ?? actionContext.now.toISOString();
    const sort_key = sortKeyOf(kind, data, row.position, publishedAt);
    return {
      slug,
      slug_key: slugKey(slug),
      next_slug_key: null,
      title: data.title,
      live_version: row.latest_version,
      publish_at: null,
      published_at: publishedAt,
      sort_key,
    };
  });
}

/** Takes an entry from the public and puts it away; its address waits for it. */
export function archive<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "archive", async () => ({
    live_version: null,
    state: "archived",
    publish_at: null,
    unpublish_at: null,
  }));
}

/** Takes an entry from the public and makes it a draft again. */
export function unpublish<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "unpublish", async () => ({
    live_version: null,
    state: "draft",
    publish_at: null,
    unpublish_at: null,
  }));
}

/** Publishes the newest version at one moment and, if wanted, archives it at another; null takes a moment back. */
export function schedule<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  times: { publishAt: string | null; unpublishAt: string | null },
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  const { publishAt, unpublishAt } = times;
  if (publishAt !== null && unpublishAt !== null && unpublishAt <= publishAt)
    throw validationError([{ path: ["unpublishAt"], message: "The end comes before the beginning" }]);
  return change(tx, kind, id, actionContext, "schedule", async () => ({
    publish_at: publishAt,
    unpublish_at: unpublishAt,
  }));
}

/** Puts an entry into the trash, where it stays 30 days. */
export function trash<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "trash", async () => ({
    deleted_at: actionContext.now.toISOString(),
  }));
}

/** Takes an entry out of the trash, as it was; refused while another has its address. A moment of publishing that passed meanwhile is meant no more. */
export function untrash<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "untrash", async (row) => {
    await claimAddress(tx, kind, row.title, id);
    const hasPassed = row.publish_at !== null && row.publish_at <= actionContext.now.toISOString();
    return { deleted_at: null, ...(hasPassed ? { publish_at: null } : {}) };
  });
}

/** Gives an entry its place in a list that staff order by hand. */
export function move<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  position: number,
  actionContext: ActionContext,
): Promise<StaffEntry<K>> {
  return change(tx, kind, id, actionContext, "move", async (row, data) => ({
    position,
    sort_key: sortKeyOf(kind, data, position, row.published_at ?? row.created_at),
  }));
}

type Change = Partial<Omit<EntryRow, "id" | "kind">>;

async function change<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
  action: EntryAction,
  work: (row: EntryRow, latest: DataOf<K>) => Promise<Change>,
): Promise<StaffEntry<K>> {
  await tx.locks.acquire(tx.query, `entry:${id}`);
  const before = await readRow(tx, kind, id, { inTrash: action === "untrash" });
  const latest = await readVersion(tx, kind, id, before.latest_version);
  const changed: EntryRow = {
    ...before,
    ...(await work(before, latest.data)),
    updated_at: actionContext.now.toISOString(),
  };
  const after = { ...changed, state: stateOf(changed) };
  await tx.query.updateTable("entries").set(after).where("id", "=", id).execute();
  await updateDerivedData(tx, kind, before, after, latest.data);
  await recordAudit(tx, actionContext.actor, `${kind.name}.${action}`, id, actionContext.detail);
  return presentForStaff(kind, after, latest.data, latest.number);
}

/**
 * Makes true again what follows from where an entry stands: filters, counts, search and links, and what caches hold of it.
 * @param latest data of its newest version
 */
export async function updateDerivedData(
  tx: Writing,
  kind: Kind,
  before: EntryRow,
  after: EntryRow,
  latest: DataOf<Kind>,
): Promise<void> {
  const { id, live_version } = after;
  const live =
    live_version === null
      ? null
      : live_version === after.latest_version
        ? latest
        : (await readVersion(tx, kind, id, live_version)).data;
  await rebuildLive(tx, kind, after, after.deleted_at === null ? live : null);
  await replaceLinks(tx, id, live === null ? [] : linksOf(kind, live), linksOf(kind, latest));
  await storePageLinks(tx, kind, id, live, latest);
  await checkLinksTo(tx, kind, before, after);
  await announceEntry(tx, kind, { before, after, live });
  invalidateEntry(tx, kind, before, after);
}

function invalidateEntry(tx: Writing, kind: Kind, before: EntryRow, after: EntryRow): void {
  if (before.state !== after.state || before.deleted_at !== after.deleted_at)
    tx.invalidate(cacheTags.states(kind.name));
  if (before.live_version === null && after.live_version === null) return;
  tx.invalidate(cacheTags.entry(after.id), cacheTags.list(kind.name));
  if (kind.inMenu) tx.invalidate(cacheTags.menu);
}

interface EntryChange {
  before: EntryRow;
  after: EntryRow;
  /** Data of the version that is live afterwards. */
  live: DataOf<Kind> | null;
}

/** Tells other programs what the public sees otherwise from now on; of drafts they hear nothing. */
async function announceEntry(tx: Writing, kind: Kind, { before, after, live }: EntryChange): Promise<void> {
  const was = isPublic(before);
  const is = isPublic(after);
  const { id, slug, updated_at } = after;
  const named = { id, kind: kind.name, path: entryPath(kind, slug) };
  const now = new Date(updated_at);
  if (was !== is) return queueEvent(tx, is ? "entry.published" : "entry.unpublished", () => named, now);
  if (!is || before.live_version === after.live_version) return;
  await queueEvent(
    tx,
    "entry.changed",
    async () => {
      const former = await readVersion(tx, kind, id, before.live_version ?? 0);
      return { ...named, changed: changedFields(kind, former.data, live) };
    },
    now,
  );
}

function isPublic({ live_version, deleted_at }: EntryRow): boolean {
  return live_version !== null && deleted_at === null;
}

function changedFields(kind: Kind, before: DataOf<Kind>, after: DataOf<Kind> | null): string[] {
  const textOf = (data: object | null, name: string) => JSON.stringify(Reflect.get(data ?? {}, name));
  return fieldsOfKind(kind)
    .map(([name]) => name)
    .filter((name) => textOf(before, name) !== textOf(after, name));
}
