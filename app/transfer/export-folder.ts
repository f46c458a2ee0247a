import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Database } from "#app/database/database.ts";
import { originalName } from "#app/files/accept-picture.ts";
import { documentName } from "#app/files/document.ts";
import { revisedName } from "#app/files/revision.ts";
import type { FileStore } from "#app/files/store.ts";
import { Refusal } from "#app/platform/refusal.ts";
import { type Collection, collect } from "./collect.ts";
import type { WrittenSheet } from "./sheet-fields.ts";
import { writeYaml } from "./write-yaml.ts";

/** Writes the whole site, but for its trash, into a folder that importFolder reads back; the folder must be new or empty. Answers how many of what. */
export async function exportFolder(db: Database, store: FileStore, folder: string): Promise<Exported> {
  const target = resolve(folder);
  if (isTaken(target)) throw new Refusal("invalid", `The folder ${target} is not empty. Name a new one.`);
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
    throw new Refusal("missing", `The file ${file} is not in the file store; nothing was exported.`);
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

function writeMarkdownFile({ fields, text }: WrittenSheet): string {
  const head = `---\n${writeYaml(fields)}---\n`;
  return text === "" ? head : `${head}\n${text}`;
}

function isTaken(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || readdirSync(folder).length > 0);
}
