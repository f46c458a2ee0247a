import { renameSync, rmSync, writeFileSync } from "node:fs";
import { kinds } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store.ts";
import { collectAtOnce, readOriginal } from "./export-folder.ts";
import { textField } from "./sheet-data.ts";
import type { WrittenSheet } from "./sheet-fields.ts";

/** Writes the whole site, but for its trash, into one JSON file that importJson reads back. */
export async function exportJson(
  db: Database,
  store: FileStore,
  path: string,
): Promise<{ entries: number; pictures: number }> {
  const { settings, categories, pictures, redirects, entries } = await collectAtOnce(db);
  const withData = [];
  for (const picture of pictures) {
    const { id: _id, revision: _revision, ...about } = picture;
    const bytes = await readOriginal(store, picture);
    withData.push({ ...about, data: Buffer.from(bytes).toString("base64") });
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
  return { entries: entries.length, pictures: pictures.length };
}

function flat({ fields, text }: WrittenSheet): Record<string, unknown> {
  return text === "" ? fields : { ...fields, [textField]: text };
}
