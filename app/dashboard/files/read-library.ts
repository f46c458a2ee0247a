import type { Database } from "#app/database/database.ts";
import { listTags } from "#app/files/library/file-text.ts";
import { countFiles, type LibraryFile, type LibraryQuery, listFiles } from "#app/files/library/library.ts";
import { countUses } from "#app/files/library/where-used.ts";
import { pictureAddress, widthsOf } from "#app/files/pictures/picture.ts";
import {
  fileFilterLabels,
  type LibraryView,
  libraryAddress,
  sortLabels,
  usualView,
} from "./library-address.ts";

/** A file as the grid and the list show it. */
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

/** The page of the library that an address asks for; a word it doesn't know counts as not given. */
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
  const oneOf = <Word extends string>(name: string, known: Record<Word, unknown>, usual: Word) => {
    const said = query.get(name) ?? "";
    // Own keys of the record are its words.
    return Object.hasOwn(known, said) ? (said as Word) : usual;
  };
  return {
    q: words("q"),
    tag: words("tag"),
    show: oneOf("show", fileFilterLabels, usualView.show),
    sort: oneOf("sort", sortLabels, usualView.sort),
    view: oneOf("view", { grid: 1, list: 1 }, usualView.view),
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
