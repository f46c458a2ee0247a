import type { Selectable, SelectQueryBuilder } from "kysely";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { foldText } from "#app/lib/text/fold.ts";
import { isWholeWord, wordsOfQuery } from "#app/lib/text/words.ts";
import type { Database } from "#app/platform/database/database.ts";
import { readPage } from "#app/platform/database/paging.ts";
import type { Schema } from "#app/platform/database/schema.ts";
import type { FileTable } from "#app/platform/database/tables/content.ts";
import { readTags } from "./file-text.ts";
import { idsInSettings } from "./where-used.ts";

/** A file as shown in the dashboard. */
export interface LibraryFile {
  id: string;
  kind: "picture" | "pdf";
  name: string;
  alt: string;
  /** Position of the subject, from 0 to 1, left to right and top to bottom. */
  focal: [number, number];
  tags: string[];
  /** In pixels for pictures; 0 for documents. */
  width: number;
  height: number;
  placeholder: string;
  /** Page count of a document, if known. */
  pages: number | null;
  /** Total size of all its stored files. */
  bytes: number;
  revision: number;
  /** Increases with every change, to detect concurrent edits. */
  version: number;
  createdAt: string;
  createdBy: string | null;
  updatedAt: string;
  deletedAt: string | null;
  /** Time of the last replacement while the previous bytes can be restored, else null. */
  replacedAt: string | null;
}

/** The state of a file before its replacement. */
export interface PreviousFile {
  revision: number;
  width: number;
  height: number;
  placeholder: string;
  pages: number | null;
  bytes: number;
  /** Time of the replacement. */
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
    replacedAt: readPrevious(row)?.until ?? null,
  };
}

export function readPrevious({ previous }: Pick<FileRow, "previous">): PreviousFile | null {
  // Only replacements write this JSON.
  return previous === null ? null : (JSON.parse(previous) as PreviousFile);
}

export const fileSorts = ["newest", "oldest", "name", "largest"] as const;
export const shows = ["without-alt", "unused", "trash"] as const;

export interface LibraryQuery {
  /** Prefixes of words in name, alternative text or tags. */
  q?: string | undefined;
  tag?: string | undefined;
  kind?: "picture" | "pdf" | undefined;
  show?: (typeof shows)[number] | undefined;
  sort?: (typeof fileSorts)[number] | undefined;
  /** Cursor of the next page (`after`) or previous page (`before`). */
  after?: string | undefined;
  before?: string | undefined;
  /** Maximum 100, default 48. */
  limit?: number | undefined;
}

export interface LibraryPage {
  files: LibraryFile[];
  next: string | null;
  previous: string | null;
}

/** Lists a page of the library by keyset, so that all pages cost the same. */
export async function listFiles(db: Database, query: LibraryQuery = {}): Promise<LibraryPage> {
  const { column, direction } = orders[query.sort ?? "newest"];
  const { after, before, limit = 48 } = query;
  const wanted = await filter(db, db.query.selectFrom("files").selectAll(), query);
  const { rows, next, previous } = await readPage(
    wanted,
    { after, before, limit },
    {
      direction,
      sortKey: column,
      isNumber: column === "bytes",
      sortKeyOf: (row) => row[column],
    },
  );
  return { files: await presentAll(db, rows), next, previous };
}

/** Lists the pictures with these ids, then the newest forty, without trashed ones. */
export async function listPictureRows({ query }: Database, ids: readonly string[]): Promise<FileRow[]> {
  const pictures = query
    .selectFrom("files")
    .selectAll()
    .where("type", "like", "image/%")
    .where("deleted_at", "is", null);
  const named = ids.length === 0 ? [] : await pictures.where("id", "in", ids).execute();
  const newest = await pictures.orderBy("created_at", "desc").limit(40).execute();
  return [...new Map([...named, ...newest].map((row) => [row.id, row])).values()];
}

/** Reads file names, including trashed files, in no order. */
export async function findFileNames(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<FileRow, "id" | "name">[]> {
  return query.selectFrom("files").select(["id", "name"]).where("id", "in", ids).execute();
}

/** Counts the files that match the query. */
export async function countFiles(db: Database, query: LibraryQuery = {}): Promise<number> {
  const all = db.query.selectFrom("files").select((eb) => eb.fn.countAll<number>().as("count"));
  const row = await (await filter(db, all, query)).executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** Reads a file, even from the trash. Throws a `DomainError` if it does not exist. */
export async function readFile(db: Database, id: string): Promise<LibraryFile> {
  const row = await db.query.selectFrom("files").selectAll().where("id", "=", id).executeTakeFirst();
  const [file] = row ? await presentAll(db, [row]) : [];
  if (!file) throw new DomainError("missing", "There is no such file.");
  return file;
}

export async function presentAll(db: Database, rows: readonly FileRow[]): Promise<LibraryFile[]> {
  const tags = await readTags(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => presentLibraryFile(row, tags.get(row.id) ?? []));
}

const orders = {
  newest: { column: "created_at", direction: "desc" },
  oldest: { column: "created_at", direction: "asc" },
  name: { column: "name_key", direction: "asc" },
  largest: { column: "bytes", direction: "desc" },
} as const;

type Files<Row> = SelectQueryBuilder<Schema, "files", Row>;

async function filter<Row>(
  db: Database,
  query: Files<Row>,
  { q = "", tag, kind, show }: LibraryQuery,
): Promise<Files<Row>> {
  let wanted = query.where("deleted_at", show === "trash" ? "is not" : "is", null);
  // Words contain no LIKE wildcards.
  for (const word of wordsOfQuery(q))
    wanted = wanted.where("search", "like", isWholeWord(word) ? `% ${word} %` : `% ${word}%`);
  if (kind) wanted = wanted.where("type", kind === "pdf" ? "=" : "!=", pdfType);
  if (show === "without-alt") wanted = wanted.where("alt", "=", "").where("type", "!=", pdfType);
  if (tag !== undefined)
    wanted = wanted.where("id", "in", (eb) =>
      eb.selectFrom("file_tags").select("file_id").where("tag_key", "=", foldText(tag)),
    );
  return show === "unused" ? onlyUnused(db, wanted) : wanted;
}

async function onlyUnused<Row>(db: Database, query: Files<Row>): Promise<Files<Row>> {
  const inSettings = [...(await idsInSettings(db))];
  const wanted = query.where(({ not, exists, selectFrom }) =>
    not(
      exists(
        selectFrom("entry_links")
          .select("to_id")
          .where("to_type", "=", "file")
          .whereRef("to_id", "=", "files.id"),
      ),
    ),
  );
  return inSettings.length === 0 ? wanted : wanted.where("id", "not in", inSettings);
}
