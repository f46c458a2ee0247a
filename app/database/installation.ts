import { newId } from "#app/platform/id.ts";
import type { Database } from "./database.ts";

/** The key, sealed, from which those of people are derived that seal what their browsers keep. */
export const browserKeyFact = "browser-key";

/** Since when no increment could be kept, and why; there is none while they are. */
export const incrementsFailingFact = "increments-failing";

/** Where backups of this site were seen last. */
export const backupPlaceFact = "backup-place";

/** When the site first sent mail by a mail server: from then on mail waits for one. */
export const mailServerFact = "mail-sent";

/** The retention rules of the last days. */
export const backupKeepFact = "backup-keep";

type FactName =
  | "id"
  | "secret-check"
  | typeof browserKeyFact
  | typeof incrementsFailingFact
  | typeof backupPlaceFact
  | typeof mailServerFact
  | typeof backupKeepFact;

/** The id of this database, made once; it goes along with a backup, so a restored database is the same one. */
export function readDatabaseId(db: Pick<Database, "query">): Promise<string> {
  return readOrKeep(db, "id", newId());
}

export async function readFact({ query }: Pick<Database, "query">, name: FactName): Promise<string | null> {
  const row = await query
    .selectFrom("installation")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Keeps a fact unless it is known already, and answers the one that is kept: of many at once, all get the same. */
export async function readOrKeep(
  db: Pick<Database, "query">,
  name: FactName,
  value: string,
): Promise<string> {
  const known = await readFact(db, name);
  if (known !== null) return known;
  await db.query
    .insertInto("installation")
    .values({
      name,
      value,
    })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  return (await readFact(db, name)) ?? value;
}

export async function replaceFact(
  { query }: Pick<Database, "query">,
  name: FactName,
  value: string,
): Promise<void> {
  await query
    .insertInto("installation")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

export async function dropFact({ query }: Pick<Database, "query">, name: FactName): Promise<void> {
  await query.deleteFrom("installation").where("name", "=", name).execute();
}
