import type { Selectable } from "kysely";
import type { FileTable } from "#app/database/tables/content.ts";

/** A file as staff see it. */
export interface LibraryFile {
  id: string;
  kind: "picture" | "pdf";
  name: string;
  alt: string;
  /** Where the subject is, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  tags: string[];
  /** Of pictures; 0 for documents. */
  width: number;
  height: number;
  placeholder: string;
  /** Of documents, where it could be told. */
  pages: number | null;
  /** Of all its stored files. */
  bytes: number;
  revision: number;
  /** Grows with every change, so that nobody overwrites what they did not see. */
  version: number;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  deletedAt: string | null;
  /** When what is shown took the place of something that can still be brought back; null where there is nothing. */
  replacedAt: string | null;
}

/** What was shown before a file was replaced. */
export interface FormerFile {
  revision: number;
  width: number;
  height: number;
  placeholder: string;
  pages: number | null;
  bytes: number;
  /** When it was replaced. */
  until: string;
}

export type FileRow = Selectable<FileTable>;

export const pdfType = "application/pdf";

export function presentLibraryFile(row: FileRow, tags: string[]): LibraryFile {
  const { id, name, alt, width, height, placeholder, pages, bytes, revision, version } = row;
  return {
    id,
    name,
    alt,
    tags,
    width,
    height,
    placeholder,
    pages,
    bytes,
    revision,
    version,
    kind: row.type === pdfType ? "pdf" : "picture",
    focal: [row.focal_x, row.focal_y],
    createdAt: row.created_at,
    createdBy: row.created_by,
    updatedAt: row.updated_at,
    deletedAt: row.deleted_at,
    replacedAt: readFormer(row)?.until ?? null,
  };
}

export function readFormer({ former }: Pick<FileRow, "former">): FormerFile | null {
  // Written by a replacement, and by nothing else.
  return former === null ? null : (JSON.parse(former) as FormerFile);
}
