import { newId } from "#app/platform/runtime/id.ts";
import type { Database } from "./database.ts";

/** Encrypted key from which each person's key for browser storage is derived. */
export const browserKeyFact = "browser-key";

/** Time and reason since when increments fail; missing while they succeed. */
export const incrementsFailingFact = "increments-failing";

/** Last known place of backups. */
export const backupPlaceFact = "backup-place";

/** Time of the first mail sent by a mail server; afterwards mail waits for a server. */
export const mailServerFact = "mail-sent";

/** Recent retention rules of backups. */
export const backupKeepFact = "backup-keep";

type FactName =
  | "id"
  | "secret-check"
  | typeof browserKeyFact
  | typeof incrementsFailingFact
  | typeof backupPlaceFact
  | typeof mailServerFact
  | typeof backupKeepFact;

/** Returns the id of this database, which backups and restored databases share. */
export function readDatabaseId(db: Pick<Database, "query">): Promise<string> {
  return readOrCreateFact(db, "id", newId());
}

export async function readFact({ query }: Pick<Database, "query">, name: FactName): Promise<string | null> {
  const row = await query
    .selectFrom("installation")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Stores a fact unless it exists, and returns the stored one; concurrent callers get the same value. */
export async function readOrCreateFact(
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

export async function deleteFact({ query }: Pick<Database, "query">, name: FactName): Promise<void> {
  await query.deleteFrom("installation").where("name", "=", name).execute();
}
