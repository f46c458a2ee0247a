import type { Kind } from "#app/content/kind.ts";
import type { RecordTable } from "../records/record-tables.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** A value as it was written, not yet checked. */
export interface BundlePart {
  value: unknown;
  place: ImportLocation;
}

/** One entry as it was written: its fields, and its text in Markdown. */
export interface FrontMatterDocument {
  fields: BundlePart;
  text: string;
  /** File line of a line of the text, counted from 1. */
  textLine(line: number): number | null;
}

export interface EntrySheets {
  sheet: FrontMatterDocument;
  /** The newest version, where it is not the public one. */
  draft: FrontMatterDocument | null;
}

/** An entry that waits where it was written: an import of any size keeps none of their texts. */
export interface BundleEntry {
  kind: Kind;
  /** Reads it, each time anew; null where it can't be read, which is noted. Throws NotImportable when it was written to since the import began. */
  read(collector: ProblemCollector): EntrySheets | null;
}

/** Everything that came with an import, read but not yet checked. */
export interface ImportBundle {
  settings: BundlePart | null;
  categories: BundlePart | null;
  /** A list of file name, alternative text and focal point. */
  pictures: BundlePart | null;
  redirects: BundlePart | null;
  /** A list of file name and tags. */
  documents: BundlePart | null;
  entries: BundleEntry[];
  /** What people sent and did. */
  records: RecordList[];
  /** Entries that lay in the trash; null where none come. */
  trash: ReadRecords | null;
  /** What is known of the versions of entries, and the old ones themselves; null where none come. */
  versions: ReadRecords | null;
  /** Names of the pictures that are there. */
  pictureNames: string[];
  readPicture(name: string): Promise<Uint8Array>;
  /** Names of the PDFs that are there. */
  documentNames: string[];
  readDocument(name: string): Promise<Uint8Array>;
}

/** A row of an import, which waits where it was written. */
export interface BundleRecord {
  value: unknown;
  place: ImportLocation;
}

/** The rows of a list, read anew each time; what can't be read is noted. */
export type ReadRecords = (collector: ProblemCollector) => Iterable<BundleRecord>;

/** One list of an import. */
export interface RecordList {
  table: RecordTable;
  read: ReadRecords;
}
