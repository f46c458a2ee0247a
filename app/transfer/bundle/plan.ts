import type { ActionContext } from "#app/audit/audit.ts";
import { hasSettings } from "#app/company/settings.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import type { Kind } from "#app/content/kind.ts";
import { author } from "#app/content/kinds/author.ts";
import type { Taxonomy } from "#app/content/kinds.ts";
import { isReachable, slugKey, toSlug } from "#app/content/urls/slug.ts";
import type { VersionNumbers } from "#app/content/versions/renumber-versions.ts";
import type { Database } from "#app/database/database.ts";
import type { ReadRecords, RecordList } from "./bundle.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** An import that was read and checked, ready to be carried out. */
export interface Plan {
  settings: ((names: PlannedNames) => Settings) | null;
  categories: { taxonomy: Taxonomy; name: string; summary: string }[];
  pictures: PlannedFile[];
  documents: PlannedFile[];
  /** Files that are not in the import and that the site has from an earlier one: their ids, by the key that texts and fields name them by. */
  filesHere?: ReadonlyMap<string, string>;
  entries: PlannedEntry[];
  redirects: PlannedRedirect[];
  /** What people sent and did; null where nothing of it comes. */
  records: PlannedRecords | null;
  trash: PlannedTrash | null;
  versions: PlannedVersions | null;
  /** Most bytes of one picture; more than a visitor may send, since the deployer's own files come here. */
  pictureBytes: number;
  /** Hears of files that turned out to be no pictures; without it the import is refused. */
  leavePicture?: (picture: PlannedFile, why: string) => void;
}

export interface PlannedFile {
  /** With its folder: by which links name it, and fields without the folder. */
  key: string;
  /** As the library calls it. */
  name: string;
  alt: string;
  focal: [number, number];
  tags: readonly string[];
  /** Since when it lies in the trash; null where it does not. */
  deletedAt: string | null;
  place: ImportLocation;
  read(): Promise<Uint8Array>;
}

/** Rows that were checked, ready to be stored. */
export interface PlannedRecords {
  /** How many of each list will be stored. */
  counts: Map<string, number>;
  lists: readonly RecordList[];
  /** Accounts that the site has by the id they come with: the ids they have here. They stay as they are. */
  samePeople: Map<string, string>;
}

/** Checked entries of the trash, which wait where they were written. */
export interface PlannedTrash {
  read: ReadRecords;
  count: number;
}

/** Checked versions, which wait where they were written. */
export interface PlannedVersions {
  read: ReadRecords;
  /** By what they are versions of. */
  numbers: Map<string, VersionNumbers>;
  count: number;
}

export type WantedState = "draft" | "scheduled" | "published" | "archived";

export interface PlannedEntry {
  kind: Kind;
  place: ImportLocation;
  title: string;
  /** The data of the public version, or of the only one. */
  data(names: PlannedNames): Record<string, unknown>;
  /** The newest version, where it is not the public one. */
  draft: {
    data(names: PlannedNames): Record<string, unknown>;
    publishAt: string | null;
    place: ImportLocation;
  } | null;
  /** Its own day, `2026-02-14`, in a kind that is ordered by one. */
  day: string | null;
  /** Who wrote it, where that is a name without a record. */
  authorName: string | null;
  state: WantedState;
  position: number | null;
  publishAt: string | null;
  unpublishAt: string | null;
  publishedAt: string | null;
  /** When it was made and last changed where it comes from; null where that isn't said. */
  createdAt: string | null;
  updatedAt: string | null;
  /** Address parts under which it was known before. */
  formerAddresses: string[];
  /** Its id in the feeds of its former site; null for a new one. */
  guid: string | null;
  /** Kept with its first version, where there is something to say. */
  note?: string;
}

/** What of an entry is needed apart from its data, which is not kept. */
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
  /** A file by its key. */
  to: { kind: Kind; title: string } | { file: string } | { path: string } | { url: string };
  place: ImportLocation;
}

/** What names stand for; null for what is not there (yet). */
export interface PlannedNames {
  picture(name: string): string | null;
  /** A picture or document by its folder and name, such as `documents/price-list.pdf`. */
  file(name: string): string | null;
  category(taxonomy: string, name: string): string | null;
  entry(kind: string, title: string): string | null;
}

/** Where nothing is named. */
export const noNames: PlannedNames = {
  picture: () => null,
  file: () => null,
  category: () => null,
  entry: () => null,
};

/** What the site holds already, by the form that look-ups compare. */
export interface SiteContents {
  entries: Map<string, string>;
  categories: Map<string, string>;
  hasSettings: boolean;
}

export interface Checking {
  names: PlannedNames;
  collector: ProblemCollector;
}

/** Who imports, and when. */
export interface ImportContext extends ActionContext {
  /** Whether entries of the site with the same address get a new version; otherwise they are refused. */
  replace?: boolean;
  /** Hears how far an import is. */
  onProgress?: (step: ImportStep, done: number, total: number) => void;
}

/** Files are drawn and stored, entries are created and brought to their state. */
export type ImportStep = "files" | "entries";

/** What the site holds already, for names that lead there and addresses that are taken. */
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

/** Under which an entry of a kind, or a category of a taxonomy, is found by its title or name. */
export function nameKey(group: string, name: string): string {
  return `${group} ${slugKey(toSlug(name))}`;
}

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

/** Gives posts that come with no more than an author's name the record of that name, and makes those that are not there. */
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
  };
}
