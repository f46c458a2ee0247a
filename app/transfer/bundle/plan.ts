import type { ActionContext } from "#app/audit/audit.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import type { Kind } from "#app/content/kind.ts";
import type { Taxonomy } from "#app/content/kinds.ts";
import type { VersionNumbers } from "#app/content/versions/renumber-versions.ts";
import type { ReadRecords, RecordList } from "./bundle.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** An import that was read and checked, ready to be carried out. */
export interface Plan {
  settings: ((names: PlannedNames) => Settings) | null;
  categories: { taxonomy: Taxonomy; name: string; summary: string }[];
  pictures: PlannedFile[];
  documents: PlannedFile[];
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
