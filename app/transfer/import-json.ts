import { basename } from "node:path";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store.ts";
import { carryOut, type Import, type ImportSummary } from "./carry-out.ts";
import { planParcel } from "./import-folder.ts";
import type { Plan, SiteContents } from "./plan.ts";
import { openNotebook } from "./problem.ts";
import { readJson } from "./read-json.ts";

/** Imports one JSON file as docs/import.md describes it. Throws NotImportable with every problem found; then nothing was changed. */
export async function importJson(
  db: Database,
  store: FileStore,
  path: string,
  options: Import,
): Promise<ImportSummary> {
  const { plan, site } = await planJson(db, path, options);
  return carryOut(db, store, plan, site, options);
}

/** Reads and checks the file without changing anything. */
export function planJson(
  db: Database,
  path: string,
  options: Pick<Import, "replace">,
): Promise<{ plan: Plan; site: SiteContents }> {
  const notebook = openNotebook();
  return planParcel(db, readJson(path, basename(path), notebook), notebook, options);
}
