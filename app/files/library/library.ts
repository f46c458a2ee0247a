import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Database } from "#app/database/database.ts";
import { readPage } from "#app/database/paging.ts";
import type { Schema } from "#app/database/schema.ts";
import type { FileTable } from "#app/database/tables/content.ts";
import { DomainError } from "#app/platform/domain-error.ts";
import { foldText } from "#app/text/fold.ts";
import { isWholeWord, wordsOfQuery } from "#app/text/words.ts";
import { readTags } from "./file-text.ts";
import { idsInSettings } from "./where-used.ts";

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
export interface PreviousFile {
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
    replacedAt: readPrevious(row)?.until ?? null,
  };
}

export function readPrevious({ previous }: Pick<FileRow, "previous">): PreviousFile | null {
  // Written by a replacement, and by nothing else.
  return previous === null ? null : (JSON.parse(previous) as PreviousFile);
}

export const fileSorts = ["newest", "oldest", "name", "largest"] as const;
export const shows = ["without-alt", "unused", "trash"] as const;

export interface LibraryQuery {
  /** Words of name, alternative text or tags, by their beginnings. */
  q?: string | undefined;
  tag?: string | undefined;
  kind?: "picture" | "pdf" | undefined;
  show?: (typeof shows)[number] | undefined;
  sort?: (typeof fileSorts)[number] | undefined;
  /** Cursor of the page before, or after, the one wanted. */
  after?: string | undefined;
  before?: string | undefined;
  /** At most 100; 48 unless it is said otherwise. */
  limit?: number | undefined;
}

export interface LibraryPage {
  files: LibraryFile[];
  next: string | null;
  previous: string | null;
}

/** One page of the library; paged by place, so that the last page costs what the first does. */
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

/** The pictures of these ids, then the newest forty; none that lie in the trash. */
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

/** What files are called, also those of the trash, in no order. */
export async function findFileNames(
  { query }: Database,
  ids: readonly string[],
): Promise<Pick<FileRow, "id" | "name">[]> {
  return query.selectFrom("files").select(["id", "name"]).where("id", "in", ids).execute();
}

/** How many files there are of what was asked for. */
export async function countFiles(db: Database, query: LibraryQuery = {}): Promise<number> {
  const all = db.query.selectFrom("files").select((eb) => eb.fn.countAll<number>().as("count"));
  const row = await (await filter(db, all, query)).executeTakeFirst();
  return Number(row?.count ?? 0);
}

/** One file, also of the trash. Throws a DomainError when there is none. */
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
  // Words hold nothing that LIKE reads as a wildcard.
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
