import { importFolder } from "./transfer/import-folder.ts";
import type { Database } from "./database/database.ts";
import type { FileStore } from "./files/store.ts";
import type { Clock } from "./platform/clock.ts";

/** Fills a site that holds nothing yet with the sample company, by the same import a deployer uses. */
export async function fillSample(
  db: Database,
  files: FileStore,
  folder: string,
  clock: Clock,
): Promise<void> {
  const { count } = await db.query
    .selectFrom(["settings"])
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  const first = await db.query.selectFrom("entries").select("id").limit(1).executeTakeFirst();
  if (Number(count) > 0 || first) return;
  await importFolder(db, files, folder, { actor: { id: "sample", requestId: "" }, now: clock.now() });
}
