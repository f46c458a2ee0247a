/** Changes to entries by their ids; each opens the entry and returns what staff see of it afterwards. */
import * as categories from "#app/content/categories/recategorize.ts";
import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import * as checked from "#app/content/publishing/check-and-publish.ts";
import * as publishing from "#app/content/publishing/publishing.ts";
import * as order from "#app/content/reorder-entry.ts";
import * as creating from "#app/content/versions/create-entry.ts";
import { type OpenEntry, openEntry, presentOpenEntry } from "#app/content/versions/open-entry.ts";
import * as saving from "#app/content/versions/save-entry.ts";
import type { Writing } from "#app/database/database.ts";

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

/** Turns a change of an open entry into one that takes its kind and id. */
function byId<Parts extends unknown[]>(
  change: <K extends Kind>(tx: Writing, entry: OpenEntry<K>, ...parts: Parts) => Promise<OpenEntry<K>>,
) {
  return async <K extends Kind>(tx: Writing, kind: K, id: string, ...parts: Parts): Promise<StaffEntry<K>> =>
    presentOpenEntry(await change(tx, await openEntry(tx, kind, id), ...parts));
}
