import { sql } from "kysely";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";
import {
  finishRotation,
  hasSecret,
  readPreviousSecrets,
  readSecret,
  type SecretSettings,
} from "#app/platform/secrets/secret.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { type Database, write } from "./database.ts";
import { browserKeyFact, readFact, readOrCreateFact } from "./installation.ts";
import type { Schema } from "./schema.ts";

/** Rows per read. */
const batch = 200;

/** Returns the code that the database stores to recognize its secret. */
export function secretCheck(encryption: Encryption): string {
  return encryption.sign("the secret of this database");
}

/**
 * Throws a `WrongSetting` when neither the current nor a previous secret is that of the database, before a value is encrypted
 * with the wrong one.
 */
export async function checkSecretBeforeUpdate(db: Database, env: SecretSettings): Promise<void> {
  if (!(await db.dialect.hasTable(db.query, "installation"))) return;
  const known = await readFact(db, "secret-check");
  if (known === null) return;
  // Reading a missing secret would create one.
  if (env.databaseUrl === null && !hasSecret(env)) throw lostSecret(env);
  if (!knowsSecret(env, known)) throw unknownSecret(env);
}

/** Whether the current or a previous secret matches a code of `secretCheck`. */
export function knowsSecret(env: SecretSettings, check: string): boolean {
  return encryptionsOf(env).some((encryption) => secretCheck(encryption) === check);
}

/** Counts encrypted values that no given secret decrypts. */
export async function countUnreadable(db: Database, env: SecretSettings): Promise<number> {
  const encryptions = encryptionsOf(env);
  let count = 0;
  for (const column of sealedColumns) {
    const lost = await findSealed(
      db,
      column,
      (value) => !encryptions.some((encryption) => canDecrypt(encryption, value)),
    );
    count += lost.length;
  }
  return count;
}

/** Stores the code of the secret, and encrypts the values of previous secrets again; `log` receives their number. */
export async function checkSecret(
  db: Database,
  env: SecretSettings,
  log: (line: string) => void,
): Promise<void> {
  const [current, ...previous] = encryptionsOf(env);
  if (!current) return;
  const check = secretCheck(current);
  const known = await readOrCreateFact(db, "secret-check", check);
  if (known === check && previous.length === 0) return;
  const encryptions = [current, ...previous];
  if (!encryptions.some((encryption) => secretCheck(encryption) === known)) throw unknownSecret(env);
  const count = await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "secret");
    const resealed = await reseal(tx, current, previous);
    await tx.query
      .updateTable("installation")
      .set({ value: check })
      .where("name", "=", "secret-check")
      .execute();
    return resealed;
  });
  finishRotation(env);
  log(
    count > 0 || known !== check
      ? `the secret was changed: ${count} ${count === 1 ? "value was" : "values were"} encrypted again; once every instance has the new secret, remove SECRET_PREVIOUS`
      : "no value needs a previous secret any more; remove SECRET_PREVIOUS",
  );
}

/** Deletes the values of a lost secret; returns their number by table. */
export async function deleteUnreadable(db: Database, env: SecretSettings): Promise<Record<string, number>> {
  return write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "secret");
    return deleteUnreadableIn(tx, env);
  });
}

/** Deletes the values of a lost secret within a transaction that has the lock or a new database. */
export async function deleteUnreadableIn(tx: Database, env: SecretSettings): Promise<Record<string, number>> {
  const [current] = encryptionsOf(env);
  if (!current) return {};
  const counts: Record<string, number> = {};
  for (const column of sealedColumns) {
    const lost = await findSealed(tx, column, (value) => !canDecrypt(current, value));
    for (const { key } of lost) await drop(tx.query, column, key);
    counts[column.table] = (counts[column.table] ?? 0) + lost.length;
  }
  const value = secretCheck(current);
  await tx.query
    .insertInto("installation")
    .values({
      name: "secret-check",
      value,
    })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
  return counts;
}

function encryptionsOf(env: SecretSettings): Encryption[] {
  return [readSecret(env), ...readPreviousSecrets(env)].map((secret) => createEncryption(secret));
}

function unknownSecret({ secret, dataDir }: SecretSettings): WrongSetting {
  const place = secret ? "SECRET" : `${dataDir}/secret`;
  return new WrongSetting(
    "SECRET",
    `it is not the one this database was used with: restore the former one in ${place}, or give it as SECRET_PREVIOUS to change it; if it is lost, run "npm run secret -- forget" (docs/operate.md)`,
  );
}

function lostSecret({ dataDir }: SecretSettings): WrongSetting {
  return new WrongSetting(
    "SECRET",
    `the secret of this database is missing in ${dataDir}/secret: restore that file, or set SECRET; if it is lost, run "npm run secret -- forget" (docs/operate.md)`,
  );
}

async function reseal(db: Database, current: Encryption, previous: readonly Encryption[]): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) {
    const old = await findSealed(db, column, (value) => !canDecrypt(current, value));
    for (const { key, value } of old) {
      const encryption = previous.find((one) => canDecrypt(one, value));
      if (!encryption) continue;
      await sql`update ${sql.table(column.table)} set ${sql.ref(column.column)} = ${current.encrypt(encryption.decrypt(value))}
        where ${sql.ref(column.key)} = ${key}`.execute(db.query);
      count += 1;
    }
  }
  return count;
}

interface SealedValue {
  key: string;
  value: string;
}

async function findSealed(
  db: Database,
  column: SealedColumn,
  isWanted: (value: string) => boolean,
): Promise<SealedValue[]> {
  const found: SealedValue[] = [];
  for (let after = ""; ; ) {
    const rows = await readSealed(db.query, column, after, batch);
    found.push(...rows.filter(({ value }) => isWanted(value)));
    const last = rows.at(-1);
    if (!last) return found;
    after = last.key;
  }
}

/** Reads encrypted values in the order of their keys. */
async function readSealed(
  query: Database["query"],
  { table, column, key, only }: SealedColumn,
  after: string,
  limit: number,
): Promise<SealedValue[]> {
  const wanted = only === undefined ? sql`` : sql`and ${sql.ref(key)} = ${only}`;
  const { rows } = await sql<SealedValue>`select ${sql.ref(key)} as key, ${sql.ref(column)} as value
    from ${sql.table(table)} where ${sql.ref(key)} > ${after} and ${sql.ref(column)} <> '' ${wanted} order by ${sql.ref(key)} limit ${limit}`.execute(
    query,
  );
  return rows;
}

async function drop(query: Database["query"], { table, key, whenLost }: SealedColumn, id: string) {
  if (whenLost === "delete")
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${id}`.execute(query);
  else
    await query
      .updateTable("outbox")
      .set({
        content: "",
        status: sql`case when status in ('waiting', 'scheduled') then 'failed' else status end`,
        last_error: "The content is unreadable: the secret was lost",
      })
      .where("id", "=", id)
      .execute();
}

function canDecrypt(encryption: Encryption, value: string): boolean {
  try {
    encryption.decrypt(value);
    return true;
  } catch {
    return false;
  }
}

/** A column with values of `Encryption.encrypt`; empty text means no value. */
type SealedColumn = {
  [Table in keyof Schema]: {
    table: Table;
    column: Extract<keyof Schema[Table], string>;
    /** Primary key. */
    key: Extract<keyof Schema[Table], string>;
    /** Key of the only row with an encrypted value. */
    only?: string;
    /** Action for an unreadable row: delete the row, or empty the column (mail only). */
    whenLost: Table extends "outbox" ? "empty" : "delete";
  };
}[keyof Schema];

/** Every encrypted column; a change of the secret encrypts their values again. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "outbox", column: "content", key: "id", whenLost: "empty" },
  { table: "two_factor", column: "secret", key: "user_id", whenLost: "delete" },
  { table: "signing_keys", column: "private_key", key: "id", whenLost: "delete" },
  { table: "webhooks", column: "secret", key: "id", whenLost: "delete" },
  { table: "installation", column: "value", key: "name", only: browserKeyFact, whenLost: "delete" },
];
