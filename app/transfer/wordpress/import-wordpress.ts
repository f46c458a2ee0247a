import { writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store.ts";
import { carryOut, type Import } from "../carry-out.ts";
import { checkAddresses } from "../make-plan.ts";
import { NotImportable, openNotebook } from "../problem.ts";
import { readSiteContents } from "../site-contents.ts";
import { tellPlan, tellSummary } from "../tell.ts";
import { planWordPress } from "./plan-wordpress.ts";
import { readWxr } from "./read-wxr.ts";
import { writeReport } from "./report.ts";

export interface WordPressImport extends Import {
  isTrial: boolean;
  uploads: string | null;
  /** Where the report goes when it can't stand beside the export. */
  reportFolder: string;
}

/** Moves a WordPress site in from its export, and answers what came and, line by line, what did not. */
export async function importWordPress(
  db: Database,
  store: FileStore,
  path: string,
  options: WordPressImport,
): Promise<string> {
  const { plan, report } = await planWordPress(db, await readWxr(path), options.uploads);
  const site = await readSiteContents(db);
  const notebook = openNotebook();
  checkAddresses(plan.entries, site, { replace: options.replace ?? false }, notebook);
  if (notebook.problems.length > 0) throw new NotImportable(notebook.problems);
  if (options.isTrial)
    return `${tellPlan(plan)} could be imported. Nothing was changed.\n\n${writeReport(report).text}`;
  const summary = await carryOut(db, store, plan, site, options);
  const { text, count } = writeReport(report);
  const file = keepReport(path, text, options.reportFolder);
  return `Imported ${tellSummary(summary)}.\n\nWhat did not come along as it was (${count} lines, also in ${file}):\n${text}`;
}

/** Beside the export, or where that can't be written, in the data folder. */
function keepReport(path: string, lines: string, elsewhere: string): string {
  const name = `${basename(path, ".xml")}.report.txt`;
  for (const folder of [dirname(path), elsewhere])
    try {
      writeFileSync(join(folder, name), lines);
      return join(folder, name);
    } catch (error) {
      if (folder === elsewhere) throw error;
    }
  return "";
}
