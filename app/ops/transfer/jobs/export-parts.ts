import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import type { ImportSource } from "#app/ops/transfer/import-any.ts";
import { maxUnpacked } from "./imports.ts";
import { unzip } from "./unzip.ts";

/** The sorted files of a folder of .xml files, the parts of one WordPress export; null if it contains other files. */
export function exportPartsIn(folder: string): ImportSource | null {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory(),
  );
  const [first, ...rest] = entries.map((entry) => join(entry.parentPath, entry.name)).sort();
  if (first === undefined || entries.some(({ name }) => !/\.xml$/i.test(name))) return null;
  return [first, ...rest];
}

/**
 * Unpacks a ZIP file of .xml files for a command into a new folder below `parent`, which is removed when the result is disposed.
 * Throws a PlainError if it contains other files.
 */
export async function unpackExportParts(path: string, parent: string) {
  const folder = mkdtempSync(join(parent, "import-"));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    await unzip(path, folder, maxUnpacked);
    const source = exportPartsIn(folder);
    if (source === null)
      throw new PlainError(`${path} must hold .xml files of WordPress only. Unpack it, and name its folder.`);
    return { source, [Symbol.dispose]: remove };
  } catch (error) {
    remove();
    throw error;
  }
}
