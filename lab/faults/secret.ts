import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { openDatabase } from "../../app/platform/database/open.ts";
import { openUpToDate } from "../../app/platform/database/open-up-to-date.ts";
import { sealedColumns } from "../../app/platform/database/secret-check.ts";
import { createEncryption } from "../../app/platform/secrets/encryption.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { table, writeResults } from "../bench/support/results.ts";
import {
  type Command,
  chooseMoments,
  killCommand,
  type Moment,
  traceCommand,
} from "./support/killed-command.ts";
import { copyPlace, makePlace, type Place } from "./support/place.ts";

/**
 * `npm run faults:secret -- [--rounds 60]`: kills a change of the secret, by `npm run secret -- rotate` for the embedded database
 * and by a start with SECRET and SECRET_PREVIOUS for PostgreSQL. Expects one of the secrets to decrypt all values, and the next
 * attempt to finish the change.
 */
const { values: given } = parseArgs({
  options: {
    rounds: {
      type: "string",
      default: "60",
    },
  },
});
const rounds = Number(given.rounds);
const former = randomBytes(32).toString("hex");
const next = randomBytes(32).toString("hex");
const mails = 300;
const parallelKills = 2;

preferMemory();
const server = await needPostgres();
const rows: string[][] = [];
const faults: string[] = [];
for (const engine of ["sqlite", "postgres"] as const) await killChanges(engine);
server.stop();
for (const fault of faults) process.stdout.write(`${fault}\n`);
writeResults([
  {
    name: "secret-faults",
    title: `Changes of the secret killed with SIGKILL, with ${mails} encrypted mails`,
    text: table(
      [
        "engine",
        "statements and file changes",
        "kills",
        "former secret decrypts all",
        "new secret decrypts all",
        "faults",
      ],
      rows,
    ),
  },
]);
process.exitCode = faults.length === 0 ? 0 : 1;

async function killChanges(engine: Place["engine"]): Promise<void> {
  await using filled = await makePlace(engine, server.url);
  await fillEncrypted(filled);
  const calls = await traceChange(filled);
  const moments = chooseMoments(calls, rounds);
  const seen = {
    kills: 0,
    former: 0,
    next: 0,
  };
  const faultsBefore = faults.length;
  const runKills = async () => {
    for (let moment = moments.shift(); moment; moment = moments.shift()) {
      const where = `${engine}, call ${moment.call.number} (${moment.call.what}) + ${moment.after} µs`;
      const which = await killOnce(filled, moment).catch((error) => {
        faults.push(`${where}: ${error}`);
        return null;
      });
      seen.kills += 1;
      if (which !== null) seen[which] += 1;
    }
  };
  await Promise.all(Array.from({ length: parallelKills }, runKills));
  const counts = [calls.length, seen.kills, seen.former, seen.next, faults.length - faultsBefore];
  rows.push([engine, ...counts.map(String)]);
}

/** Returns the secret that decrypts all values after the kill; throws if neither does, or if the next start does not finish the change. */
async function killOnce(filled: Place, moment: Moment): Promise<"former" | "next"> {
  await using place = await copyPlace(filled, server.url);
  await killCommand(changeOf(place), moment);
  const candidates = readSecrets(place);
  const values = await readEncrypted(place);
  const working = candidates.find((secret) => decryptsAll(secret, values));
  if (working === undefined) throw new Error("no secret decrypts all values");
  await (await openUpToDate(nextSettings(place), { holder: "a fault test" })).close();
  const current = place.databaseUrl === null ? readSecretFile(place, "secret") : next;
  if (current === null || !decryptsAll(current, await readEncrypted(place)))
    throw new Error("the next start did not finish the change");
  if (readSecretFile(place, "secret.previous") !== null)
    throw new Error("the former secret was not removed after the change");
  return working === former ? "former" : "next";
}

async function fillEncrypted(place: Place): Promise<void> {
  const settings = {
    dataDir: place.dataDir,
    databaseUrl: place.databaseUrl,
    secret: place.databaseUrl === null ? null : former,
  };
  if (place.databaseUrl === null) writeSecretFile(place);
  await using open = await openUpToDate(settings, { holder: "a fault test" });
  const { query, encryption } = open.db;
  const at = "2026-05-04T08:15:00.000Z";
  for (let n = 0; n < mails; n += 1)
    await query
      .insertInto("outbox")
      .values({
        id: `id-${n}`,
        to_address: "rahima@tea.example",
        to_key: "rahima@tea.example",
        subject: "Your link",
        template: "reset",
        content: encryption.encrypt(`{"subject":"Your link ${n}"}`),
        status: "waiting",
        attempts: 0,
        next_attempt_at: at,
        last_error: "",
        created_at: at,
      })
      .execute();
  await query
    .insertInto("signing_keys")
    .values({
      id: "key-1",
      public_key: "{}",
      private_key: encryption.encrypt("the key"),
      created_at: at,
      expires_at: at,
    })
    .execute();
}

async function traceChange(filled: Place) {
  await using place = await copyPlace(filled, server.url);
  return await traceCommand(changeOf(place));
}

function changeOf({ dataDir, databaseUrl }: Place): Command {
  if (databaseUrl === null)
    return {
      arguments: ["cli/secret.ts", "rotate"],
      env: { DATA_DIR: dataDir },
    };
  return {
    arguments: ["cli/migrate.ts"],
    env: {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SECRET: next,
      SECRET_PREVIOUS: former,
    },
  };
}

/** Settings of the next start of the site. */
function nextSettings({ dataDir, databaseUrl }: Place) {
  return {
    dataDir,
    databaseUrl,
    secret: databaseUrl === null ? null : next,
    previousSecrets: databaseUrl === null ? [] : [former],
  };
}

function writeSecretFile({ dataDir }: Place): void {
  writeFileSync(join(dataDir, "secret"), former, { mode: 0o600 });
}

function readSecretFile({ dataDir }: Place, name: string): string | null {
  const path = join(dataDir, name);
  return existsSync(path) ? readFileSync(path, "utf8").trim() : null;
}

/** Secrets available to the next start. */
function readSecrets(place: Place): string[] {
  if (place.databaseUrl !== null) return [former, next];
  return [readSecretFile(place, "secret"), readSecretFile(place, "secret.previous")].filter(
    (secret) => secret !== null,
  );
}

async function readEncrypted({ dataDir, databaseUrl }: Place): Promise<string[]> {
  await using open = await openDatabase({ dataDir, databaseUrl, secret: next }, "a fault test", () => {});
  const values: string[] = [];
  for (const { table: name, column } of sealedColumns) {
    const found = await sql<{
      value: string;
    }>`select ${sql.ref(column)} as value from ${sql.table(name)}`.execute(open.db.query);
    values.push(...found.rows.map(({ value }) => value));
  }
  return values;
}

function decryptsAll(secret: string, values: readonly string[]): boolean {
  const encryption = createEncryption(secret);
  try {
    for (const value of values) encryption.decrypt(value);
    return values.length > mails;
  } catch {
    return false;
  }
}
