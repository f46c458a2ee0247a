import { closeSync, openSync, readSync, statSync } from "node:fs";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { applyImport, summarizeImport, summarizePlan } from "./apply/apply-import.ts";
import type { ImportContext, Plan, SiteContents } from "./bundle/plan.ts";
import { NotImportable, wholeFile } from "./bundle/problems.ts";
import { isGhostExport, readGhost } from "./ghost/read-ghost.ts";
import { planFolder } from "./import-folder.ts";
import { planJson } from "./import-json.ts";
import { keepReport, type OldSiteImport, planOldSiteImport } from "./wordpress/import-wordpress.ts";
import { readWxr } from "./wordpress/read-wxr.ts";
import { type MoveReport, writeReport } from "./wordpress/report.ts";

export interface AnyImport extends OldSiteImport {
  /** Check only. */
  isTrial: boolean;
  /** Where a report goes that can't be written beside its export. */
  reportFolder: string;
}

/** Something that could be imported. */
export interface AnyPlan {
  plan: Plan;
  site: SiteContents;
  /** What of another system's site does not come along as it was; null for files of our own. */
  report: MoveReport | null;
}

/** Imports a folder, a JSON file, or an export of WordPress or Ghost, and answers in words what came of it. */
export async function importAny(
  db: Database,
  store: FileStore,
  path: string,
  options: AnyImport,
): Promise<string> {
  const { plan, site, report } = await planAny(db, path, options);
  if (options.isTrial) {
    const told = `${summarizePlan(plan)} could be imported. Nothing was changed.\n`;
    return report ? `${told}\n${writeReport(report).text}` : told;
  }
  const told = `Imported ${summarizeImport(await applyImport(db, store, plan, site, options))}.\n`;
  if (!report) return told;
  const { text, count } = writeReport(report);
  const file = keepReport(path, text, options.reportFolder);
  return `${told}\nWhat did not come along as it was (${count} lines, also in ${file}):\n${text}`;
}

/** Reads and checks it without changing anything. Throws NotImportable with every problem found. */
export async function planAny(
  db: Database,
  path: string,
  options: Pick<ImportContext, "replace" | "now"> & Pick<OldSiteImport, "uploads">,
): Promise<AnyPlan> {
  if (path.endsWith(".xml")) return planOldSiteImport(db, await readWxr(path), options);
  if (path.endsWith(".json") && isGhostExport(startOf(path)))
    return planOldSiteImport(db, readGhost(path), options);
  return { ...(await planFiles(db, path, options)), report: null };
}

/** The first characters of a file, by which its kind is told. */
function startOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const start = Buffer.alloc(256);
    return start.toString("utf8", 0, readSync(file, start));
  } finally {
    closeSync(file);
  }
}

function planFiles(db: Database, path: string, options: Pick<ImportContext, "replace">) {
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
