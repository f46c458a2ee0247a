import { statSync } from "node:fs";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { applyImport } from "./apply/apply-import.ts";
import type { ImportContext } from "./bundle/plan.ts";
import { NotImportable, wholeFile } from "./bundle/problems.ts";
import { planFolder } from "./import-folder.ts";
import { planJson } from "./import-json.ts";
import { summarizeImport, summarizePlan } from "./summarize.ts";
import { importWordPress } from "./wordpress/import-wordpress.ts";

export interface AnyImport extends ImportContext {
  /** Check only. */
  isTrial: boolean;
  /** Where the files of a WordPress site are. */
  uploads: string | null;
  /** Where a report goes that can't be written beside its export. */
  reportFolder: string;
}

/** Imports a folder, a JSON file or a WordPress export, and answers in words what came of it. */
export async function importAny(
  db: Database,
  store: FileStore,
  path: string,
  options: AnyImport,
): Promise<string> {
  if (path.endsWith(".xml")) return importWordPress(db, store, path, options);
  const { plan, site } = await planFiles(db, path, options);
  if (options.isTrial) return `${summarizePlan(plan)} could be imported. Nothing was changed.\n`;
  return `Imported ${summarizeImport(await applyImport(db, store, plan, site, options))}.\n`;
}

function planFiles(db: Database, path: string, options: AnyImport) {
  if (statSync(path).isDirectory()) return planFolder(db, path, options);
  if (path.endsWith(".json")) return planJson(db, path, options);
  throw new NotImportable([
    {
      file: wholeFile(path).file,
      line: null,
      field: "",
      message: "This is neither a folder nor a .json or .xml file",
    },
  ]);
}
