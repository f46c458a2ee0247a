/** Changes to entries by id; each opens the entry and returns the staff view of the result. */
import * as categories from "#app/domain/content/categories/recategorize.ts";
import type { StaffEntry } from "#app/domain/content/entry.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import * as checked from "#app/domain/content/publishing/check-and-publish.ts";
import * as publishing from "#app/domain/content/publishing/publishing.ts";
import * as order from "#app/domain/content/reorder-entry.ts";
import * as creating from "#app/domain/content/versions/create-entry.ts";
import { type OpenEntry, openEntry, presentOpenEntry } from "#app/domain/content/versions/open-entry.ts";
import * as saving from "#app/domain/content/versions/save-entry.ts";
import type { Writing } from "#app/platform/database/database.ts";

export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Parameters<typeof creating.createEntry>[3],
): Promise<StaffEntry<K>> {
  return presentOpenEntry(await creating.createEntry(tx, kind, input, save));
}

export async function createOrContinue<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Record<string, unknown>,
  save: Parameters<typeof creating.createOrContinue>[3],
): Promise<StaffEntry<K>> {
  return presentOpenEntry(await creating.createOrContinue(tx, kind, input, save));
}

export const duplicateEntry = byId(creating.duplicateEntry);
export const saveInput = byId(saving.saveInput);
export const saveVersion = byId(saving.saveVersion);
export const restoreVersion = byId(saving.restoreVersion);
export const publish = byId(publishing.publish);
export const archive = byId(publishing.archive);
export const unpublish = byId(publishing.unpublish);
export const trash = byId(publishing.trash);
export const untrash = byId(publishing.untrash);
export const discardChanges = byId(publishing.discardChanges);
export const schedule = byId(publishing.schedule);
export const publishChecked = byId(checked.publishChecked);
export const scheduleChecked = byId(checked.scheduleChecked);
export const recategorize = byId(categories.recategorize);
export const reorderEntry = byId(order.reorderEntry);
export const moveByOne = byId(order.moveByOne);

/** Converts a change of an open entry to one that takes its kind and id. */
function byId<Parts extends unknown[]>(
  change: <K extends Kind>(tx: Writing, entry: OpenEntry<K>, ...parts: Parts) => Promise<OpenEntry<K>>,
) {
  return async <K extends Kind>(tx: Writing, kind: K, id: string, ...parts: Parts): Promise<StaffEntry<K>> =>
    presentOpenEntry(await change(tx, await openEntry(tx, kind, id), ...parts));
}
