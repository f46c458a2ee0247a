import type { ActionContext } from "#app/audit/audit.ts";
import type { Settings } from "#app/company/settings-schema.ts";
import type { Kind } from "#app/content/kind.ts";
import type { Taxonomy } from "#app/content/kinds.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** An import that was read and checked, ready to be carried out. */
export interface Plan {
  settings: ((names: PlannedNames) => Settings) | null;
  categories: { taxonomy: Taxonomy; name: string; summary: string }[];
  pictures: PlannedFile[];
  documents: PlannedFile[];
  entries: PlannedEntry[];
  redirects: PlannedRedirect[];
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
  place: ImportLocation;
  read(): Promise<Uint8Array>;
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
  state: WantedState;
  position: number | null;
  publishAt: string | null;
  unpublishAt: string | null;
  publishedAt: string | null;
  /** Address parts under which it was known before. */
  formerAddresses: string[];
  /** Kept with its first version, where there is something to say. */
  note?: string;
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
}
