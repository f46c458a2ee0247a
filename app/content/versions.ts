import { type Actor, recordAudit } from "#app/audit/audit.ts";
import type { Database, Writing } from "#app/database/database.ts";
import { newId } from "#app/platform/id.ts";
import { Refusal, refuseInvalid } from "#app/platform/refusal.ts";
import { claimAddress } from "./addresses.ts";
import { type EntryRow, presentHead, type StaffEntry, stateOf } from "./entry.ts";
import { type DataOf, fieldsOf, type Kind } from "./kind.ts";
import { checkLinks, linksOf, replaceLinks } from "./links.ts";
import type { RichText } from "./rich-text/schema.ts";
import { countWords, toText } from "./rich-text/text.ts";
import { slugKey } from "./slug.ts";
import { sortKeyOf } from "./sort-key.ts";

export interface Save {
  actor: Actor;
  now: Date;
  note?: string;
  /** An autosave replaces the autosave before it when the same person made both within ten minutes. */
  isAutosave?: boolean;
}

/** Makes a new draft. Throws a Refusal that names each wrong field, also when its address is taken. */
export async function createEntry<K extends Kind>(
  tx: Writing,
  kind: K,
  input: unknown,
  save: Save & { position?: number },
): Promise<StaffEntry<K>> {
  const data = checkData(kind, input);
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, null);
  const at = save.now.toISOString();
  const position = save.position ?? (await nextPosition(tx, kind));
  const row: EntryRow = {
    ...{
      id: newId(),
      kind: kind.name,
      slug,
      slug_key: slugKey(slug),
      next_slug_key: null,
      title: data.title,
      state: "draft",
      position,
    },
    ...{ sort_key: sortKeyOf(kind, data, position, at), live_version: null, latest_version: 1 },
    ...{
      publish_at: null,
      unpublish_at: null,
      published_at: null,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    },
  };
  await tx.query.insertInto("entries").values(row).execute();
  await insertVersion(tx, kind, row.id, 1, data, save);
  await replaceLinks(tx, row.id, [], linksOf(kind, data));
  await recordAudit(tx, save.actor, `${kind.name}.create`, row.id);
  return presentForStaff(kind, row, data, 1);
}

/** Keeps a new version of an entry. `basedOn` is the version its writer saw; when another has come since, a stale Refusal carries that one. */
export async function saveVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  basedOn: number,
  input: unknown,
  save: Save,
): Promise<StaffEntry<K>> {
  const data = checkData(kind, input);
  await tx.engine.lock(tx.query, `entry:${id}`);
  const row = await readRow(tx, kind, id);
  if (row.latest_version !== basedOn) throw await staleRefusal(tx, kind, row);
  await checkLinks(tx, kind, linksOf(kind, data));
  const slug = await claimAddress(tx, kind, data.title, id);
  const number = row.latest_version + 1;
  if (save.isAutosave) await dropFormerAutosave(tx, row, save);
  await insertVersion(tx, kind, id, number, data, save);
  const changed = {
    ...row,
    ...addressAfterSave(row, slug, data),
    latest_version: number,
    updated_at: save.now.toISOString(),
  };
  const next = { ...changed, state: stateOf(changed) };
  await tx.query.updateTable("entries").set(next).where("id", "=", id).execute();
  const live =
    row.live_version === null ? [] : linksOf(kind, (await readVersion(tx, kind, id, row.live_version)).data);
  await replaceLinks(tx, id, live, linksOf(kind, data));
  if (!save.isAutosave) await recordAudit(tx, save.actor, `${kind.name}.save`, id, `version ${number}`);
  return presentForStaff(kind, next, data, number);
}

/** An entry as staff see it, in its newest version or the one asked for; throws a Refusal when there is none. */
export async function readEntry<K extends Kind>(
  db: Database,
  kind: K,
  id: string,
  number?: number,
): Promise<StaffEntry<K>> {
  const row = await readRow(db, kind, id, { inTrash: true });
  const version = await readVersion(db, kind, id, number ?? row.latest_version);
  return presentForStaff(kind, row, version.data, version.number);
}

export async function readVersion<K extends Kind>(db: Database, kind: K, id: string, number: number) {
  const row = await db.query
    .selectFrom("entry_versions")
    .selectAll()
    .where("entry_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  if (!row) throw new Refusal("missing", `This ${kind.label.one.toLowerCase()} has no version ${number}.`);
  // Only data that passed the kind's schema is ever stored.
  return { ...row, data: JSON.parse(row.data) as DataOf<K> };
}

/** Every version kept of an entry, newest first. */
export function listVersions(db: Database, id: string) {
  return db.query
    .selectFrom("entry_versions")
    .select(["number", "author_id", "note", "is_autosave", "created_at"])
    .where("entry_id", "=", id)
    .orderBy("number", "desc")
    .execute();
}

/** The text of an old version becomes the newest one; nothing of the history is lost. */
export async function restoreVersion<K extends Kind>(
  tx: Writing,
  kind: K,
  id: string,
  number: number,
  basedOn: number,
  save: Save,
): Promise<StaffEntry<K>> {
  const { data } = await readVersion(tx, kind, id, number);
  return saveVersion(tx, kind, id, basedOn, data, {
    ...save,
    note: save.note ?? `Restored version ${number}`,
  });
}

export async function readRow(
  db: Database,
  kind: Kind,
  id: string,
  options: { inTrash?: boolean } = {},
): Promise<EntryRow> {
  const row = await db.query
    .selectFrom("entries")
    .selectAll()
    .where("id", "=", id)
    .where("kind", "=", kind.name)
    .executeTakeFirst();
  if (!row || (row.deleted_at !== null && !options.inTrash))
    throw new Refusal("missing", `There is no such ${kind.label.one.toLowerCase()}.`);
  return row;
}

export function presentForStaff<K extends Kind>(
  kind: K,
  row: EntryRow,
  data: DataOf<K>,
  version: number,
): StaffEntry<K> {
  const {
    state,
    live_version: liveVersion,
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    deleted_at: deletedAt,
  } = row;
  return { ...presentHead(kind, row), state, data, version, liveVersion, publishAt, unpublishAt, deletedAt };
}

function checkData<K extends Kind>(kind: K, input: unknown): DataOf<K> {
  const result = kind.schema.safeParse(input);
  if (!result.success) throw refuseInvalid(result.error.issues);
  // The kind's own schema made it.
  return result.data as DataOf<K>;
}

async function staleRefusal(tx: Writing, kind: Kind, row: EntryRow): Promise<Refusal> {
  const current = await readVersion(tx, kind, row.id, row.latest_version);
  return new Refusal("stale", "Somebody else has saved this meanwhile. Nothing was overwritten.", {
    detail: {
      version: current.number,
      data: current.data,
      author: current.author_id,
      at: current.created_at,
    },
  });
}

/** Before it was ever public an entry simply moves; afterwards its address waits for the next publish. */
function addressAfterSave(row: EntryRow, slug: string, data: DataOf<Kind>) {
  const key = slugKey(slug);
  if (row.published_at === null) return { slug, slug_key: key, next_slug_key: null, title: data.title };
  return { next_slug_key: key === row.slug_key ? null : key };
}

async function dropFormerAutosave(tx: Writing, row: EntryRow, save: Save): Promise<void> {
  const since = new Date(save.now.getTime() - 10 * 60_000).toISOString();
  await tx.query
    .deleteFrom("entry_versions")
    .where("entry_id", "=", row.id)
    .where("number", "=", row.latest_version)
    .where("number", "!=", row.live_version ?? 0)
    .where("is_autosave", "=", 1)
    .where("author_id", "=", save.actor.id)
    .where("created_at", ">=", since)
    .execute();
}

async function insertVersion(
  tx: Writing,
  kind: Kind,
  id: string,
  number: number,
  data: DataOf<Kind>,
  save: Save,
): Promise<void> {
  const card = Object.fromEntries(
    fieldsOf(kind).flatMap(([name, { inCard }]) => (inCard ? [[name, Reflect.get(data, name)]] : [])),
  );
  const texts = fieldsOf(kind).filter(([, { input }]) => input.type === "richText");
  // A field drawn as rich text holds rich text.
  const words = texts.reduce(
    (sum, [name]) => sum + countWords(toText(Reflect.get(data, name) as RichText)),
    0,
  );
  const { note = "", isAutosave = false, actor, now } = save;
  const row = {
    entry_id: id,
    number,
    data: JSON.stringify(data),
    card: JSON.stringify(card),
    words,
    author_id: actor.id,
    note,
    is_autosave: Number(isAutosave),
    created_at: now.toISOString(),
  };
  await tx.query.insertInto("entry_versions").values(row).execute();
}

async function nextPosition(tx: Writing, kind: Kind): Promise<number> {
  const row = await tx.query
    .selectFrom("entries")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("kind", "=", kind.name)
    .executeTakeFirst();
  return (row?.last ?? 0) + 1;
}
