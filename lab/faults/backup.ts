import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { generateX25519Identity } from "age-encryption";
import { openFileStore } from "../../app/domain/files/store/open-store.ts";
import {
  draftMs,
  openBackupStore,
  readBackupFile,
  readBackupName,
} from "../../app/ops/backup/backup-store.ts";
import { readParts, readRowLines, sha256Of } from "../../app/ops/backup/file/format.ts";
import { unpack } from "../../app/ops/backup/file/packing.ts";
import { isPageName, readPageName } from "../../app/ops/backup/increments/page-sets.ts";
import { openPagePlace, rebuildDatabase } from "../../app/ops/backup/increments/read-increment.ts";
import { write } from "../../app/platform/database/database.ts";
import { readDatabaseId } from "../../app/platform/database/installation.ts";
import { openDatabase } from "../../app/platform/database/open.ts";
import { openUpToDate } from "../../app/platform/database/open-up-to-date.ts";
import { aDocument, aRow } from "../../tests/support/library.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, type Place, pause } from "./support/place.ts";
import { backUp, listen, runCommand, startNode, type Variables } from "./support/run-command.ts";

/**
 * `npm run faults:backup -- [--rounds 100] [--minutes 60] [--engine sqlite|postgres] [--part backup|increment|proof|restore]`: kills
 * backups, increments, restore tests and restores at random moments during writes, then backs up to a full disk. Expects no
 * lost acknowledged data and no incomplete backup listed as complete; needs the built product.
 */
const { values: given } = parseArgs({
  options: {
    rounds: { type: "string", default: "100" },
    minutes: { type: "string", default: "60" },
    engine: { type: "string" },
    part: { type: "string" },
  },
});
const rounds = Number(given.rounds);
const end = Date.now() + Number(given.minutes) * 60_000;
const secret = randomBytes(32).toString("hex");
const key = await generateX25519Identity();

preferMemory();
const server = await needPostgres();
const rows: string[][] = [];
const faults: string[] = [];
for (const engine of ["sqlite", "postgres"] as const)
  if (given.engine === undefined || given.engine === engine) await killAll(engine);
const full = given.engine === "postgres" || given.part !== undefined ? "" : await fillDisk();
server.stop();
for (const fault of faults) process.stdout.write(`${fault}\n`);
const head = ["killed", "kills", "without result", "complete", "drafts left", "acknowledged", "lost"];
writeResults(
  [...Map.groupBy(rows, ([engine]) => engine)].map(([engine, counted]) => ({
    name: `backup-faults-${engine}`,
    title: `Backups, restore tests and restores killed with SIGKILL at random moments: ${engine}`,
    text: table(
      head,
      counted.map((row) => row.slice(1)),
    ),
  })),
);
if (full !== "")
  writeResults([
    {
      name: "backup-disk-full",
      title: "Backup to a full disk",
      text: full,
    },
  ]);
process.stdout.write(`${faults.length} faults.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function killAll(engine: Place["engine"]): Promise<void> {
  await using place = await makePlace(engine, server.url);
  const folder = join(place.dataDir, "backups");
  const variables = variablesOf(place, folder);
  await fillSite(place);
  if (isWanted("backup")) await killBackups(engine, { place, folder, variables });
  const name = await makeBackup(folder, variables);
  if (isWanted("increment") && engine === "sqlite") await killIncrements({ place, folder, variables });
  if (isWanted("proof")) await killProofs(engine, { folder, variables, name });
  if (isWanted("restore")) await killRestores(engine, { folder, name });
}

function isWanted(part: string): boolean {
  return given.part === undefined || given.part === part;
}

/** Records a part; a part without kills counts as a fault. */
function count(engine: string, part: string, kills: number, figures: readonly (number | string)[]): void {
  if (kills === 0) faults.push(`${engine}: no ${part} was killed within the time limit`);
  else if (kills < rounds)
    process.stdout.write(`The time limit ended the test with ${rounds - kills} kills of a ${part} left.\n`);
  rows.push([engine, part, ...[kills, ...figures].map(String)]);
}

interface Killed {
  place: Place;
  folder: string;
  variables: Variables;
}

async function killBackups(engine: string, { place, folder, variables }: Killed): Promise<void> {
  const log = join(place.dataDir, "acknowledged");
  const writer = startNode(
    ["lab/faults/support/writer.ts", log, place.dataDir, place.databaseUrl ?? "", "100"],
    {
      PATH: process.env.PATH ?? "",
      SECRET: secret,
    },
  );
  while (!existsSync(log) || readFileSync(log, "utf8") === "") await pause(50);
  const duration = await timeOf(["cli/backup.ts", "--json"], variables);
  emptyFolder(folder);
  let [kills, nothing, whole, drafts] = [0, 0, 0, 0];
  for (; kills < rounds && Date.now() < end; kills += 1) {
    await killAfter(["cli/backup.ts", "--json"], variables, Math.random() * duration);
    const names = existsSync(folder) ? readdirSync(folder) : [];
    const complete = names.filter((name) => readBackupName(name) !== null);
    drafts += names.length - complete.length;
    if (complete.length === 0) nothing += 1;
    for (const name of complete) {
      if (await isComplete(join(folder, name))) whole += 1;
      else faults.push(`${engine}: ${name} is incomplete but listed as complete`);
    }
    await openBackupStore({ folder }).cleanUp(new Date(Date.now() + draftMs + 60_000));
    if (readdirSync(folder).length > complete.length) faults.push(`${engine}: a draft was not removed`);
    emptyFolder(folder);
  }
  writer.kill("SIGKILL");
  await once(writer, "exit");
  const acknowledged = readFileSync(log, "utf8").split("\n").filter(Boolean);
  const name = await makeBackup(folder, variables);
  const lost = await countLost(place, folder, name, acknowledged);
  if (lost > 0) faults.push(`${engine}: ${lost} acknowledged posts are lost`);
  count(engine, "backup", kills, [nothing, whole, drafts, acknowledged.length, lost]);
}

/** Each round must continue from the files of the last one, and every stored increment must be complete. */
async function killIncrements({ place, folder, variables }: Killed): Promise<void> {
  const log = join(place.dataDir, "acknowledged-too");
  const writer = startNode(["lab/faults/support/writer.ts", log, place.dataDir, "", "100"], {
    PATH: process.env.PATH ?? "",
    SECRET: secret,
  });
  while (!existsSync(log) || readFileSync(log, "utf8") === "") await pause(50);
  const copy = join(place.dataDir, "scratch-copy.sqlite");
  const pages = openPagePlace({ place: { folder }, key });
  let at = Date.now();
  const line = () => {
    // File names contain seconds, and rounds are shorter.
    at += 1000;
    return ["cli/increment.ts", "--copy", copy, "--taken-at", new Date(at).toISOString()];
  };
  const makeIncrement = async (): Promise<string> => {
    const written = JSON.parse(await runCommand(line(), variables));
    if (written === null) throw new Error("There is no full backup for the increment.");
    return written.name;
  };
  await copyDatabase(place, copy);
  await makeIncrement();
  const duration = await timeOf(line(), variables);
  let [kills, nothing, whole, drafts] = [0, 0, 0, 0];
  for (; kills < rounds && Date.now() < end; kills += 1) {
    // Deletes the local state in every tenth round, so that base backups are killed as well.
    if (kills % 10 === 9) rmSync(join(place.dataDir, "increments"), { recursive: true, force: true });
    const before = new Set(readdirSync(folder));
    await copyDatabase(place, copy);
    await killAfter(line(), variables, Math.random() * duration);
    const added = readdirSync(folder).filter((name) => !before.has(name));
    drafts += added.filter((name) => !isPageName(name)).length;
    const complete = added.filter((name) => isPageName(name) && readPageName(name)?.is !== "files");
    if (complete.length === 0) nothing += 1;
    for (const name of complete) {
      const path = join(place.dataDir, "rebuilt.sqlite");
      const isComplete = await rebuildDatabase(pages, name, path).then(
        () => sha256Of(readFileSync(path)) === sha256Of(readFileSync(copy)),
        () => false,
      );
      if (isComplete) whole += 1;
      else faults.push(`${name} is an incomplete increment but listed as complete`);
    }
    await pages.pages.cleanUp(new Date(Date.now() + draftMs + 60_000));
  }
  writer.kill("SIGKILL");
  await once(writer, "exit");
  const acknowledged = readFileSync(log, "utf8").split("\n").filter(Boolean);
  await copyDatabase(place, copy);
  const name = await makeIncrement();
  const lost = await countLost(place, folder, name, acknowledged);
  if (lost > 0) faults.push(`sqlite: ${lost} acknowledged posts are not in the last increment`);
  count("sqlite", "increment", kills, [nothing, whole, drafts, acknowledged.length, lost]);
  for (const one of readdirSync(folder)) if (isPageName(one)) rmSync(join(folder, one));
}

/** Copies the database as the site does, but in another process than the writer. */
async function copyDatabase(place: Place, path: string): Promise<void> {
  rmSync(path, { force: true });
  const source = new DatabaseSync(join(place.dataDir, "frontdesk.sqlite"), { readOnly: true });
  try {
    // In one step, because a write by another connection restarts the backup.
    await backup(source, path, { rate: 1_000_000_000 });
  } finally {
    source.close();
  }
}

interface StoredBackup {
  folder: string;
  name: string;
}

async function killProofs(
  engine: string,
  { folder, variables, name }: StoredBackup & { variables: Variables },
): Promise<void> {
  const line = ["cli/prove.ts", name];
  const duration = await timeOf(line, variables);
  const hash = sha256Of(readFileSync(join(folder, name)));
  let [kills, silent, ended] = [0, 0, 0];
  for (; kills < rounds && Date.now() < end; kills += 1) {
    const output = await killAfter(line, variables, Math.random() * duration);
    if (output === "") silent += 1;
    else if (JSON.parse(output).problems.length === 0) ended += 1;
    else faults.push(`${engine}: a restore test found a false problem: ${output}`);
  }
  if (sha256Of(readFileSync(join(folder, name))) !== hash)
    faults.push(`${engine}: a restore test changed the backup`);
  const { problems } = JSON.parse(await runCommand(line, variables));
  for (const problem of problems) faults.push(`${engine}: restore test after all kills: ${problem}`);
  count(engine, "restore test", kills, [silent, ended, "–", "–", "–"]);
}

async function killRestores(engine: Place["engine"], { folder, name }: StoredBackup): Promise<void> {
  const line = ["cli/restore.ts", join(folder, name)];
  let expected = "";
  let duration = 0;
  {
    await using target = await makePlace(engine, server.url);
    duration = await timeOf(line, variablesOf(target, folder));
    expected = await digestOf(target);
  }
  let [kills, nothing, whole] = [0, 0, 0];
  for (; kills < rounds && Date.now() < end; kills += 1) {
    await using target = await makePlace(engine, server.url);
    await killAfter(line, variablesOf(target, folder), Math.random() * duration);
    if (await hasDatabase(target)) whole += 1;
    else {
      nothing += 1;
      // A restore must work after an interrupted one.
      await runCommand(line, variablesOf(target, folder)).catch((error) =>
        faults.push(`${engine}: the restore after a killed one failed: ${error}`),
      );
    }
    if ((await digestOf(target)) !== expected) faults.push(`${engine}: a restore is incomplete`);
  }
  count(engine, "restore", kills, [nothing, whole, "–", "–", "–"]);
}

/** Backs up to a full disk. Expects an error message, no partial backup, and success once there is space. */
async function fillDisk(): Promise<string> {
  const disk = mkdtempSync(join(tmpdir(), "frontdesk-full-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", disk], { stdio: "ignore" });
  } catch {
    return "Skipped, because mounting is not permitted.";
  }
  try {
    const place: Place = {
      engine: "sqlite",
      dataDir: join(disk, "data"),
      databaseUrl: null,
      [Symbol.asyncDispose]: async () => {},
    };
    const folder = join(place.dataDir, "backups");
    await fillSite(place);
    const variables = variablesOf(place, folder);
    const before = await digestOf(place);
    let refused = 0;
    for (const free of [40_000, 200_000, 500_000, 1_000_000]) {
      const { bavail, bsize } = statfsSync(disk);
      const filler = join(disk, "filler");
      writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - free)));
      const failed = await runCommand(["cli/backup.ts", "--json"], variables).then(
        () => false,
        () => true,
      );
      if (failed) refused += 1;
      for (const name of existsSync(folder) ? readdirSync(folder) : [])
        if (readBackupName(name) !== null && !(await isComplete(join(folder, name))))
          faults.push(`disk full: ${name} is incomplete but listed as complete`);
      rmSync(filler);
    }
    if (refused === 0) faults.push("disk full: no backup was refused");
    const name = await makeBackup(folder, variables);
    if (!(await isComplete(join(folder, name))))
      faults.push("disk full: no complete backup after space was freed");
    if ((await digestOf(place)) !== before) faults.push("disk full: the database has changed");
    return `On a disk of 24 MB with 40 KB to 1 MB free, ${refused} of 4 backups were refused, no incomplete backup was stored, and the next backup was complete.`;
  } finally {
    execFileSync("umount", ["-l", disk], { stdio: "ignore" });
    rmSync(disk, { recursive: true, force: true });
  }
}

function variablesOf({ dataDir, databaseUrl }: Place, folder: string): Variables {
  return {
    PATH: process.env.PATH ?? "",
    NODE_COMPILE_CACHE: join(tmpdir(), "frontdesk-faults-compiled"),
    DATA_DIR: dataDir,
    SECRET: secret,
    BACKUP_URL: folder,
    BACKUP_KEY: key,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

/** Creates 300 rows and 12 stored files. */
async function fillSite(place: Place): Promise<void> {
  await using open = await openUpToDate({ ...place, secret }, { holder: "a fault test" });
  // Stores the database id, as the first start does; increments compare it.
  await readDatabaseId(open.db);
  mkdirSync(join(place.dataDir, "files"), { recursive: true });
  const files = await openFileStore({ dataDir: place.dataDir, bucket: null });
  for (let n = 0; n < 12; n += 1) await aDocument(open.db, files, `prices-${n}.pdf`);
  for (let n = 0; n < 300; n += 1) await aRow(open.db, { bytes: 0, name: `mill-${n}.jpg` });
  await write(open.db, async (tx) => tx.locks.acquire(tx.query, "last write"));
}

async function digestOf(place: Place): Promise<string> {
  await using open = await openDatabase({ ...place, secret }, "a fault test", () => {});
  const { db } = open;
  const lines: string[] = [];
  // Leases change with time.
  for (const shape of (await db.backup.readTables(db.query)).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    if (shape.name !== "leases") for await (const line of readRowLines(db, shape)) lines.push(line);
  return sha256Of(lines.join(""));
}

async function hasDatabase(place: Place): Promise<boolean> {
  if (place.databaseUrl === null) return existsSync(join(place.dataDir, "frontdesk.sqlite"));
  await using open = await openDatabase({ ...place, secret }, "a fault test", () => {});
  return (await open.db.backup.readTables(open.db.query)).length > 0;
}

async function countLost(
  place: Place,
  folder: string,
  name: string,
  ids: readonly string[],
): Promise<number> {
  await using target = await makePlace(place.engine, server.url);
  const given = isPageName(name) ? name : join(folder, name);
  await runCommand(["cli/restore.ts", given], variablesOf(target, folder));
  await using open = await openDatabase({ ...target, secret }, "a fault test", () => {});
  const rows = await open.db.query.selectFrom("entries").select("id").execute();
  const found = new Set(rows.map(({ id }) => id));
  return ids.filter((id) => !found.has(id)).length;
}

async function isComplete(path: string): Promise<boolean> {
  try {
    for await (const part of readParts(unpack(readBackupFile(path), { key })))
      if (part.is === "end") return true;
    return false;
  } catch {
    return false;
  }
}

async function makeBackup(folder: string, variables: Variables): Promise<string> {
  const name = await backUp(variables);
  if (!existsSync(join(folder, name))) throw new Error("A reported backup does not exist.");
  return name;
}

function emptyFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
}

async function timeOf(line: readonly string[], env: Variables): Promise<number> {
  const startedAt = performance.now();
  await runCommand(line, env);
  return performance.now() - startedAt;
}

/** Output of a command until it was killed. */
async function killAfter(line: readonly string[], env: Variables, milliseconds: number): Promise<string> {
  const child = startNode(line, env);
  const [output] = listen(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), milliseconds);
  await once(child, "close");
  clearTimeout(timer);
  return output();
}
