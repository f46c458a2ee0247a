import type { Database } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { type Repeated, repeat } from "#app/platform/repeat.ts";
import type { FileStore } from "./store.ts";

const dayMs = 86_400_000;

/** Looks once a day for files that belong to nothing. */
export function startFileUpkeep(
  db: Database,
  store: FileStore,
  clock: Clock,
  onError: (error: unknown) => void,
): Repeated {
  return repeat(() => sweepFiles(db, store, clock.now()), dayMs, onError);
}

/** Removes stored files that have had no row for a day, such as those of an import that was killed; answers how many. */
export async function sweepFiles(db: Database, store: FileStore, now: Date): Promise<number> {
  const old = (await store.list()).filter((file) => file.changedAt.getTime() < now.getTime() - dayMs);
  const rows = await db.query.selectFrom("files").select("id").execute();
  const known = new Set(rows.map((row) => row.id));
  const lost = old.filter((file) => !known.has(file.name.slice(0, file.name.indexOf("/"))));
  for (const file of lost) await store.remove(file.name);
  return lost.length;
}
