import type { ImportContext, PlannedEntry } from "../bundle/plan.ts";

/** The days of an entry's life, as its lists, its structured data and the sitemap tell them. ISO 8601. */
export interface EntryDates {
  createdAt: string;
  updatedAt: string;
  publishedAt: string;
}

/** What the source says, or what follows from it: first publication is the entry's own day, or else now. None lies in the future. */
export function datesOf(
  entry: Pick<PlannedEntry, "createdAt" | "updatedAt" | "publishedAt" | "day" | "state">,
  { now }: Pick<ImportContext, "now">,
): EntryDates {
  const said = (moment: string | null) => (moment === null ? null : notAfter(moment, now));
  const { day } = entry;
  const isPast = day !== null && day < now.toISOString().slice(0, 10);
  const publishedAt = said(entry.publishedAt) ?? (isPast ? `${day}T00:00:00.000Z` : now.toISOString());
  const wasPublic = entry.state === "published" || entry.publishedAt !== null;
  const first = wasPublic ? publishedAt : now.toISOString();
  const createdAt = said(entry.createdAt) ?? said(entry.updatedAt) ?? first;
  const updatedAt = said(entry.updatedAt) ?? (wasPublic ? publishedAt : createdAt);
  return { createdAt, updatedAt: later(updatedAt, createdAt), publishedAt };
}

/** A moment, or now where it still lies ahead: the clock of another machine may be wrong. */
export function notAfter(moment: string, now: Date): string {
  const latest = now.toISOString();
  return moment < latest ? moment : latest;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}
