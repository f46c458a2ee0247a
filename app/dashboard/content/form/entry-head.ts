import type { StaffEntry } from "#app/content/entry.ts";
import type { Kind } from "#app/content/kind.ts";
import { checkBeforePublish, type Finding } from "#app/content/publishing/publish-check.ts";
import { readVersion } from "#app/content/versions/read-versions.ts";
import type { Staff } from "#app/dashboard/parts/require-screen.ts";
import type { Database } from "#app/database/database.ts";
import type { State } from "#app/database/tables/content.ts";

/** Where an entry stands, for the screen that edits it; plain data for the browser. */
export interface EntryHead {
  id: string;
  title: string;
  /** Public path of what is public now, or will be. */
  path: string;
  state: State;
  /** The newest, which the next save is based on. */
  version: number;
  liveVersion: number | null;
  /** When it first became public. */
  publishedAt: string | null;
  publishAt: string | null;
  unpublishAt: string | null;
  deletedAt: string | null;
  /** Who saved the newest version, and when. */
  savedBy: string;
  savedAt: string;
  isMine: boolean;
  /** Whether the newest version is one that nobody has asked to keep. */
  isAutosave: boolean;
  /** What stands against publishing it. */
  findings: Finding[];
}

export async function readEntryHead(
  { db, person, publicUrl }: Pick<Staff, "db" | "person" | "publicUrl">,
  kind: Kind,
  entry: StaffEntry,
): Promise<EntryHead> {
  const newest = await readVersion(db, kind, entry.id, entry.version);
  const { id, title, path, state, version, liveVersion, publishedAt, publishAt, unpublishAt, deletedAt } =
    entry;
  return {
    id,
    title,
    path,
    state,
    version,
    liveVersion,
    publishedAt,
    publishAt,
    unpublishAt,
    deletedAt,
    savedBy: await readName(db, newest.author_id),
    savedAt: newest.created_at,
    isMine: newest.author_id === person.id,
    isAutosave: newest.is_autosave === 1,
    findings: await checkBeforePublish(db, kind, newest.data, { publicUrl }),
  };
}

/** The name of whoever wrote a version; parts of the product write some. */
export async function readName(db: Database, id: string | null): Promise<string> {
  const person = await db.query
    .selectFrom("users")
    .select("name")
    .where("id", "=", id ?? "")
    .executeTakeFirst();
  return person?.name ?? "Somebody";
}
