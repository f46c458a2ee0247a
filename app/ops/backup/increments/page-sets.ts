import { randomBytes } from "node:crypto";
import { type BackupStore, byMoment, isAhead, type StoredBackup } from "../backup-store.ts";

/** A base and its parts: increments newest first, files in the order they were stored. */
export interface PageSet {
  set: string;
  base: StoredBackup;
  increments: StoredBackup[];
  files: StoredBackup[];
}

/** Lists sets that have a base, newest first. */
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

/**
 * Newest increments of a set that all stay, about an hour; older ones are reduced to one per hour.
 */
const recentIncrements = 12;
/** The older set is a fallback if the newest is broken. */
const retainedSets = 2;

/**
 * Names of parts to remove: sets other than the current and the newest other one, parts without a
 * base, and older increments. Parts dated in the future expire with the next increment; `written`,
 * the newest name, always stays.
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
  const wanted = [current, ...others.map(({ name }) => readPageName(name)?.set)].slice(0, retainedSets);
  const retained = new Set([written]);
  for (const { set, base, increments: all, files } of sets) {
    if (!wanted.includes(set)) continue;
    const increments = usable(all);
    for (const { name } of [base, ...files, ...increments.slice(0, recentIncrements)]) retained.add(name);
    const hours = Map.groupBy(increments, ({ name }) => name.replace(/\d{4}Z\.jsonl.*$/, ""));
    for (const [newest] of hours.values()) if (newest) retained.add(newest.name);
  }
  return stored.map(({ name }) => name).filter((name) => !retained.has(name));
}

/**
 * A set is a base, its increments, each with all changes since the base, and the files stored
 * since. Names look like
 * `frontdesk-pages-20261123T150000Z-1f0a-increment-20261123T150500Z.jsonl.zst.age`.
 */
export interface PageName {
  set: string;
  is: "base" | "increment" | "files";
  /** Time of the part; for a base, when its set began. */
  takenAt: Date;
}

export function newSet(now: Date): string {
  return `${formatTimestamp(now)}-${randomBytes(2).toString("hex")}`;
}

export function pageName({ set, is, takenAt }: PageName, isSealed: boolean): string {
  const part = is === "base" ? is : `${is}-${formatTimestamp(takenAt)}`;
  return `frontdesk-pages-${set}-${part}.${isSealed ? "jsonl.zst.age" : "jsonl.zst"}`;
}

const pattern =
  /^frontdesk-pages-((\d{8}T\d{6}Z)-[0-9a-f]{4})-(base|(increment|files)-(\d{8}T\d{6}Z))\.jsonl\.zst(?:\.age)?$/;

/** Parses the name of a part; null for any other name. */
export function readPageName(name: string): PageName | null {
  const [, set, setTime = "", , part, partTime] = pattern.exec(name) ?? [];
  const takenAt = readTimestamp(partTime ?? setTime);
  if (!set || takenAt === null) return null;
  return { set, is: part === "increment" || part === "files" ? part : "base", takenAt };
}

export function isPageName(name: string): boolean {
  return readPageName(name) !== null;
}

function formatTimestamp(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function readTimestamp(text: string): Date | null {
  const date = new Date(text.replace(/^(....)(..)(..T..)(..)/, "$1-$2-$3:$4:"));
  return Number.isNaN(date.getTime()) ? null : date;
}
