import { readSettings } from "#app/company/settings.ts";
import { emptySettings } from "#app/company/settings-schema.ts";
import { listCategories } from "#app/content/categories.ts";
import { taxonomies } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { settingsTexts } from "./check-settings.ts";
import { type CollectedEntry, collectEntries, type EntryHead, readHeads } from "./collect-entries.ts";
import { openFileNames } from "./file-names.ts";
import { compare } from "./problem.ts";
import { type IdNames, writeMarkdown } from "./sheet-fields.ts";

/** Everything the site holds, in the words of docs/import.md and in an order of its own, the same for the same content. */
export interface Collection {
  settings: Record<string, unknown> | null;
  categories: Record<string, { name: string; summary?: string }[]>;
  pictures: { id: string; revision: number; file: string; alt: string; focal?: [number, number] }[];
  /** PDFs. */
  documents: { id: string; revision: number; file: string }[];
  redirects: Record<string, string>[];
  entries: CollectedEntry[];
}

/** Reads everything but the bytes of the pictures; best called in a transaction, so that it is of one moment. */
export async function collect(db: Database): Promise<Collection> {
  const categories = await collectCategories(db);
  const pictures = await collectPictures(db);
  const documents = await collectDocuments(db);
  const heads = await readHeads(db);
  const pictureNames = new Map(pictures.map(({ id, file }) => [id, file]));
  const documentNames = new Map(documents.map(({ id, file }) => [id, file]));
  const names: IdNames = {
    picture: (id) => pictureNames.get(id) ?? null,
    file: (id) => {
      const [picture, document] = [pictureNames.get(id), documentNames.get(id)];
      if (picture !== undefined) return `pictures/${picture}`;
      return document === undefined ? null : `documents/${document}`;
    },
    category: (id) => categories.names.get(id) ?? null,
    entry: (id) => heads.get(id)?.title ?? null,
  };
  return {
    settings: await collectSettings(db, names),
    categories: categories.lists,
    pictures,
    documents,
    redirects: await collectRedirects(db, heads),
    entries: await collectEntries(db, [...heads.values()], names),
  };
}

async function collectSettings(db: Database, names: IdNames): Promise<Record<string, unknown> | null> {
  const settings = structuredClone(await readSettings(db));
  if (JSON.stringify(settings) === JSON.stringify(emptySettings)) return null;
  for (const [group, name] of settingsTexts) {
    const part: object = settings[group];
    Reflect.set(part, name, writeMarkdown(Reflect.get(part, name), names));
  }
  return settings;
}

async function collectCategories(db: Database) {
  const names = new Map<string, string>();
  const lists: Collection["categories"] = {};
  for (const { name: taxonomy } of taxonomies) {
    const list = await listCategories(db, taxonomy);
    for (const { id, name } of list) names.set(id, name);
    lists[taxonomy] = list.map(({ name, summary }) => (summary === "" ? { name } : { name, summary }));
  }
  return { names, lists };
}

async function collectPictures(db: Database): Promise<Collection["pictures"]> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "name", "alt", "focal_x", "focal_y"])
    .where("type", "like", "image/%")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const nameOf = openFileNames();
  const pictures = rows.map(({ focal_x, focal_y, ...row }) => {
    const { id, revision, alt } = row;
    const file = `${nameOf(row.name.replace(/\.[A-Za-z0-9]{1,5}$/, ""))}.webp`;
    const isCentred = focal_x === 0.5 && focal_y === 0.5;
    const focal: [number, number] = [focal_x, focal_y];
    return isCentred ? { id, revision, file, alt } : { id, revision, file, alt, focal };
  });
  return pictures.sort((one, other) => compare(one.file, other.file));
}

async function collectDocuments(db: Database): Promise<Collection["documents"]> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "revision", "name"])
    .where("type", "=", "application/pdf")
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
  const nameOf = openFileNames();
  const documents = rows.map(({ id, revision, name }) => ({
    id,
    revision,
    file: `${nameOf(name.replace(/\.[A-Za-z0-9]{1,5}$/, ""))}.pdf`,
  }));
  return documents.sort((one, other) => compare(one.file, other.file));
}

async function collectRedirects(
  db: Database,
  heads: Map<string, EntryHead>,
): Promise<Collection["redirects"]> {
  const rows = await db.query
    .selectFrom("redirects")
    .select(["from_path", "to_entry", "to_path", "to_url"])
    .orderBy("from_key")
    .execute();
  return rows.flatMap(({ from_path: from, to_entry, ...row }): Record<string, string>[] => {
    const to = row.to_path ?? row.to_url;
    if (to !== null) return [{ from, to }];
    const head = heads.get(to_entry ?? "");
    return head ? [{ from, kind: head.kind.name, title: head.title }] : [];
  });
}
