import { sql } from "kysely";
import { createEncryption, type Encryption } from "#app/platform/secrets/encryption.ts";
import {
  finishRotation,
  hasSecret,
  readPreviousSecrets,
  readSecret,
  type SecretPlace,
} from "#app/platform/secrets/secret.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { type Database, write } from "./database.ts";
import { browserKeyFact, readFact, readOrKeep } from "./installation.ts";
import type { Schema } from "./schema.ts";

/** Rows written anew before the next are read. */
const batch = 200;

/** What is kept of a secret, to know it again: a code that only it makes. */
export function secretCheck(encryption: Encryption): string {
  return encryption.sign("the secret of this database");
}

/**
 * Throws a `WrongSetting` when the database was used with a secret that is neither given nor among the previous ones, before
 * anything is sealed with the wrong one.
 */
export async function checkSecretBeforeUpdate(db: Database, env: SecretPlace): Promise<void> {
  if (!(await db.dialect.hasTable(db.query, "installation"))) return;
  const known = await readFact(db, "secret-check");
  if (known === null) return;
  // Reading a missing secret would make another one.
  if (env.databaseUrl === null && !hasSecret(env)) throw lostSecret(env);
  if (!knowsSecret(env, known)) throw unknownSecret(env);
}

/** Whether a secret that is given now is the one behind a code that `secretCheck` made. */
export function knowsSecret(env: SecretPlace, check: string): boolean {
  return encryptionsOf(env).some((encryption) => secretCheck(encryption) === check);
}

/** How many sealed values no secret that is given now opens. */
export async function countUnreadable(db: Database, env: SecretPlace): Promise<number> {
  const encryptions = encryptionsOf(env);
  let count = 0;
  for (const column of sealedColumns) {
    const lost = await findSealed(
      db,
      column,
      (value) => !encryptions.some((encryption) => opens(encryption, value)),
    );
    count += lost.length;
  }
  return count;
}

/** Keeps the code of the secret, and writes anew what a previous secret has sealed; `log` says how much. */
export async function checkSecret(
  db: Database,
  env: SecretPlace,
  log: (line: string) => void,
): Promise<void> {
  const [current, ...previous] = encryptionsOf(env);
  if (!current) return;
  const check = secretCheck(current);
  const known = await readOrKeep(db, "secret-check", check);
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
      ? `the secret was changed: ${count} ${count === 1 ? "value was" : "values were"} sealed anew; once every instance has the new secret, SECRET_PREVIOUS can go`
      : "nothing is sealed with a previous secret any more; SECRET_PREVIOUS can go",
  );
}

/** For a secret that is lost for good: drops what only it could read, and answers how much of each. */
export async function forgetSealed(db: Database, env: SecretPlace): Promise<Record<string, number>> {
  return write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "secret");
    return dropSealed(tx, env);
  });
}

/** The same within a transaction that nobody else can meet. */
export async function dropSealed(tx: Database, env: SecretPlace): Promise<Record<string, number>> {
  const [current] = encryptionsOf(env);
  if (!current) return {};
  const dropped: Record<string, number> = {};
  for (const column of sealedColumns) {
    const lost = await findSealed(tx, column, (value) => !opens(current, value));
    for (const { key } of lost) await drop(tx.query, column, key);
    dropped[column.table] = (dropped[column.table] ?? 0) + lost.length;
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
  return dropped;
}

function encryptionsOf(env: SecretPlace): Encryption[] {
  return [readSecret(env), ...readPreviousSecrets(env)].map((secret) => createEncryption(secret));
}

function unknownSecret({ secret, dataDir }: SecretPlace): WrongSetting {
  const place = secret ? "SECRET" : `${dataDir}/secret`;
  return new WrongSetting(
    "SECRET",
    `it is not the one this database was used with: restore the former one in ${place}, or give it as SECRET_PREVIOUS to change it; if it is lost for good, run "npm run secret -- forget" (docs/deploy.md)`,
  );
}

function lostSecret({ dataDir }: SecretPlace): WrongSetting {
  return new WrongSetting(
    "SECRET",
    `this database was used with one, and there is none in ${dataDir}/secret: restore that file, or give SECRET; if it is lost for good, run "npm run secret -- forget" (docs/deploy.md)`,
  );
}

async function reseal(db: Database, current: Encryption, previous: readonly Encryption[]): Promise<number> {
  let count = 0;
  for (const column of sealedColumns) {
    const old = await findSealed(db, column, (value) => !opens(current, value));
    for (const { key, value } of old) {
      const encryption = previous.find((one) => opens(one, value));
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

/** Sealed values in the order of their keys. */
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
        last_error: "Its words could not be read any more: the secret was lost",
      })
      .where("id", "=", id)
      .execute();
}

function opens(encryption: Encryption, value: string): boolean {
  try {
    encryption.decrypt(value);
    return true;
  } catch {
    return false;
  }
}

/** A column whose values `Encryption.encrypt` made; an empty text stands for nothing. */
type SealedColumn = {
  [Table in keyof Schema]: {
    table: Table;
    column: Extract<keyof Schema[Table], string>;
    /** The primary key. */
    key: Extract<keyof Schema[Table], string>;
    /** The key of the one row whose value is sealed, where others are not. */
    only?: string;
    /** What becomes of a row that nobody can read any more: it goes, or it stays without these words (mail alone). */
    whenLost: Table extends "outbox" ? "empty" : "delete";
  };
}[keyof Schema];

/** Every column that only the deployer's secret can read: what a change of the secret has to write anew. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "outbox", column: "content", key: "id", whenLost: "empty" },
  { table: "two_factor", column: "secret", key: "user_id", whenLost: "delete" },
  { table: "signing_keys", column: "private_key", key: "id", whenLost: "delete" },
  { table: "webhooks", column: "secret", key: "id", whenLost: "delete" },
  { table: "installation", column: "value", key: "name", only: browserKeyFact, whenLost: "delete" },
];
