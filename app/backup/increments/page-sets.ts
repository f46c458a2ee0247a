import { randomBytes } from "node:crypto";
import type { BackupStore, StoredBackup } from "../backup-store.ts";

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

/**
 * A set is a base, its increments, each of all that has changed since the base, and the files that were stored since. All of one
 * set begin alike, such as `frontdesk-pages-20261123T150000Z-1f0a-increment-20261123T150500Z.jsonl.zst.age`.
 */
export interface PageName {
  set: string;
  is: "base" | "increment" | "files";
  /** Of the base, when its set was begun. */
  takenAt: Date;
}

export function newSet(now: Date): string {
  return `${momentOf(now)}-${randomBytes(2).toString("hex")}`;
}

export function pageName({ set, is, takenAt }: PageName, isSealed: boolean): string {
  const part = is === "base" ? is : `${is}-${momentOf(takenAt)}`;
  return `frontdesk-pages-${set}-${part}.${isSealed ? "jsonl.zst.age" : "jsonl.zst"}`;
}

const pattern =
  /^frontdesk-pages-((\d{8}T\d{6}Z)-[0-9a-f]{4})-(base|(increment|files)-(\d{8}T\d{6}Z))\.jsonl\.zst(?:\.age)?$/;

/** What a name says; null for one that is none of these. */
export function readPageName(name: string): PageName | null {
  const [, set, begun = "", , part, moment] = pattern.exec(name) ?? [];
  const takenAt = readMoment(moment ?? begun);
  if (!set || takenAt === null) return null;
  return { set, is: part === "increment" || part === "files" ? part : "base", takenAt };
}

export function isPageName(name: string): boolean {
  return readPageName(name) !== null;
}

function momentOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function readMoment(text: string): Date | null {
  const date = new Date(text.replace(/^(....)(..)(..T..)(..)/, "$1-$2-$3:$4:"));
  return Number.isNaN(date.getTime()) ? null : date;
}
