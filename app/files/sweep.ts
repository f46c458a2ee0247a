import { type Database, write } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import { doToMany, mostAtOnce } from "./bulk.ts";
import { type FileRow, readFormer } from "./library-file.ts";
import { readRevision } from "./revision.ts";
import type { FileStore } from "./store.ts";
import { purgeFile, removeBytes, trashDays } from "./trash-file.ts";

const dayMs = 86_400_000;

/** Looks once a day for files whose time is over, and every ten minutes for drafts that nobody waits for. */
export function startFileUpkeep(
  db: Database,
  store: FileStore,
  clock: Clock,
  onError: (error: unknown) => void,
): Repeated {
  const jobs = [
    repeat(() => emptyTrash(db, store, clock.now()), dayMs, onError),
    repeat(() => sweepFiles(db, store, clock.now()), dayMs, onError),
    repeat(() => store.tidy(clock.now()), 600_000, onError),
  ];
  return { stop: async () => void (await Promise.all(jobs.map((job) => job.stop()))) };
}

/** Deletes for good what has been in the trash, or replaced, for 30 days; answers how many files. */
export async function emptyTrash(db: Database, store: FileStore, now: Date): Promise<number> {
  const before = new Date(now.getTime() - trashDays * dayMs).toISOString();
  const deed = { actor: { id: "sweep", requestId: "" }, now };
  const old = await db.query
    .selectFrom("files")
    .select("id")
    .where("deleted_at", "<", before)
    .limit(mostAtOnce)
    .execute();
  const { done } = await doToMany(
    old.map(({ id }) => id),
    (id) => write(db, (tx) => purgeFile(tx, id, deed)),
  );
  await removeBytes(store, done);
  await forgetFormer(db, before);
  const dayAgo = new Date(now.getTime() - dayMs).toISOString();
  await db.query
    .updateTable("files")
    .set({ upload_key: null, upload_hash: null })
    .where("upload_key", "is not", null)
    .where("created_at", "<", dayAgo)
    .execute();
  return done.length;
}

/** Removes stored files that nothing can show any more, such as those of an import that was killed; answers how many. */
export async function sweepFiles(db: Database, store: FileStore, now: Date): Promise<number> {
  const old = (await store.list()).filter((file) => file.changedAt.getTime() < now.getTime() - dayMs);
  const rows = await db.query.selectFrom("files").select(["id", "revision", "former"]).execute();
  const known = new Map(rows.map((row) => [row.id, revisionsOf(row)]));
  const lost = old.filter(({ name }) => {
    const [id = "", file = ""] = name.split("/");
    return !known.get(id)?.includes(readRevision(file).revision);
  });
  for (const file of lost) await store.remove(file.name);
  return lost.length;
}

function revisionsOf(row: Pick<FileRow, "revision" | "former">): number[] {
  const former = readFormer(row);
  return former ? [row.revision, former.revision] : [row.revision];
}

/** What was replaced before a moment can't be brought back any more; its bytes go with the next sweep. */
async function forgetFormer(db: Database, before: string): Promise<void> {
  const rows = await db.query
    .selectFrom("files")
    .select(["id", "former"])
    .where("former", "is not", null)
    .execute();
  for (const { id, former } of rows)
    if ((readFormer({ former })?.until ?? "") < before)
      // Unless it was replaced again meanwhile.
      await db.query
        .updateTable("files")
        .set({ former: null })
        .where("id", "=", id)
        .where("former", "=", former)
        .execute();
}
