import type { BackupStore, StoredBackup } from "../store/backup-store.ts";
import { readPageName } from "./names.ts";

/** What is kept of a base: the newest increment stands first, files in the order they were stored. */
export interface PageSet {
  set: string;
  base: StoredBackup;
  increments: StoredBackup[];
  files: StoredBackup[];
}

/** Those with a base, the newest first. */
export async function listSets(pages: Pick<BackupStore, "list">): Promise<PageSet[]> {
  return groupSets(await pages.list());
}

function groupSets(stored: readonly StoredBackup[]): PageSet[] {
  const groups = Map.groupBy(stored, ({ name }) => readPageName(name)?.set ?? "");
  return [...groups]
    .flatMap(([set, all]) => {
      const of = (is: string) => all.filter(({ name }) => readPageName(name)?.is === is);
      const [base] = of("base");
      const newestFirst = of("increment").toSorted((a, b) => (a.name < b.name ? 1 : -1));
      const oldestFirst = of("files").toSorted((a, b) => (a.name < b.name ? -1 : 1));
      return base ? [{ set, base, increments: newestFirst, files: oldestFirst }] : [];
    })
    .toSorted((a, b) => (a.set < b.set ? 1 : -1));
}

/** Of the newest set the last hour is kept as it is; of what is older, one increment an hour. */
const closeTogether = 12;
/** The one before the newest stands in for it, should that be broken. */
const keptSets = 2;

/**
 * Names that are kept no longer: all of the sets before the last two, what has no base, and most of the increments that are not
 * of the last hour. Each increment stands on its base alone, so that any may go.
 */
export function chooseExpiredPages(stored: readonly StoredBackup[]): string[] {
  const kept = new Set<string>();
  for (const { base, increments, files } of groupSets(stored).slice(0, keptSets)) {
    for (const { name } of [base, ...files, ...increments.slice(0, closeTogether)]) kept.add(name);
    const hours = Map.groupBy(increments, ({ name }) => name.replace(/\d{4}Z\.jsonl.*$/, ""));
    for (const [newest] of hours.values()) if (newest) kept.add(newest.name);
  }
  return stored.map(({ name }) => name).filter((name) => !kept.has(name));
}
