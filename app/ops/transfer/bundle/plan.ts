import type { ActionContext } from "#app/domain/audit/audit.ts";
import { hasSettings } from "#app/domain/company/settings.ts";
import type { Settings } from "#app/domain/company/settings-schema.ts";
import type { Kind } from "#app/domain/content/kind.ts";
import { author } from "#app/domain/content/kinds/author.ts";
import type { Taxonomy } from "#app/domain/content/kinds.ts";
import { isReachable, slugKey, toSlug } from "#app/domain/content/urls/slug.ts";
import type { VersionNumbers } from "#app/domain/content/versions/renumber-versions.ts";
import type { Database } from "#app/platform/database/database.ts";
import type { ReadRecords, RecordList } from "./bundle.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** A checked import, ready to run. */
export interface Plan {
  settings: ((names: PlannedNames) => Settings) | null;
  categories: { taxonomy: Taxonomy; name: string; summary: string }[];
  pictures: PlannedFile[];
  documents: PlannedFile[];
  /** Ids of files from an earlier import that this import refers to, by the key in texts and fields. */
  filesHere?: ReadonlyMap<string, string>;
  entries: PlannedEntry[];
  redirects: PlannedRedirect[];
  /** Records such as accounts and messages; null without any. */
  records: PlannedRecords | null;
  trash: PlannedTrash | null;
  versions: PlannedVersions | null;
  /** Maximum bytes of one picture, above the limit for visitors because the files are the deployer's own. */
  pictureBytes: number;
  /** Called for files that are not valid pictures; without it the import is rejected. */
  leavePicture?: (picture: PlannedFile, why: string) => void;
}

export interface PlannedFile {
  /** Path with the folder, as in links; fields use it without the folder. */
  key: string;
  /** Name in the library. */
  name: string;
  alt: string;
  focal: [number, number];
  tags: readonly string[];
  /** When it was moved to the trash; null outside the trash. */
  deletedAt: string | null;
  place: ImportLocation;
  read(): Promise<Uint8Array>;
}

/** Checked rows, ready to be stored. */
export interface PlannedRecords {
  /** Number of rows to store, by list. */
  counts: Map<string, number>;
  lists: readonly RecordList[];
  /** Ids of existing accounts by their id in the import. These accounts do not change. */
  samePeople: Map<string, string>;
}

/** Checked entries of the trash, read from the import when needed. */
export interface PlannedTrash {
  read: ReadRecords;
  count: number;
}

/** Checked versions, read from the import when needed. */
export interface PlannedVersions {
  read: ReadRecords;
  /** Version numbers by entry. */
  numbers: Map<string, VersionNumbers>;
  count: number;
}

export type WantedState = "draft" | "scheduled" | "published" | "archived";

export interface PlannedEntry {
  kind: Kind;
  place: ImportLocation;
  title: string;
  /** The data of the public version, or of the only version. */
  data(names: PlannedNames): Record<string, unknown>;
  /** The newest version, if it is not the public one. */
  draft: {
    data(names: PlannedNames): Record<string, unknown>;
    publishAt: string | null;
    place: ImportLocation;
  } | null;
  /** Its date, such as `2026-02-14`, in a kind ordered by date. */
  day: string | null;
  /** Name of an author without a record. */
  authorName: string | null;
  state: WantedState;
  position: number | null;
  publishAt: string | null;
  unpublishAt: string | null;
  publishedAt: string | null;
  /** Dates of creation and last change in the source; null if unknown. */
  createdAt: string | null;
  updatedAt: string | null;
  /** Former last parts of its address. */
  formerAddresses: string[];
  /** Id in the feeds of the former site; null for a new one. */
  guid: string | null;
  /** BCP 47 tag; null if the source has no language for it. */
  language: string | null;
  /** Id shared by translations of the same entry. */
  translationGroup: string | null;
  /** Whether the source records languages, so that null means no language. */
  isLanguageKnown?: boolean;
  /** Note for its first version. */
  note?: string;
}

/** Fields of an entry that the plan needs after it has dropped the data. */
export function factsOf(
  { order, byline }: Kind,
  data: Record<string, unknown>,
): Pick<PlannedEntry, "day" | "authorName"> {
  const textAt = (name: string) => (typeof data[name] === "string" && data[name] !== "" ? data[name] : null);
  return {
    day: order === "position" ? null : textAt(order.newest),
    authorName: byline && !data[byline.record] ? textAt(byline.words) : null,
  };
}

export interface PlannedRedirect {
  from: string;
  /** `file` is the key of a file. */
  to: { kind: Kind; title: string } | { file: string } | { path: string } | { url: string };
  /** The former site of the address; null if unknown. */
  site: string | null;
  place: ImportLocation;
}

/** Ids by name; null for names that do not exist (yet). */
export interface PlannedNames {
  picture(name: string): string | null;
  /** A picture or document by its folder and name, such as `documents/price-list.pdf`. */
  file(name: string): string | null;
  category(taxonomy: string, name: string): string | null;
  entry(kind: string, title: string): string | null;
}

/** Resolves no names. */
export const noNames: PlannedNames = {
  picture: () => null,
  file: () => null,
  category: () => null,
  entry: () => null,
};

/** Existing content of the site by lookup key, see `nameKey`. */
export interface SiteContents {
  entries: Map<string, string>;
  categories: Map<string, string>;
  hasSettings: boolean;
}

export interface Checking {
  names: PlannedNames;
  collector: ProblemCollector;
  /** Compares each entry with its fields in the export. */
  compareEntry?(entry: ComparedEntry): void;
}

/** An entry or version in the form of the export and in the form to store. */
export interface ComparedEntry {
  /** Name in a report. */
  name: string;
  kind: Kind;
  written: Readonly<Record<string, unknown>>;
  data: Readonly<Record<string, unknown>>;
  /** Its state, dates and addresses. */
  life: Readonly<Record<string, unknown>>;
}

/** Actor, time and options of an import. */
export interface ImportContext extends ActionContext {
  /** Whether existing entries with the same address get a new version; otherwise the import is rejected. */
  replace?: boolean;
  /** Called with the progress of an import. */
  onProgress?: (step: ImportStep, done: number, total: number) => void;
}

/** Steps of an import that report progress. */
export type ImportStep = "files" | "entries";

/** Reads existing content of the site, to resolve names and find used addresses. */
export async function readSiteContents(db: Database): Promise<SiteContents> {
  const entries = await db.query
    .selectFrom("entries")
    .select(["id", "kind", "title", "slug_key", "next_slug_key", "title_slug_key"])
    .where("deleted_at", "is", null)
    .execute();
  const categories = await db.query.selectFrom("categories").select(["id", "taxonomy", "slug_key"]).execute();
  return {
    entries: new Map(
      entries.flatMap(({ id, kind, title, slug_key, next_slug_key, title_slug_key }) =>
        [title_slug_key ?? next_slug_key ?? slug_key, slugKey(toSlug(title))].map(
          (key) => [`${kind} ${key}`, id] as const,
        ),
      ),
    ),
    categories: new Map(categories.map((row) => [`${row.taxonomy} ${row.slug_key}`, row.id])),
    hasSettings: await hasSettings(db),
  };
}

/** Lookup key of an entry by kind and title, or of a category by taxonomy and name. */
export function nameKey(group: string, name: string): string {
  return `${group} ${slugKey(toSlug(name))}`;
}

/** Dates of an entry for lists, structured data and the sitemap. ISO 8601. */
export interface EntryDates {
  createdAt: string;
  updatedAt: string;
  publishedAt: string;
}

/** The dates of the source, with defaults for missing ones, and none later than now. */
export function datesOf(
  entry: Pick<PlannedEntry, "createdAt" | "updatedAt" | "publishedAt" | "day" | "state">,
  { now }: Pick<ImportContext, "now">,
): EntryDates {
  const upToNow = (moment: string | null) => (moment === null ? null : notAfter(moment, now));
  const { day } = entry;
  const isPast = day !== null && day < now.toISOString().slice(0, 10);
  const publishedAt = upToNow(entry.publishedAt) ?? (isPast ? `${day}T00:00:00.000Z` : now.toISOString());
  const wasPublic = entry.state === "published" || entry.publishedAt !== null;
  const first = wasPublic ? publishedAt : now.toISOString();
  const createdAt = upToNow(entry.createdAt) ?? upToNow(entry.updatedAt) ?? first;
  const updatedAt = upToNow(entry.updatedAt) ?? (wasPublic ? publishedAt : createdAt);
  return { createdAt, updatedAt: later(updatedAt, createdAt), publishedAt };
}

/** The earlier of a time and now, because the clock of the source may be wrong. */
export function notAfter(moment: string, now: Date): string {
  const latest = now.toISOString();
  return moment < latest ? moment : latest;
}

function later(one: string, other: string): string {
  return one > other ? one : other;
}

/** Links posts that have only an author's name to the record of that author, and plans missing records. */
export function planAuthors(entries: readonly PlannedEntry[], site: SiteContents): PlannedEntry[] {
  const there = new Set(
    entries.flatMap(({ kind, title }) => (kind === author ? [nameKey(kind.name, title)] : [])),
  );
  const made = new Map<string, PlannedEntry>();
  const posts = entries.map((entry) => {
    const name = entry.authorName;
    if (name === null || !isReachable(toSlug(name))) return entry;
    const key = nameKey(author.name, name);
    const isPublic = entry.state === "published" || made.get(key)?.state === "published";
    if (!there.has(key) && !site.entries.has(key))
      made.set(key, authorOf(name, { ...entry, state: isPublic ? "published" : "draft" }));
    const { draft } = entry;
    return {
      ...entry,
      data: withAuthor(entry.data, name),
      draft: draft && { ...draft, data: withAuthor(draft.data, name) },
    };
  });
  return [...posts, ...made.values()];
}

type DataOfPost = PlannedEntry["data"];

function withAuthor(data: DataOfPost, name: string): DataOfPost {
  return (names) => {
    const own = data(names);
    return { ...own, writtenBy: own.writtenBy ?? names.entry(author.name, name) };
  };
}

function authorOf(title: string, { place, state }: Pick<PlannedEntry, "place" | "state">): PlannedEntry {
  return {
    kind: author,
    title,
    place,
    state,
    data: () => ({ title }),
    draft: null,
    day: null,
    authorName: null,
    position: null,
    publishAt: null,
    unpublishAt: null,
    publishedAt: null,
    createdAt: null,
    updatedAt: null,
    formerAddresses: [],
    guid: null,
    language: null,
    translationGroup: null,
  };
}
