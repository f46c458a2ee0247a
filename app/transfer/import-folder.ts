import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { applyImport, type ImportSummary } from "./apply/apply-import.ts";
import { checkAddresses, makePlan } from "./apply/make-plan.ts";
import type { ImportBundle } from "./bundle/bundle.ts";
import type { ImportContext, Plan, SiteContents } from "./bundle/plan.ts";
import { NotImportable, openProblemCollector, type ProblemCollector } from "./bundle/problems.ts";
import { readFolder } from "./bundle/read-folder.ts";
import { readSiteContents } from "./bundle/site-contents.ts";

/** Imports a folder as docs/import.md describes it. Throws NotImportable with every problem found; then nothing was changed. */
export async function importFolder(
  db: Database,
  store: FileStore,
  folder: string,
  options: ImportContext,
): Promise<ImportSummary> {
  const { plan, site } = await planFolder(db, folder, options);
  return applyImport(db, store, plan, site, options);
}

/** Reads and checks a folder without changing anything. */
export function planFolder(
  db: Database,
  folder: string,
  options: Pick<ImportContext, "replace">,
): Promise<{ plan: Plan; site: SiteContents }> {
  const collector = openProblemCollector();
  return planBundle(db, readFolder(folder, collector), collector, options);
}

/** Checks what was read against its own names and what the site holds. */
export async function planBundle(
  db: Database,
  bundle: ImportBundle,
  collector: ProblemCollector,
  { replace = false }: Pick<ImportContext, "replace">,
): Promise<{ plan: Plan; site: SiteContents }> {
  const site = await readSiteContents(db);
  const plan = makePlan(bundle, site, collector);
  checkAddresses(plan.entries, site, { replace }, collector);
  if (bundle.settings && site.hasSettings && !replace)
    collector.note(
      bundle.settings.place,
      [],
      "The site has settings already; use --replace to put these in their place",
      null,
    );
  if (collector.problems.length > 0) throw new NotImportable(collector.problems);
  return { plan, site };
}
