import { randomBytes } from "node:crypto";

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
