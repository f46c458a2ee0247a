import { fieldsOfKind, type Kind } from "#app/domain/content/kind.ts";
import { archive, move, publish, schedule } from "#app/domain/content/publishing/publishing.ts";
import { slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import { createEntry } from "#app/domain/content/versions/create-entry.ts";
import { importNote } from "#app/domain/content/versions/import-note.ts";
import { type OpenEntry, openEntry } from "#app/domain/content/versions/open-entry.ts";
import { readRow, readVersion } from "#app/domain/content/versions/read-versions.ts";
import { checkData, saveVersion } from "#app/domain/content/versions/save-entry.ts";
import type { Writing } from "#app/platform/database/database.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import {
  datesOf,
  type ImportContext,
  nameKey,
  type PlannedEntry,
  type PlannedNames,
  type SiteContents,
} from "../bundle/plan.ts";
import { withLocation } from "../bundle/problems.ts";

interface AppliedEntries {
  /** Id of every entry by kind and title, including existing ones. */
  ids: Map<string, string>;
  /** Number of imported entries, by name of the kind. */
  counts: Record<string, number>;
  /** Number of these that replaced an existing entry. */
  replaced: number;
}

/**
 * Stores all entries and sets the state of each: immediately if everything it refers to exists, otherwise after all are stored.
 * Entries may refer to each other in any order, and in cycles.
 */
export async function applyEntries(
  tx: Writing,
  planned: readonly PlannedEntry[],
  names: PlannedNames,
  site: SiteContents,
  options: ImportContext,
): Promise<AppliedEntries> {
  const ids = new Map(site.entries);
  const toSave = new Set<PlannedEntry>();
  const applyContext: ApplyContext = { tx, ids, options, names, toSave };
  const counts: Record<string, number> = {};
  let done = 0;
  let replaced = 0;
  const finish = async (entry: PlannedEntry, opened: OpenEntry | null) => {
    const existed = site.entries.has(keyOf(entry));
    if (!(existed && (await isUnchanged(applyContext, entry)))) {
      await completePlanned(applyContext, entry, opened);
      counts[entry.kind.name] = (counts[entry.kind.name] ?? 0) + 1;
      replaced += Number(existed);
    }
    await keepFormerAddresses(tx, entry, ids.get(keyOf(entry)) ?? "");
    await storeOrigin(applyContext, entry, existed);
    done += 1;
    options.onProgress?.("entries", done, planned.length);
  };
  const waiting: PlannedEntry[] = [];
  for await (const entry of withBreaks(sortByDependency(planned))) {
    const created = await createPlanned(applyContext, entry);
    if (created === null || entry.draft !== null || toSave.has(entry)) waiting.push(entry);
    else await finish(entry, created);
  }
  for await (const entry of withBreaks(waiting)) await finish(entry, null);
  return { ids, counts, replaced };
}

/** Whether the stored entry has the same data and state, so that it needs no new version or date. */
async function isUnchanged(
  { tx, ids, names }: ApplyContext,
  { kind, place, data, draft, state, publishAt, unpublishAt, publishedAt, position, ...entry }: PlannedEntry,
): Promise<boolean> {
  const id = ids.get(nameKey(kind.name, entry.title)) ?? "";
  const row = await readRow(tx, kind, id);
  const isPublic = state === "published";
  const isInState = isPublic ? row.live_version !== null : row.live_version === null && row.state === state;
  const hasTimes =
    row.publish_at === (draft?.publishAt ?? publishAt) &&
    row.unpublish_at === unpublishAt &&
    (row.published_at !== null || publishedAt === null);
  if (!isInState || !hasTimes || (position !== null && position !== row.position)) return false;
  if (isPublic && draft === null && row.live_version !== row.latest_version) return false;
  const findEntry = (group: string, title: string) => ids.get(nameKey(group, title)) ?? null;
  const hasData = async (number: number, planned: PlannedEntry["data"]) => {
    const stored = await readVersion(tx, kind, id, number);
    const coming = checkData(kind, planned({ ...names, entry: findEntry }));
    return JSON.stringify(stored.data) === JSON.stringify(coming);
  };
  return await withLocation(place, async () => {
    if (!(await hasData(row.live_version ?? row.latest_version, data))) return false;
    return draft === null || (await hasData(row.latest_version, draft.data));
  });
}

interface ApplyContext {
  tx: Writing;
  ids: Map<string, string>;
  options: ImportContext;
  names: PlannedNames;
  /** Existing entries, and entries created before one that they refer to. */
  toSave: Set<PlannedEntry>;
}

/** Creates the entry; null if it exists already. */
async function createPlanned(
  { tx, ids, options, names, toSave }: ApplyContext,
  entry: PlannedEntry,
): Promise<OpenEntry | null> {
  if (ids.has(keyOf(entry))) {
    toSave.add(entry);
    return null;
  }
  const findEntry = (kind: string, title: string) => {
    const id = ids.get(nameKey(kind, title)) ?? null;
    if (id === null) toSave.add(entry);
    return id;
  };
  const { actor, now } = options;
  const note = entry.note ? `${importNote}. ${entry.note}.` : importNote;
  const save = {
    actor,
    now,
    note,
    createdAt: datesOf(entry, options).createdAt,
    ...(entry.position === null ? {} : { position: entry.position }),
  };
  return await withLocation(entry.place, async () => {
    const created = await createEntry(tx, entry.kind, entry.data({ ...names, entry: findEntry }), save);
    ids.set(keyOf(entry), created.id);
    return created;
  });
}

/** Saves references that were unresolved before, sets the state of the entry and adds its draft. */
async function completePlanned(
  applyContext: ApplyContext,
  entry: PlannedEntry,
  created: OpenEntry | null,
): Promise<void> {
  const { tx, ids, options, toSave } = applyContext;
  const opened = created ?? (await openEntry(tx, entry.kind, ids.get(keyOf(entry)) ?? ""));
  const completed = await withLocation(entry.place, async () => {
    const saved = toSave.has(entry) ? await saveAgain(applyContext, opened, entry.data) : opened;
    return applyState(tx, entry, saved, options);
  });
  const { draft } = entry;
  if (draft === null) return;
  await withLocation(draft.place, async () => {
    const saved = await saveAgain(applyContext, completed, draft.data);
    await scheduleDraft(tx, entry, draft.publishAt, saved, options);
  });
}

/** Stores the entry's feed id, language and translation group, and the former date of change of a new entry. */
async function storeOrigin(
  { tx, ids, options }: ApplyContext,
  entry: PlannedEntry,
  existed: boolean,
): Promise<void> {
  const { isLanguageKnown = false } = entry;
  const origin = {
    ...(existed ? {} : { updated_at: datesOf(entry, options).updatedAt }),
    ...(entry.guid === null ? {} : { guid: entry.guid }),
    ...(entry.language === null && !isLanguageKnown ? {} : { language: entry.language }),
    ...(entry.translationGroup === null && !isLanguageKnown
      ? {}
      : { translation_group: entry.translationGroup }),
  };
  if (Object.keys(origin).length === 0) return;
  await tx.query
    .updateTable("entries")
    .set(origin)
    .where("id", "=", ids.get(keyOf(entry)) ?? "")
    .execute();
}

async function saveAgain(
  { tx, ids, options: { actor, now }, names }: ApplyContext,
  stored: OpenEntry,
  data: PlannedEntry["data"],
): Promise<OpenEntry> {
  const findEntry = (group: string, title: string) => ids.get(nameKey(group, title)) ?? null;
  return saveVersion(tx, stored, stored.newest.number, data({ ...names, entry: findEntry }), {
    actor,
    now,
    note: importNote,
  });
}

function keyOf({ kind, title }: PlannedEntry): string {
  return nameKey(kind.name, title);
}

/** Sorts entries so that those that others refer to come first, except in cycles. */
function sortByDependency(entries: readonly PlannedEntry[]): PlannedEntry[] {
  const all = new Map(entries.map(({ kind }) => [kind.name, kind]));
  const order: Kind[] = [];
  const seen = new Set<string>();
  const visit = (kind: Kind) => {
    if (seen.has(kind.name)) return;
    seen.add(kind.name);
    for (const name of kindsReferredToBy(kind)) {
      const needed = all.get(name);
      if (needed) visit(needed);
    }
    order.push(kind);
  };
  for (const kind of all.values()) visit(kind);
  return order.flatMap((kind) => entries.filter((entry) => entry.kind.name === kind.name));
}

function kindsReferredToBy(kind: Kind): string[] {
  return fieldsOfKind(kind).flatMap(([, { sources }]) =>
    sources.flatMap((source) => (source.from === "entries" ? [source.kind] : [])),
  );
}

/** Gives a stored entry the state, dates and former addresses of its source. */
async function applyState(
  tx: Writing,
  entry: PlannedEntry,
  stored: OpenEntry,
  options: ImportContext,
): Promise<OpenEntry> {
  const { state, publishAt, unpublishAt, position } = entry;
  const before = stored.row;
  let now = stored;
  if (position !== null && position !== before.position) now = await move(tx, now, position, options);
  const wasPublic = before.published_at === null && entry.publishedAt !== null;
  if (state === "published")
    now = await publish(tx, now, { ...options, publishedAt: datesOf(entry, options).publishedAt });
  else if (wasPublic) now = await restorePastPublication(tx, entry, now, options);
  if (state === "archived") now = await archive(tx, now, options);
  if (publishAt !== null || unpublishAt !== null || before.unpublish_at !== null)
    now = await schedule(tx, now, { publishAt, unpublishAt }, options);
  return now;
}

/** Schedules the draft of a public entry if it has a date of publication. */
async function scheduleDraft(
  tx: Writing,
  { unpublishAt }: PlannedEntry,
  publishAt: string | null,
  stored: OpenEntry,
  options: ImportContext,
): Promise<void> {
  if (publishAt !== null) await schedule(tx, stored, { publishAt, unpublishAt }, options);
}

/** Keeps the date of first publication of an entry that is no longer public. */
async function restorePastPublication(
  tx: Writing,
  entry: PlannedEntry,
  stored: OpenEntry,
  options: ImportContext,
): Promise<OpenEntry> {
  const { publishedAt } = datesOf(entry, options);
  const published = await publish(tx, stored, { ...options, publishedAt });
  const archived = await archive(tx, published, options);
  if (entry.state !== "draft") return archived;
  // Scheduling and unscheduling turns an archived entry into a draft.
  const never = "9999-01-01T00:00:00.000Z";
  const scheduled = await schedule(tx, archived, { publishAt: never, unpublishAt: null }, options);
  return schedule(tx, scheduled, { publishAt: null, unpublishAt: null }, options);
}

async function keepFormerAddresses(
  tx: Writing,
  { kind, formerAddresses, title }: PlannedEntry,
  id: string,
): Promise<void> {
  const keys = new Set(formerAddresses.map((address) => slugKey(toSlug(address))));
  keys.delete(slugKey(toSlug(title)));
  for (const slug_key of keys)
    await tx.query
      .insertInto("former_slugs")
      .values({ kind: kind.name, slug_key, entry_id: id })
      .onConflict((conflict) => conflict.columns(["kind", "slug_key"]).doUpdateSet({ entry_id: id }))
      .execute();
}
