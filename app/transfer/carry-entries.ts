import { createEntry } from "#app/content/create-entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { readRow } from "#app/content/read-versions.ts";
import { saveVersion } from "#app/content/versions.ts";
import type { Writing } from "#app/database/database.ts";
import { byNeed } from "./by-need.ts";
import type { Import } from "./carry-out.ts";
import { bringToState, scheduleDraft } from "./carry-state.ts";
import type { Names, PlannedEntry, SiteContents } from "./plan.ts";
import { naming } from "./problem.ts";
import { nameKey } from "./site-contents.ts";

interface Carried {
  /** Id of every entry by kind and title, also of those that were there before. */
  ids: Map<string, string>;
  replaced: number;
}

/** Stores all entries, then brings each to its state. Entries may name each other in any order, and in circles. */
export async function carryEntries(
  tx: Writing,
  planned: readonly PlannedEntry[],
  names: Names,
  site: SiteContents,
  options: Import,
): Promise<Carried> {
  const ids = new Map(site.entries);
  const carrying: Carrying = { tx, ids, options, names, toSave: new Set() };
  for (const entry of byNeed(planned)) await create(carrying, entry);
  for (const entry of planned) await complete(carrying, entry);
  const replaced = planned.filter((entry) => site.entries.has(keyOf(entry))).length;
  return { ids, replaced };
}

interface Carrying {
  tx: Writing;
  ids: Map<string, string>;
  options: Import;
  names: Names;
  /** Entries that were there before, or that were created before something they name. */
  toSave: Set<PlannedEntry>;
}

async function create({ tx, ids, options, names, toSave }: Carrying, entry: PlannedEntry): Promise<void> {
  if (ids.has(keyOf(entry))) {
    toSave.add(entry);
    return;
  }
  const findEntry = (kind: string, title: string) => {
    const id = ids.get(nameKey(kind, title)) ?? null;
    if (id === null) toSave.add(entry);
    return id;
  };
  const { actor, now } = options;
  const said = entry.note ? `Imported. ${entry.note}.` : note;
  const save = { actor, now, note: said, ...(entry.position === null ? {} : { position: entry.position }) };
  await naming(entry.place, async () => {
    const { id } = await createEntry(tx, entry.kind, entry.data({ ...names, entry: findEntry }), save);
    ids.set(keyOf(entry), id);
  });
}

/** Saves what could not be named before, brings the entry to its state, and lays its newer version on top. */
async function complete(carrying: Carrying, entry: PlannedEntry): Promise<void> {
  const { tx, ids, options, toSave } = carrying;
  const id = ids.get(keyOf(entry)) ?? "";
  await naming(entry.place, async () => {
    if (toSave.has(entry)) await saveAgain(carrying, entry.kind, id, entry.data);
    await bringToState(tx, entry, id, options);
  });
  const { draft } = entry;
  if (draft === null) return;
  await naming(draft.place, async () => {
    await saveAgain(carrying, entry.kind, id, draft.data);
    await scheduleDraft(tx, entry, draft.publishAt, id, options);
  });
}

async function saveAgain(
  { tx, ids, options: { actor, now }, names }: Carrying,
  kind: Kind,
  id: string,
  data: PlannedEntry["data"],
): Promise<void> {
  const { latest_version } = await readRow(tx, kind, id);
  const findEntry = (group: string, title: string) => ids.get(nameKey(group, title)) ?? null;
  await saveVersion(tx, kind, id, latest_version, data({ ...names, entry: findEntry }), { actor, now, note });
}

const note = "Imported";

function keyOf({ kind, title }: PlannedEntry): string {
  return nameKey(kind.name, title);
}
