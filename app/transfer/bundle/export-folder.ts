import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import { readSettings } from "#app/company/settings.ts";
import { emptySettings, settingFields } from "#app/company/settings-schema.ts";
import { listCategories } from "#app/content/categories/categories.ts";
import { taxonomies } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import { exportRecord } from "#app/fields/types/records.ts";
import { documentName } from "#app/files/documents/document.ts";
import { revisedName } from "#app/files/library/revision.ts";
import { originalName } from "#app/files/pictures/accept-picture.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { type BundleEntryHead, type CollectedEntry, collectEntries, readHeads } from "./collect-entries.ts";
import { openFileNames } from "./file-links.ts";
import { compare } from "./problems.ts";
import { type FrontMatterFile, type IdNames, writeMarkdown } from "./write-front-matter.ts";

/** Writes the whole site, but for its trash, into a folder that importFolder reads back; the folder must be new or empty. Answers how many of what. */
export async function exportFolder(db: Database, store: FileStore, folder: string): Promise<Exported> {
  const target = resolve(folder);
  if (isTaken(target)) throw new DomainError("invalid", `The folder ${target} is not empty. Name a new one.`);
  const collection = await collectAtOnce(db);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    writeTexts(collection, draft);
    await writeFiles(collection, store, draft);
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return countOf(collection);
}

/** How much was written. */
export interface Exported {
  entries: number;
  pictures: number;
  documents: number;
}

export function countOf({ entries, pictures, documents }: Collection): Exported {
  return { entries: entries.length, pictures: pictures.length, documents: documents.length };
}

/** All of one moment, whatever is saved meanwhile. */
export function collectAtOnce(db: Database): Promise<Collection> {
  return db.query
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute((query) => collect({ query, engine: db.engine, vault: db.vault }));
}

/** The picture or document as it is kept, without loss. */
export async function readOriginal(
  store: FileStore,
  { id, revision, file }: Collection["documents"][number],
): Promise<Uint8Array> {
  const name = file.endsWith(".pdf") ? documentName : originalName;
  const bytes = await store.read(`${id}/${revisedName(revision, name)}`);
  if (bytes === null)
    throw new DomainError("missing", `The file ${file} is not in the file store; nothing was exported.`);
  return bytes;
}

function writeTexts(collection: Collection, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { settings, categories, redirects, entries } = collection;
  const pictures = collection.pictures.map(({ id: _id, revision: _revision, ...picture }) => picture);
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), writeYaml(value));
  if (settings) write("settings.yaml", settings);
  if (Object.values(categories).some((list) => list.length > 0)) write("categories.yaml", categories);
  if (pictures.length > 0) write("pictures.yaml", pictures);
  if (redirects.length > 0) write("redirects.yaml", redirects);
  for (const { plural, base, sheet, draft } of entries) {
    mkdirSync(join(folder, plural), { recursive: true });
    writeFileSync(join(folder, plural, `${base}.md`), writeMarkdownFile(sheet));
    if (draft) writeFileSync(join(folder, plural, `${base}.draft.md`), writeMarkdownFile(draft));
  }
}

async function writeFiles(
  { pictures, documents }: Collection,
  store: FileStore,
  folder: string,
): Promise<void> {
  const writeAll = async (name: string, files: Collection["documents"]) => {
    if (files.length > 0) mkdirSync(join(folder, name));
    for (const file of files) writeFileSync(join(folder, name, file.file), await readOriginal(store, file));
  };
  await writeAll("pictures", pictures);
  await writeAll("documents", documents);
}

function writeMarkdownFile({ fields, text }: FrontMatterFile): string {
  const head = `---\n${writeYaml(fields)}---\n`;
  return text === "" ? head : `${head}\n${text}`;
}

function isTaken(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || readdirSync(folder).length > 0);
}

/** YAML that reads back as the same value and is the same for the same value: no folding, no aliases, longer texts as blocks. */
function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}

/** Everything the site holds, in the words of docs/import.md and in an order of its own, the same for the same content. */
interface Collection {
  settings: Record<string, unknown> | null;
  categories: Record<string, { name: string; summary?: string }[]>;
  pictures: { id: string; revision: number; file: string; alt: string; focal?: [number, number] }[];
  /** PDFs. */
  documents: { id: string; revision: number; file: string }[];
  redirects: Record<string, string>[];
  entries: CollectedEntry[];
}

/** Reads everything but the bytes of the pictures; best called in a transaction, so that it is of one moment. */
async function collect(db: Database): Promise<Collection> {
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
  const settings = await readSettings(db);
  if (JSON.stringify(settings) === JSON.stringify(emptySettings)) return null;
  return exportRecord(settingFields, settings, { ...names, markdown: (doc) => writeMarkdown(doc, names) });
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
  heads: Map<string, BundleEntryHead>,
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
