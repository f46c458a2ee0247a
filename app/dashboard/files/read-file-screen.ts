import { fieldsOfKind } from "#app/content/kind.ts";
import { findKind } from "#app/content/kinds.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";
import { documentAddress, lastingAddress } from "#app/files/library/file-address.ts";
import { listTags } from "#app/files/library/file-text.ts";
import { readFile } from "#app/files/library/library.ts";
import type { LibraryFile } from "#app/files/library/library-file.ts";
import { type EntryUse, type FileUse, findUses } from "#app/files/library/where-used.ts";
import { largestAddress, pictureAddress, widthsOf } from "#app/files/pictures/picture.ts";

/** A place that shows a file, with the way there. */
export interface UsePlace {
  title: string;
  path: string;
  /** Such as "Post, cover picture". */
  detail: string;
  state: State | null;
  group: "On the site" | "In drafts" | "In the trash" | "In settings";
}

/** Everything the screen of one file shows. Throws a DomainError when there is none. */
export async function readFileScreen(db: Database, id: string, publicUrl: URL) {
  const file = await readFile(db, id);
  const author = await db.query
    .selectFrom("users")
    .select("name")
    .where("id", "=", file.createdBy ?? "")
    .executeTakeFirst();
  return {
    file,
    by: author?.name ?? null,
    ...addressesOf(file, publicUrl),
    places: (await findUses(db, id)).map(presentUse),
    tags: await listTags(db),
  };
}

export type FileScreen = Awaited<ReturnType<typeof readFileScreen>>;

/** @returns `lasting` goes on leading here when the file is replaced */
function addressesOf(file: LibraryFile, publicUrl: URL) {
  const lasting = new URL(lastingAddress(file), publicUrl).href;
  if (file.kind === "pdf") return { lasting, shown: documentAddress(file), sizes: [] };
  const sizes = widthsOf(file.width).map((width) => ({
    width,
    avif: pictureAddress(file, width, "avif"),
    webp: pictureAddress(file, width, "webp"),
  }));
  return { lasting, shown: largestAddress(file), sizes };
}

function presentUse(use: FileUse): UsePlace {
  if (use.where === "entry") return presentEntryUse(use);
  const path = "/dashboard/settings";
  return { title: "Settings", path, detail: use.field, state: null, group: "In settings" };
}

function presentEntryUse({ id, kind: name, title, field, state, isLive, isInTrash }: EntryUse): UsePlace {
  const kind = findKind(name);
  const label = kind && fieldsOfKind(kind).find(([one]) => one === field)?.[1].label;
  return {
    title,
    path: isInTrash || !kind ? "/dashboard/trash" : `/dashboard/${kind.dashboard.edit}/${id}`,
    detail: `${kind?.label.one ?? name}, ${(label ?? field).toLowerCase()}`,
    state,
    group: isInTrash ? "In the trash" : isLive ? "On the site" : "In drafts",
  };
}
