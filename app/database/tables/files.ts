import type { Generated } from "kysely";

export interface FileTable {
  id: string;
  /** As people call it; never part of an address. */
  name: string;
  /** What lists by name are ordered by. */
  name_key: Generated<string>;
  /** Words of name, alternative text and tags, folded, each after a space. */
  search: Generated<string>;
  /** `image/webp` for every picture, `application/pdf` for a document. */
  type: string;
  /** Of pictures; 0 for documents. */
  width: number;
  height: number;
  /** Of documents, where it could be told. */
  pages: number | null;
  /** Of all its stored files. */
  bytes: number;
  alt: string;
  focal_x: number;
  focal_y: number;
  /** A tiny blurred picture as a data address. */
  placeholder: string;
  created_at: string;
  created_by: string | null;
  updated_at: Generated<string>;
  /** Grows with every change to this row. */
  version: Generated<number>;
  /** Which of its bytes are shown; part of their names and addresses from the second on. */
  revision: Generated<number>;
  last_revision: Generated<number>;
  /** JSON: what was shown before, while it can be brought back. */
  former: string | null;
  deleted_at: string | null;
  /** So that an upload sent twice is kept once. */
  upload_key: string | null;
  upload_hash: string | null;
}

export interface FileTagTable {
  file_id: string;
  tag: string;
  tag_key: string;
}
