import { closeSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import {
  atOneMoment,
  type CollectedFile,
  type Collection,
  type Exported,
  type ExportOptions,
  readOriginal,
} from "./collect-site.ts";
import { asItem } from "./write-front-matter.ts";

/** Writes the whole site into one JSON file that importJson reads back. */
export async function exportJson(
  db: Database,
  store: FileStore,
  path: string,
  options: ExportOptions = {},
): Promise<Exported> {
  const unfinished = `${path}.${process.pid}`;
  const file = openSync(unfinished, "w", options.withPeople ? 0o600 : 0o666);
  try {
    const json = openJsonWriter((text) => void writeSync(file, text));
    const { pictures, documents, ...counts } = await atOneMoment(db, options, async (site) => ({
      ...(await writeLists(site, json)),
      records: await writeRecordItems(site, json),
    }));
    await writeFileItems(store, "pictures", pictures, json);
    await writeFileItems(store, "documents", documents, json);
    json.end();
    renameSync(unfinished, path);
    return { ...counts, pictures: pictures.length, documents: documents.length };
  } finally {
    closeSync(file);
    rmSync(unfinished, { force: true });
  }
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
  /** Adds to a list; all items of one list come one after another. */
  item(list: string, value: unknown): void;
  end(): void;
}

/** Writes one object, member by member and item by item, as JSON.stringify would indent it. */
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
