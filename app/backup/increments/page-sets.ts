import { randomBytes } from "node:crypto";
import { type BackupStore, byMoment, isAhead, type StoredBackup } from "../backup-store.ts";

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
 * Names that are kept no longer: all of the sets but the one just written and the newest of the others, what has no base, and
 * most of the increments that are not of the last hour. Each increment stands on its base alone, so that any may go. What
 * is named ahead of now goes with the next increment: at the hour of its name it would pass for the newest.
 * @param written the name of what was just written: it stays, whatever the clocks say
 */
export function chooseExpiredPages(
  stored: readonly StoredBackup[],
  { written, now }: { written: string; now: Date },
): string[] {
  const current = readPageName(written)?.set;
  const hasIncrement = readPageName(written)?.is === "increment";
  const usable = (parts: readonly StoredBackup[]) =>
    parts
      .map((part) => ({ ...part, takenAt: readPageName(part.name)?.takenAt ?? now }))
      .filter(({ takenAt }) => !(hasIncrement && isAhead(takenAt, now)))
      .toSorted(byMoment(now));
  const sets = groupSets(stored);
  const others = usable(sets.filter(({ set }) => set !== current).map(({ base }) => base));
  const wanted = [current, ...others.map(({ name }) => readPageName(name)?.set)].slice(0, keptSets);
  const kept = new Set([written]);
  for (const { set, base, increments: all, files } of sets) {
    if (!wanted.includes(set)) continue;
    const increments = usable(all);
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
