import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openSqlite } from "../../app/platform/database/engines/sqlite/open.ts";
import { steps } from "../../app/platform/database/migrations/steps.ts";
import { migrate, readAppliedSteps } from "../../app/platform/database/migrations.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { openUpToDate } from "../../app/platform/database/open-up-to-date.ts";
import { createEncryption } from "../../app/platform/secrets/encryption.ts";
import * as trial from "../../tests/support/next-release/0003-add-trial.ts";
import { makeNextRelease, nextStep } from "../../tests/support/next-release/next-release.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { digest, fillDatabase, isIntact } from "./support/filled-database.ts";
import {
  type Call,
  type Command,
  chooseMoments,
  killCommand,
  type Moment,
  traceCommand,
} from "./support/killed-command.ts";
import { copyPlace, makePlace, type Place } from "./support/place.ts";

/**
 * `npm run faults:migrations -- [--rounds 50] [--minutes 60] [--engine sqlite|postgres]`: kills the update of a filled database
 * to the next release at moments spread evenly over its parts, until the rounds or minutes are over. Expects the next start to
 * finish the update without loss, and every copy made before it to be complete.
 */
const { values: given } = parseArgs({
  options: {
    rounds: {
      type: "string",
      default: "50",
    },
    minutes: {
      type: "string",
      default: "60",
    },
    engine: {
      type: "string",
    },
  },
});
const rounds = Number(given.rounds);
const end = Date.now() + Number(given.minutes) * 60_000;
const secret = randomBytes(32).toString("hex");
const rowsInEach = 150;
/** Number of kills at the same time, each with its own database. */
const parallelKills = 2;

const release = mkdtempSync(join(tmpdir(), "frontdesk-release-"));
makeNextRelease(release);

// This process must know the step of the next release.
const thisRelease = { ...steps };
steps[nextStep] = trial;

preferMemory();
const server = await needPostgres();
let hasPassed = true;
for (const engine of ["sqlite", "postgres"] as const)
  if (given.engine === undefined || given.engine === engine) await killUpdates(engine);
server.stop();
rmSync(release, { recursive: true });
process.exitCode = hasPassed ? 0 : 1;

interface Part {
  name: string;
  calls: Call[];
  kills: number;
  /** Number of kills after which the database was unchanged, up to date, or anything else. */
  before: number;
  done: number;
  partial: number;
  /** Number of complete copies and of drafts; anything else is a fault. */
  copies: number;
  drafts: number;
  faults: string[];
}

async function killUpdates(engine: Place["engine"]): Promise<void> {
  await using old = await makePlace(engine, server.url);
  const digestBefore = await fill(old);
  const { calls, digestAfter } = await traceUpdate(old);
  const parts = partsOf(calls);
  const work: [Part, Moment][] = [];
  const moments = parts.map((part) => spread(chooseMoments(part.calls, rounds)));
  for (let round = 0; round < rounds; round += 1)
    for (const [at, part] of parts.entries()) {
      const moment = moments[at]?.[round];
      if (moment) work.push([part, moment]);
    }
  const isExpected: Expected = {
    digestBefore,
    digestAfter,
  };
  const runKills = async () => {
    for (let next = work.shift(); next && Date.now() < end; next = work.shift())
      await killOnce(old, next[0], next[1], isExpected).catch((error) =>
        next?.[0].faults.push(String(error)),
      );
  };
  await Promise.all(Array.from({ length: parallelKills }, runKills));
  report(engine, parts, work.length);
}

/** Reorders items so that each prefix is spread over all of them. */
function spread<Item>(items: readonly Item[]): Item[] {
  const goldenRatio = 0.618034;
  return items
    .map((item, at) => ({
      item,
      place: (at * goldenRatio) % 1,
    }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

interface Expected {
  digestBefore: string;
  digestAfter: string;
}

async function fill(place: Place): Promise<string> {
  await using open = await openDatabase(settingsOf(place), "a fault test", () => {});
  await migrate(open.db, { steps: thisRelease });
  await fillDatabase(open.db, rowsInEach);
  return await digest(open.db);
}

async function traceUpdate(old: Place): Promise<{ calls: Call[]; digestAfter: string }> {
  await using place = await copyPlace(old, server.url);
  const calls = await traceCommand(updateOf(place));
  await using open = await openDatabase(settingsOf(place), "a fault test", () => {});
  return {
    calls,
    digestAfter: await digest(open.db),
  };
}

/** Parts of an update: before the step (checks, copy), the step, and after it (commit, check of the secret). */
function partsOf(calls: readonly Call[]): Part[] {
  const taken = calls.findIndex(({ what }) => what === `step taken: ${nextStep}`);
  if (taken === -1) throw new Error("The step was not applied.");
  const begin = calls.findLastIndex(({ what, number }) => /^begin/i.test(what) && number < taken);
  const part = (name: string, from: number, to: number): Part => ({
    name,
    calls: calls.slice(from, to),
    kills: 0,
    before: 0,
    done: 0,
    partial: 0,
    copies: 0,
    drafts: 0,
    faults: [],
  });
  return [
    part("before the migrations", 0, begin),
    part(nextStep, begin, taken + 1),
    part("commit and check of the secret", taken + 1, calls.length),
  ];
}

async function killOnce(old: Place, part: Part, moment: Moment, expected: Expected): Promise<void> {
  await using place = await copyPlace(old, server.url);
  await killCommand(updateOf(place), moment);
  part.kills += 1;
  const where = `call ${moment.call.number} (${moment.call.what}) + ${moment.after} µs`;
  if (readBackups(place).some((name) => name.endsWith(".sqlite.draft"))) part.drafts += 1;
  for (const name of readBackups(place).filter((one) => one.endsWith(".sqlite"))) {
    if (await isCompleteCopy(join(place.dataDir, "backups", name), expected.digestBefore)) part.copies += 1;
    else part.faults.push(`${where}: ${name} is incomplete`);
  }
  {
    await using open = await openDatabase(settingsOf(place), "a fault test", () => {});
    const taken = (await readAppliedSteps(open.db)).toSorted();
    const before = Object.keys(thisRelease).join();
    if (taken.join() === `${before},${nextStep}`) part.done += 1;
    else if (taken.join() === before) part.before += 1;
    else part.partial += 1;
  }
  await using open = await openUpToDate(settingsOf(place), { holder: "a fault test" });
  if (!(await isIntact(open.db))) part.faults.push(`${where}: the database is corrupt`);
  if ((await digest(open.db)) !== expected.digestAfter) part.faults.push(`${where}: data was lost`);
  if (readBackups(place).some((name) => name.endsWith(".sqlite.draft")))
    part.faults.push(`${where}: an unfinished copy was not removed`);
}

async function isCompleteCopy(path: string, expected: string): Promise<boolean> {
  const copy = openSqlite(path, { readOnly: true });
  const db = {
    ...copy,
    encryption: createEncryption(secret),
  };
  try {
    return (await isIntact(db)) && (await digest(db)) === expected;
  } finally {
    await copy.close();
  }
}

function readBackups({ dataDir }: Place): string[] {
  const folder = join(dataDir, "backups");
  return existsSync(folder) ? readdirSync(folder) : [];
}

/** Settings with the secret for either engine, because copies contain encrypted values. */
function settingsOf({ dataDir, databaseUrl }: Place) {
  return {
    dataDir,
    databaseUrl,
    secret,
  };
}

function updateOf({ dataDir, databaseUrl }: Place): Command {
  return {
    arguments: [join(release, "cli/migrate.ts")],
    env: {
      DATA_DIR: dataDir,
      SECRET: secret,
      ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    },
  };
}

function report(engine: Place["engine"], parts: readonly Part[], left: number): void {
  const rows = parts.map((part) => [
    part.name,
    String(part.calls.length),
    String(part.kills),
    String(part.before),
    String(part.done),
    String(part.partial),
    engine === "sqlite" ? `${part.copies} complete, ${part.drafts} drafts` : "none",
    String(part.faults.length),
  ]);
  const faults = parts.flatMap((part) => part.faults);
  const kills = parts.reduce((sum, part) => sum + part.kills, 0);
  hasPassed &&= faults.length === 0 && kills > 0 && parts.every(({ partial }) => partial === 0);
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (left > 0) process.stdout.write(`The time limit ended the test with ${left} kills left.\n`);
  const head = [
    "killed in",
    "statements and file changes",
    "kills",
    "unchanged",
    "up to date",
    "partly updated",
    "copies of the database",
    "failed starts or lost data",
  ];
  writeResults([
    {
      name: `migration-faults-${engine}`,
      title: `${kills} updates killed with SIGKILL, with ${rowsInEach} rows in each of ten tables: ${engine}`,
      text: table(head, rows),
    },
  ]);
}
