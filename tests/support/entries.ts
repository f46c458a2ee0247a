/** Changes to entries by their ids; each opens the entry and returns what staff see of it afterwards. */
import type { ActionContext } from "#app/audit/audit.ts";
import * as categories from "#app/content/categories/recategorize.ts";
import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import * as checked from "#app/content/publishing/check-and-publish.ts";
import * as publishing from "#app/content/publishing/publishing.ts";
import * as order from "#app/content/reorder-entry.ts";
import * as creating from "#app/content/versions/create-entry.ts";
import { openEntry, presentOpenEntry } from "#app/content/versions/open-entry.ts";
import * as saving from "#app/content/versions/save-entry.ts";
import type { Writing } from "#app/database/database.ts";

type Answer<K extends Kind> = Promise<StaffEntry<K>>;

export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Parameters<typeof creating.createEntry>[3],
): Answer<K> {
  return presentOpenEntry(await creating.createEntry(tx, kind, input, save));
}

export async function createOrContinue<K extends Kind>(
  tx: Writing,
  kind: K,
  input: Record<string, unknown>,
  save: Parameters<typeof creating.createOrContinue>[3],
): Answer<K> {
  return presentOpenEntry(await creating.createOrContinue(tx, kind, input, save));
}

export async function duplicateEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await creating.duplicateEntry(tx, entry, actionContext));
}

export async function saveInput<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: Record<string, unknown>,
  save: saving.Save,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await saving.saveInput(tx, entry, basedOn, input, save));
}

export async function saveVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: unknown,
  save: saving.Save,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await saving.saveVersion(tx, entry, basedOn, input, save));
}

export async function restoreVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  number: number,
  basedOn: number,
  save: saving.Save,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await saving.restoreVersion(tx, entry, number, basedOn, save));
}

export async function publish<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext & { publishedAt?: string },
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.publish(tx, entry, actionContext));
}

export async function archive<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.archive(tx, entry, actionContext));
}

export async function unpublish<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.unpublish(tx, entry, actionContext));
}

export async function trash<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.trash(tx, entry, actionContext));
}

export async function untrash<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.untrash(tx, entry, actionContext));
}

type Times = Parameters<typeof publishing.schedule>[2];

export async function schedule<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  times: Times,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await publishing.schedule(tx, entry, times, actionContext));
}

export async function publishChecked<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  actionContext: checked.CheckedContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await checked.publishChecked(tx, entry, actionContext));
}

export async function scheduleChecked<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  times: Times,
  actionContext: checked.CheckedContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await checked.scheduleChecked(tx, entry, times, actionContext));
}

export async function recategorize<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  change: { add?: string; remove?: string },
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await categories.recategorize(tx, entry, change, actionContext));
}

export async function reorderEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  target: order.DropTarget,
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await order.reorderEntry(tx, entry, target, actionContext));
}

export async function moveByOne<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  way: "up" | "down",
  actionContext: ActionContext,
): Answer<K> {
  const entry = await openEntry(tx, kind, id);
  return presentOpenEntry(await order.moveByOne(tx, entry, way, actionContext));
}
