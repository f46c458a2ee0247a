import { z } from "zod";
import { findKind, kinds } from "#app/domain/content/kinds.ts";
import { createInTrash } from "#app/domain/content/trash.ts";
import type { Database, Writing } from "#app/platform/database/database.ts";
import { withBreaks } from "#app/platform/jobs/background-work.ts";
import { checkEntry } from "../apply/check-entry.ts";
import type { BundleEntry, ImportBundle } from "../bundle/bundle.ts";
import { type BundleEntryHead, collectEntries } from "../bundle/collect-entries.ts";
import { asItem, type IdNames, readItem } from "../bundle/front-matter.ts";
import {
  type Checking,
  datesOf,
  type ImportContext,
  notAfter,
  type PlannedEntry,
  type PlannedNames,
  type PlannedTrash,
} from "../bundle/plan.ts";
import {
  collectIssues,
  type ImportLocation,
  openProblemCollector,
  within,
  withLocation,
} from "../bundle/problems.ts";
import type { CollectedRecord } from "./records.ts";

/** Member of the JSON file; in a folder the file name without `.jsonl`. */
export const trashList = "trash";

const lineSchema = z.strictObject({
  kind: z.enum(kinds.map(({ name }) => name)),
  deletedAt: z.iso.datetime("Write a time such as 2026-03-01T10:00:00.000Z"),
  entry: z.unknown(),
});

export async function checkTrash(
  { trash: read }: ImportBundle,
  checking: Checking,
): Promise<PlannedTrash | null> {
  if (read === null) return null;
  let count = 0;
  for await (const { value, place } of withBreaks(read(checking.collector))) {
    readLine(value, place, checking);
    count += 1;
  }
  return { read, count };
}

/** Stores entries in the trash, except existing ones. Returns their ids by position in the list. */
export async function applyTrash(
  tx: Writing,
  { read }: PlannedTrash,
  names: PlannedNames,
  options: ImportContext,
): Promise<Map<number, string>> {
  const checking = { names, collector: openProblemCollector() };
  const ids = new Map<number, string>();
  let number = 0;
  for await (const { value, place } of withBreaks(read(checking.collector))) {
    number += 1;
    const line = readLine(value, place, checking);
    if (line === null || (await isThere(tx, line))) continue;
    const { planned, deletedAt } = line;
    const { kind, draft, position, state } = planned;
    const { publishAt, unpublishAt, publishedAt, formerAddresses, guid, language, translationGroup } =
      planned;
    const entry = {
      data: planned.data(names),
      draft: draft?.data(names) ?? null,
      state,
      position: position ?? 0,
      publishAt: draft?.publishAt ?? publishAt,
      unpublishAt,
      publishedAt,
      formerAddresses,
      guid,
      language,
      translationGroup,
      createdAt: datesOf(planned, options).createdAt,
      updatedAt: datesOf(planned, options).updatedAt,
      deletedAt: notAfter(deletedAt, options.now),
    };
    ids.set(number, await withLocation(place, () => createInTrash(tx, kind, entry, options)));
  }
  return ids;
}

async function isThere({ query }: Writing, { planned, deletedAt }: TrashLine): Promise<boolean> {
  const found = await query
    .selectFrom("entries")
    .select("id")
    .where("kind", "=", planned.kind.name)
    .where("title", "=", planned.title)
    .where("deleted_at", "=", deletedAt)
    .executeTakeFirst();
  return found !== undefined;
}

interface TrashLine {
  planned: PlannedEntry;
  deletedAt: string;
}

function readLine(value: unknown, place: ImportLocation, checking: Checking): TrashLine | null {
  const result = lineSchema.safeParse(value);
  if (!result.success) {
    collectIssues(checking.collector, place, lineSchema, result.error.issues);
    return null;
  }
  const { kind: name, deletedAt, entry: item } = result.data;
  const kind = findKind(name);
  if (!kind) return null;
  const inside = within(place, "entry");
  const entry: BundleEntry = { kind, read: (collector) => readItem(item, inside, collector) };
  const planned = checkEntry(entry, checking);
  return planned && { planned, deletedAt: new Date(deletedAt).toISOString() };
}

/** Reads the entries in the trash with all their fields. */
export async function* collectTrash(
  db: Database,
  heads: readonly BundleEntryHead[],
  names: IdNames,
): AsyncGenerator<CollectedRecord> {
  for await (const { head, sheet, draft } of collectEntries(db, heads, names))
    yield {
      list: trashList,
      row: { kind: head.kind.name, deletedAt: head.row.deleted_at, entry: asItem(sheet, draft) },
    };
}
