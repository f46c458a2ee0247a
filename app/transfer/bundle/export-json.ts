import { renameSync, rmSync, writeFileSync } from "node:fs";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { collectAtOnce, countOf, type Exported, readOriginal } from "./export-folder.ts";
import { textField } from "./front-matter.ts";
import type { FrontMatterFile } from "./write-front-matter.ts";

/** Writes the whole site, but for its trash, into one JSON file that importJson reads back. */
export async function exportJson(db: Database, store: FileStore, path: string): Promise<Exported> {
  const collection = await collectAtOnce(db);
  const { settings, categories, pictures, documents, redirects, entries } = collection;
  const withData = [];
  for (const picture of pictures) {
    const { id: _id, revision: _revision, ...about } = picture;
    const bytes = await readOriginal(store, picture);
    withData.push({ ...about, data: Buffer.from(bytes).toString("base64") });
  }
  const documentsWithData = [];
  for (const document of documents) {
    const bytes = await readOriginal(store, document);
    documentsWithData.push({ file: document.file, data: Buffer.from(bytes).toString("base64") });
  }
  const lists = kinds.map(({ plural }) => [
    plural,
    entries
      .filter((entry) => entry.plural === plural)
      .map(({ sheet, draft }) => (draft ? { ...flat(sheet), draft: flat(draft) } : flat(sheet))),
  ]);
  const content = {
    ...(settings ? { settings } : {}),
    categories,
    pictures: withData,
    ...(documentsWithData.length > 0 ? { documents: documentsWithData } : {}),
    redirects,
    ...Object.fromEntries(lists),
  };
  const unfinished = `${path}.${process.pid}`;
  try {
    writeFileSync(unfinished, `${JSON.stringify(content, null, 2)}\n`);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
  return countOf(collection);
}

function flat({ fields, text }: FrontMatterFile): Record<string, unknown> {
  return text === "" ? fields : { ...fields, [textField]: text };
}
