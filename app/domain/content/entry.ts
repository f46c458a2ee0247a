import type { Selectable } from "kysely";
import type { Picture } from "#app/domain/files/pictures/picture.ts";
import type { EntryTable, EntryVersionTable, State } from "#app/platform/database/tables/content.ts";
import type { CardDataOf, DataOf, Kind } from "./kind.ts";
import { entryPath } from "./urls/slug.ts";

/** Common fields of every view of an entry. */
interface EntryHead {
  id: string;
  slug: string;
  title: string;
  /** Public path of its page, or of its list if the kind has no pages. */
  path: string;
  position: number;
  publishedAt: string | null;
  updatedAt: string;
}

/** Public entry as lists show it, without its picture, which requires another query. */
export interface CoverlessCard<K extends Kind = Kind> extends EntryHead {
  data: CardDataOf<K> & { cover: string | null };
  /** Reading time in minutes. */
  minutes: number;
}

/** Public entry as lists show it. */
export interface Card<K extends Kind = Kind> extends CoverlessCard<K> {
  cover: Picture | null;
}

/** Public entry as its page shows it. */
export interface Entry<K extends Kind = Kind> extends EntryHead {
  data: DataOf<K>;
  /** Position in the public list of its kind. */
  sortKey: string;
  /** Total of its rich texts. */
  words: number;
  /** Reading time in minutes. */
  minutes: number;
}

/** Entry as staff see it: one of its versions, and its state. */
export interface StaffEntry<K extends Kind = Kind> extends EntryHead {
  state: State;
  data: DataOf<K>;
  version: number;
  /** Id of the account that saved this version; null without an account. */
  versionBy: string | null;
  /** Time of saving. */
  versionAt: string;
  isAutosave: boolean;
  liveVersion: number | null;
  publishAt: string | null;
  unpublishAt: string | null;
  deletedAt: string | null;
}

export type EntryRow = Selectable<EntryTable>;
type HeadRow = Pick<EntryRow, "id" | "slug" | "title" | "position" | "published_at" | "updated_at">;

export const headColumns = ["entries.id", "slug", "title", "position", "published_at", "updated_at"] as const;

export function presentEntryHead(kind: Kind, row: HeadRow): EntryHead {
  const { id, slug, title, position } = row;
  return {
    id,
    slug,
    title,
    path: entryPath(kind, slug),
    position,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  };
}

/** State of an entry. The public sees it whenever it has a public version. */
export function stateOf(
  row: Pick<EntryRow, "live_version" | "latest_version" | "publish_at" | "state">,
): State {
  if (row.state === "archived" && row.live_version === null && row.publish_at === null) return "archived";
  if (row.publish_at !== null) return "scheduled";
  if (row.live_version === null) return "draft";
  return row.live_version === row.latest_version ? "published" : "changed";
}

/** Version of an entry with the fields that screens and responses show. */
export type EntryVersion<K extends Kind> = Pick<
  Selectable<EntryVersionTable>,
  "number" | "author_id" | "created_at" | "is_autosave"
> & { data: DataOf<K> };

export function presentForStaff<K extends Kind>(
  kind: K,
  row: EntryRow,
  version: EntryVersion<K>,
): StaffEntry<K> {
  const {
    state,
    live_version: liveVersion,
    publish_at: publishAt,
    unpublish_at: unpublishAt,
    deleted_at: deletedAt,
  } = row;
  return {
    ...presentEntryHead(kind, row),
    state,
    data: version.data,
    version: version.number,
    versionBy: version.author_id,
    versionAt: version.created_at,
    isAutosave: version.is_autosave === 1,
    liveVersion,
    publishAt,
    unpublishAt,
    deletedAt,
  };
}
