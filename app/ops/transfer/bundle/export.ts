import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { stringify } from "yaml";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  type CollectedFile,
  type Collection,
  type Exported,
  type ExportOptions,
  readOriginal,
  withSiteSnapshot,
} from "./collect-site.ts";
import { asItem, type FrontMatterFile } from "./front-matter.ts";

/**
 * Writes the whole site into a new or empty folder that `importFolder` reads. With people in it, only the owner of the
 * process may read the folder.
 */
export async function exportFolder(
  db: Database,
  store: FileStore,
  folder: string,
  options: ExportOptions = {},
): Promise<Exported> {
  const target = resolve(folder);
  if (isOccupied(target))
    throw new DomainError("invalid", `The folder ${target} is not empty. Name a new one.`);
  const draft = join(dirname(target), `.${basename(target)}.${process.pid}`);
  try {
    mkdirSync(draft, { recursive: true, mode: options.withPeople ? 0o700 : 0o777 });
    const { pictures, documents, ...counts } = await withSiteSnapshot(db, options, async (site) => ({
      ...(await writeTexts(site, draft)),
      records: await writeRecords(site, draft),
    }));
    await writeFiles(store, pictures, join(draft, "pictures"));
    await writeFiles(store, documents, join(draft, "documents"));
    rmSync(target, { recursive: true, force: true });
    renameSync(draft, target);
    return { ...counts, pictures: pictures.length, documents: documents.length };
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Writes everything except the files, which are much larger, and returns the list of these. */
async function writeTexts(site: Collection, folder: string) {
  const { settings, categories, redirects, pictures, documents } = site;
  const described = pictures.map(({ id: _id, revision: _revision, ...picture }) => picture);
  const descriptions = documents.map(({ id: _id, revision: _revision, ...document }) => document);
  const tagged = descriptions.filter(({ tags, deletedAt }) => tags || deletedAt);
  const write = (name: string, value: unknown) => writeFileSync(join(folder, name), writeYaml(value));
  if (settings) write("settings.yaml", settings);
  if (Object.values(categories).some((list) => list.length > 0)) write("categories.yaml", categories);
  if (described.length > 0) write("pictures.yaml", described);
  if (tagged.length > 0) write("documents.yaml", tagged);
  if (redirects.length > 0) write("redirects.yaml", redirects);
  let entries = 0;
  for await (const { plural, base, sheet, draft } of site.entries) {
    mkdirSync(join(folder, plural), { recursive: true });
    writeFileSync(join(folder, plural, `${base}.md`), writeMarkdownFile(sheet));
    if (draft) writeFileSync(join(folder, plural, `${base}.draft.md`), writeMarkdownFile(draft));
    entries += 1;
  }
  return { entries, pictures, documents };
}

/** Writes each row as a line of JSON. */
async function writeRecords({ records }: Collection, folder: string): Promise<Record<string, number>> {
  const files = new Map<string, number>();
  const counts: Record<string, number> = {};
  try {
    for await (const { list, row } of records) {
      const file = files.get(list) ?? openSync(join(folder, `${list}.jsonl`), "w", 0o600);
      files.set(list, file);
      writeSync(file, `${JSON.stringify(row)}\n`);
      counts[list] = (counts[list] ?? 0) + 1;
    }
    return counts;
  } finally {
    for (const file of files.values()) closeSync(file);
  }
}

async function writeFiles(store: FileStore, files: readonly CollectedFile[], folder: string): Promise<void> {
  if (files.length > 0) mkdirSync(folder);
  for (const file of files) writeFileSync(join(folder, file.file), await readOriginal(store, file));
}

function writeMarkdownFile({ fields, text }: FrontMatterFile): string {
  const head = `---\n${writeYaml(fields)}---\n`;
  return text === "" ? head : `${head}\n${text}`;
}

function isOccupied(folder: string): boolean {
  const found = statSync(folder, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || readdirSync(folder).length > 0);
}

/** Deterministic YAML without folding and aliases, with long texts as literal blocks. */
function writeYaml(value: unknown): string {
  return stringify(value, { lineWidth: 0, blockQuote: "literal", aliasDuplicateObjects: false });
}

/**
 * Writes the whole site into one JSON file that `importJson` reads: a temporary file, synced and renamed. Only `isForced`
 * overwrites an existing file.
 */
export async function exportJson(
  db: Database,
  store: FileStore,
  path: string,
  options: ExportOptions = {},
): Promise<Exported> {
  const there = statSync(path, { throwIfNoEntry: false });
  if (there && !(options.isForced && there.isFile()))
    throw new DomainError(
      "invalid",
      there.isFile()
        ? `The file ${path} already exists. Name a new one, or add "--force" to replace it.`
        : `${path} exists and is not a file. Name a new one.`,
    );
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, "wx", options.withPeople ? 0o600 : 0o666);
  try {
    const write = (text: string) => writeFileSync(file, text);
    const exported = await writeJson(db, store, options, { text: write, file: write, textsAreWhole() {} });
    fsyncSync(file);
    renameSync(unfinished, path);
    return exported;
  } finally {
    closeSync(file);
    rmSync(unfinished, { force: true });
  }
}

/** Output for one JSON file; both methods write synchronously. */
interface JsonOutput {
  /** Everything except pictures and documents, written while the snapshot of the site is open. */
  text(text: string): void;
  textsAreWhole(): void;
  /** Pictures and documents, which are much larger, and the end. */
  file(text: string): void;
}

/** Writes the whole site as one JSON file that `importJson` reads; a truncated file is invalid JSON. */
export async function writeJson(
  db: Database,
  store: FileStore,
  options: ExportOptions,
  output: JsonOutput,
): Promise<Exported> {
  let write = output.text;
  const json = openJsonWriter((text) => write(text));
  const { pictures, documents, ...counts } = await withSiteSnapshot(db, options, async (site) => ({
    ...(await writeLists(site, json)),
    records: await writeRecordItems(site, json),
  }));
  output.textsAreWhole();
  write = output.file;
  await writeFileItems(store, "pictures", pictures, json);
  await writeFileItems(store, "documents", documents, json);
  json.end();
  return { ...counts, pictures: pictures.length, documents: documents.length };
}

async function writeLists(site: Collection, json: JsonWriter) {
  const { settings, categories, redirects, pictures, documents } = site;
  if (settings) json.member("settings", settings);
  json.member("categories", categories);
  for (const redirect of redirects) json.item("redirects", redirect);
  let entries = 0;
  for await (const { plural, sheet, draft } of site.entries) {
    json.item(plural, asItem(sheet, draft));
    entries += 1;
  }
  return { entries, pictures, documents };
}

async function writeRecordItems({ records }: Collection, json: JsonWriter): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for await (const { list, row } of records) {
    json.item(list, row);
    counts[list] = (counts[list] ?? 0) + 1;
  }
  return counts;
}

async function writeFileItems(
  store: FileStore,
  list: string,
  files: readonly CollectedFile[],
  json: JsonWriter,
): Promise<void> {
  for (const file of files) {
    const { id: _id, revision: _revision, ...about } = file;
    const bytes = await readOriginal(store, file);
    json.item(list, { ...about, data: Buffer.from(bytes).toString("base64") });
  }
}

interface JsonWriter {
  member(name: string, value: unknown): void;
  /** Adds an item to a list; the items of a list must be consecutive. */
  item(list: string, value: unknown): void;
  end(): void;
}

/** Writes one object incrementally, indented as by `JSON.stringify`. */
function openJsonWriter(write: (text: string) => void): JsonWriter {
  let list: string | null = null;
  let isFirst = true;
  const indented = (value: unknown, by: string) => JSON.stringify(value, null, 2).replaceAll("\n", `\n${by}`);
  const begin = (name: string) => {
    if (list !== null) write("\n  ]");
    write(`${isFirst ? "{" : ","}\n  ${JSON.stringify(name)}: `);
    isFirst = false;
    list = null;
  };
  return {
    member(name, value) {
      begin(name);
      write(indented(value, "  "));
    },
    item(name, value) {
      const isNew = list !== name;
      if (isNew) begin(name);
      write(`${isNew ? "[" : ","}\n    ${indented(value, "    ")}`);
      list = name;
    },
    end() {
      write(`${list === null ? "" : "\n  ]"}\n}\n`);
    },
  };
}
