import { listTags } from "#app/domain/files/library/file-text.ts";
import {
  countFiles,
  type LibraryFile,
  type LibraryQuery,
  listFiles,
} from "#app/domain/files/library/library.ts";
import { countUses } from "#app/domain/files/library/where-used.ts";
import { pictureAddress, widthsOf } from "#app/domain/files/pictures/picture.ts";
import type { Database } from "#app/platform/database/database.ts";
import {
  defaultView,
  fileFilterLabels,
  type LibraryView,
  libraryAddress,
  sortLabels,
} from "./library-address.ts";

/** File in the library's grid or list. */
export interface LibraryItem {
  id: string;
  kind: LibraryFile["kind"];
  name: string;
  alt: string;
  tags: string[];
  width: number;
  height: number;
  pages: number | null;
  bytes: number;
  createdAt: string;
  deletedAt: string | null;
  /** Null for documents. */
  thumb: string | null;
  uses: number;
}

/** Reads the page of the library for an address; invalid parameters count as missing. */
export async function readLibrary(db: Database, address: URL) {
  const { searchParams } = address;
  const view = readView(searchParams);
  const query = queryOf(view);
  const place = {
    after: searchParams.get("after") ?? undefined,
    before: searchParams.get("before") ?? undefined,
  };
  const { files, next, previous } = await listFiles(db, { ...query, ...place });
  const uses = await countUses(
    db,
    files.map(({ id }) => id),
  );
  return {
    view,
    items: files.map((file) => presentItem(file, uses.get(file.id) ?? 0)),
    count: await countFiles(db, query),
    tags: await listTags(db),
    next: next && libraryAddress(view, { after: next }),
    previous: previous && libraryAddress(view, { before: previous }),
  };
}

export type Library = Awaited<ReturnType<typeof readLibrary>>;

function readView(query: URLSearchParams): LibraryView {
  const words = (name: string) => (query.get(name) ?? "").replaceAll("\0", "").slice(0, 200);
  const oneOf = <Word extends string>(name: string, allowed: Record<Word, unknown>, fallback: Word) => {
    const value = query.get(name) ?? "";
    // Only own keys of the record are valid values.
    return Object.hasOwn(allowed, value) ? (value as Word) : fallback;
  };
  return {
    q: words("q"),
    tag: words("tag"),
    show: oneOf("show", fileFilterLabels, defaultView.show),
    sort: oneOf("sort", sortLabels, defaultView.sort),
    view: oneOf("view", { grid: 1, list: 1 }, defaultView.view),
  };
}

function queryOf({ q, tag, show, sort }: LibraryView): LibraryQuery {
  const isKind = show === "picture" || show === "pdf";
  return {
    q,
    sort,
    ...(tag && { tag }),
    ...(isKind && { kind: show }),
    ...(!isKind && show !== "all" && { show }),
  };
}

function presentItem(file: LibraryFile, uses: number): LibraryItem {
  const { id, kind, name, alt, tags, width, height, pages, bytes, createdAt, deletedAt } = file;
  const thumb = kind === "pdf" ? null : pictureAddress(file, widthsOf(width)[0] ?? width, "webp");
  return { id, kind, name, alt, tags, width, height, pages, bytes, createdAt, deletedAt, thumb, uses };
}
