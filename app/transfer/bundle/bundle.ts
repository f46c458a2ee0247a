import type { Kind } from "#app/content/kind.ts";
import type { ImportLocation } from "./problems.ts";

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

export interface BundleEntry {
  kind: Kind;
  sheet: FrontMatterDocument;
  /** The newest version, where it is not the public one. */
  draft: FrontMatterDocument | null;
}

/** Everything that came with an import, read but not yet checked. */
export interface ImportBundle {
  settings: BundlePart | null;
  categories: BundlePart | null;
  /** A list of file name, alternative text and focal point. */
  pictures: BundlePart | null;
  redirects: BundlePart | null;
  entries: BundleEntry[];
  /** Names of the pictures that are there. */
  pictureNames: string[];
  readPicture(name: string): Promise<Uint8Array>;
  /** Names of the PDFs that are there. */
  documentNames: string[];
  readDocument(name: string): Promise<Uint8Array>;
}
