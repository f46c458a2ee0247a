import type { Kind } from "#app/content/kind.ts";
import type { Place } from "./problems.ts";

/** A value as it was written, not yet checked. */
export interface Piece {
  value: unknown;
  place: Place;
}

/** One entry as it was written: its fields, and its text in Markdown. */
export interface Sheet {
  fields: Piece;
  text: string;
  /** File line of a line of the text, counted from 1. */
  textLine(line: number): number | null;
}

export interface ParcelEntry {
  kind: Kind;
  sheet: Sheet;
  /** The newest version, where it is not the public one. */
  draft: Sheet | null;
}

/** Everything that came with an import, read but not yet checked. */
export interface Parcel {
  settings: Piece | null;
  categories: Piece | null;
  /** A list of file name, alternative text and focal point. */
  pictures: Piece | null;
  redirects: Piece | null;
  entries: ParcelEntry[];
  /** Names of the pictures that are there. */
  pictureNames: string[];
  readPicture(name: string): Promise<Uint8Array>;
  /** Names of the PDFs that are there. */
  documentNames: string[];
  readDocument(name: string): Promise<Uint8Array>;
}
