import type { Kind } from "#app/domain/content/kind.ts";
import type { RecordTable } from "../records/record-tables.ts";
import type { ImportLocation, ProblemCollector } from "./problems.ts";

/** A value from an import file, not yet validated. */
export interface BundlePart {
  value: unknown;
  place: ImportLocation;
}

/** The unvalidated fields of an entry, and its text in Markdown. */
export interface FrontMatterDocument {
  fields: BundlePart;
  text: string;
  /** File line of a line of the text; both count from 1. */
  textLine(line: number): number | null;
}

export interface EntrySheets {
  /** All unvalidated fields, with the text as `body` and a newer version as `draft`. */
  written: unknown;
  sheet: FrontMatterDocument;
  /** The newest version, if it is not the public one. */
  draft: FrontMatterDocument | null;
}

/** An entry whose data stays in its file, so that memory does not grow with the import. */
export interface BundleEntry {
  kind: Kind;
  /** Reads the entry from its file; notes problems and then returns null. Throws NotImportable if the file has changed. */
  read(collector: ProblemCollector): EntrySheets | null;
}

/** All parts of an import, not yet validated. */
export interface ImportBundle {
  settings: BundlePart | null;
  categories: BundlePart | null;
  /** A list of file name, alternative text and focal point. */
  pictures: BundlePart | null;
  redirects: BundlePart | null;
  /** A list of file name and tags. */
  documents: BundlePart | null;
  entries: BundleEntry[];
  /** Lists of records, such as accounts and messages. */
  records: RecordList[];
  /** Entries in the trash; null without any. */
  trash: ReadRecords | null;
  /** Metadata of all versions, and the data of old ones; null without any. */
  versions: ReadRecords | null;
  /** File names of the pictures. */
  pictureNames: string[];
  readPicture(name: string): Promise<Uint8Array>;
  /** File names of the PDFs. */
  documentNames: string[];
  readDocument(name: string): Promise<Uint8Array>;
}

/** One row of a list. */
export interface BundleRecord {
  value: unknown;
  place: ImportLocation;
}

/** Reads the rows of a list from its file on every call, and notes unreadable ones. */
export type ReadRecords = (collector: ProblemCollector) => Iterable<BundleRecord>;

/** One list of an import. */
export interface RecordList {
  table: RecordTable;
  read: ReadRecords;
}
