import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { readAppliedSteps } from "../../app/platform/database/migrations.ts";
import { openReadOnlyUnchecked } from "../../app/platform/database/open.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { type RunningSite, startSocketActivatedSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, pause } from "./support/place.ts";
import { startTraffic } from "./support/traffic.ts";

/**
 * `npm run faults:update [updates] [kills] [requests a second]`: replaces one release by another repeatedly under steady traffic,
 * then kills the update in each phase and at random moments. Expects no failed request, no lost acknowledged message, no
 * leftovers of a trial, and a restored database after a failed release with a destructive migration.
 */
const root = join(import.meta.dirname, "../..");
const [updates = 20, kills = 100, perSecond = 150] = process.argv.slice(2).map(Number);
const place = mkdtempSync(join(tmpdir(), "frontdesk-update-"));
const link = join(place, "current");
const releases = ["1.0.1", "1.0.2"].map(installRelease);
symlinkSync(releases[0] ?? "", link);
const dataDir = join(place, "data");
const settings = {
  TRUST_PROXY: "127.0.0.1",
  SECRET: "a secret of this test, long enough",
  ADMIN_EMAIL: "admin@company.example",
  ADMIN_PASSWORD: "a-password-of-this-test-alone",
};
const rows: [test: string, result: string][] = [];
type DatabaseLocation = Parameters<typeof openReadOnlyUnchecked>[0];
const embedded = { dataDir, databaseUrl: null };
let hasPassed = true;
const destructiveStep = "0099-less";
/** Code that runs the migrations of the release. */
const runMigrations = `(await import("node:child_process")).spawnSync(process.execPath, ["cli/migrate.ts"], { stdio: "ignore" });`;
/** Phases of an update, each recognized by a line of its output. */
const phases: [phase: string, line: RegExp][] = [
  ["starting", /^/],
  ["restoring the backup", /build: done/],
  ["testing the former release", /restore the newest backup: done/],
  ["testing the new release", /update the copy: done/],
  ["restarting the service", /compare: /],
  ["comparing its pages", /restart: done/],
];
try {
  await using site = await startSocketActivatedSite({ folder: link, dataDir, env: settings });
  const environment = environmentOf(site, await writeSecretFiles());
  await run(["cli/backup.ts"], environment);
  await refuseBroken(site, environment);
  await failToRestart(site, environment);
  await rollBackDatabase(site, environment);
  await keepNewData(site, environment);
  await killInEachPhase(site, environment);
  await stopByTerminal(site, environment);
  await updateUnderTraffic(site, environment);
  await killUpdates(site, environment);
  await refuseOnPostgres();
} finally {
  rmSync(place, { recursive: true, force: true });
}
writeResults([
  {
    name: "update-faults",
    title: "Updates that fail, under traffic, and killed with SIGKILL",
    text: table(["test", "result"], rows),
    note: "A request is repeated on a new connection, as in browsers, if the server closes the persistent one before its response.",
  },
]);
process.exitCode = hasPassed ? 0 : 1;

/** Tests releases that fail at one step each: the former one must keep serving or serve again. */
async function refuseBroken(site: RunningSite, environment: Record<string, string>): Promise<void> {
  const broken: [what: string, file: string, code: string, message: RegExp][] = [
    ["cannot be built", "cli/build.ts", "process.exit(1);", /build failed/],
    ["cannot migrate a copy", "cli/migrate.ts", "process.exit(1);", /update the copy failed/],
    ["does not start on a copy", "start.js", "process.exit(1);", /does not start on a copy/],
    [
      "does not start in place",
      "start.js",
      "if (process.env.LISTEN_PID) process.exit(1);",
      /did not become ready|failed/,
    ],
  ];
  for (const [at, [what, file, code, message]] of broken.entries()) {
    const folder = installRelease(`1.1.${at}`);
    const path = join(folder, file);
    writeFileSync(path, `${code}\n${readFileSync(path, "utf8")}`);
    const before = readlinkSync(link);
    const { code: exit, written } = await run(updateTo(folder, site), environment);
    const answer = await fetch(`${site.url}/services`);
    const isRefused =
      exit === 1 && message.test(written) && readlinkSync(link) === before && answer.status === 200;
    hasPassed &&= isRefused;
    report(
      `a release that ${what}`,
      isRefused ? "refused, the former release serves" : `NOT refused: ${written}`,
    );
    rmSync(folder, { recursive: true });
  }
}

/** Tests a failing restart command: the link returns to the former release, and the output states that the site serves. */
async function failToRestart(site: RunningSite, environment: Record<string, string>): Promise<void> {
  const before = readlinkSync(link);
  const restart = ["--restart", "echo no such unit >&2; exit 5"];
  const { code, written } = await run([...updateTo(other(), site), ...restart], environment);
  const answer = await fetch(`${site.url}/services`);
  const isRight =
    code === 1 &&
    /no such unit The link leads to the former release again, and the site serves\./.test(written) &&
    readlinkSync(link) === before &&
    answer.status === 200;
  hasPassed &&= isRight;
  report("a service that cannot be restarted", isRight ? "the link is restored and reported" : written);
}

/** Installs a release with a migration step that counts as destructive, in its sources and its build. */
function installDestructive(version: string, spoil: (folder: string) => void): string {
  const folder = installRelease(version);
  const step = `"${destructiveStep}": { up: (query) => query.schema.createTable("of_this_release").addColumn("name", "text").execute() },`;
  const written = [
    join(folder, "app/platform/database/migrations/steps.ts"),
    ...globSync(join(folder, "build/server/**/*.js")),
  ];
  const patched = written.filter((path) => {
    const before = readFileSync(path, "utf8");
    const after = before.replace(/("\d{4}-[\w-]+": [\w$]+),?(?=\s*\})/, `$1,\n${step}`);
    writeFileSync(path, after);
    return after !== before;
  });
  if (patched.length !== 2) throw new Error(`The step was added to ${patched.length} files instead of 2.`);
  spoil(folder);
  utimesSync(join(folder, "build/stamp"), new Date(), new Date());
  return folder;
}

/** Makes a release run `code` when it starts as the service, not in a trial. */
function startWith(folder: string, code: string): void {
  const start = join(folder, "start.js");
  writeFileSync(start, `if (process.env.LISTEN_PID) {${code}}\n${readFileSync(start, "utf8")}`);
}

/** Makes a release show another title as the service, but not in a trial. */
function showOtherTitle(folder: string): void {
  for (const path of globSync(join(folder, "build/server/assets/server-build-*.js"))) {
    const title = 'title: process.env.LISTEN_PID ? "Other" : "Sign in",';
    writeFileSync(path, readFileSync(path, "utf8").replaceAll('title: "Sign in",', title));
  }
}

/** Tests failed releases with a destructive migration: the database is restored, and the former release serves. */
async function rollBackDatabase(site: RunningSite, environment: Record<string, string>): Promise<void> {
  const broken: [what: string, spoil: (folder: string) => void][] = [
    ["fails at start", (folder) => startWith(folder, `${runMigrations} process.exit(1);`)],
    ["serves other pages than before", showOtherTitle],
  ];
  for (const [at, [what, spoil]] of broken.entries()) {
    const traffic = startTraffic(site.url, { perSecond });
    await pause(3000);
    const { references } = await traffic.stop();
    const folder = installDestructive(`1.2.${at}`, spoil);
    const before = readlinkSync(link);
    const { code: exit, written } = await run(updateTo(folder, site), environment);
    const answer = await fetch(`${site.url}/services`);
    const lost = await countLost(references);
    const isBack =
      exit === 1 &&
      /the database is as it was before the update/.test(written) &&
      readlinkSync(link) === before &&
      answer.status === 200 &&
      references.length > 0 &&
      lost === 0 &&
      !(await readSteps()).includes(destructiveStep);
    hasPassed &&= isBack;
    report(
      `a destructive release that ${what}`,
      isBack
        ? `the former release serves with the former database; ${references.length} messages, ${lost} lost`
        : `NOT restored, ${lost} lost: ${written}`,
    );
    if (readlinkSync(link) === folder) throw new Error("The failed release is still serving.");
    rmSync(folder, { recursive: true });
  }
}

/** Tests that data written after the migration is reported, not lost, and that the given command restores the former state. */
async function keepNewData(site: RunningSite, environment: Record<string, string>): Promise<void> {
  const write = `const { DatabaseSync } = await import("node:sqlite");
    const file = new DatabaseSync(${JSON.stringify(join(dataDir, "frontdesk.sqlite"))}, { timeout: 1000 });
    file.exec("insert or ignore into settings (key, data, version, updated_at) values ('came-in', '{}', 1, '')");
    file.close();`;
  const folder = installDestructive("1.3.0", (made) =>
    startWith(made, `${runMigrations} ${write} process.exit(1);`),
  );
  const before = readlinkSync(link);
  const { code, written } = await run(updateTo(folder, site), environment);
  const copy = /--put-back (\S+)/.exec(written)?.[1] ?? "";
  const isStored =
    code === 1 &&
    /NOT put back/.test(written) &&
    /settings: 1/.test(written) &&
    readlinkSync(link) === folder &&
    (await readSteps()).includes(destructiveStep);
  hasPassed &&= isStored;
  report(
    "a destructive release that fails after new data was written",
    isStored ? "the new data is stored and reported" : `NOT stored: ${written}`,
  );
  rmSync(link);
  symlinkSync(before, link);
  // Processes of the new release do not hold the lock of the data folder, so they need time to exit.
  await pause(5000);
  const back = await run(["cli/update.ts", "--put-back", copy], environment);
  const answer = await fetch(`${site.url}/services`, { signal: AbortSignal.timeout(60_000) }).catch(
    () => null,
  );
  const isBack = back.code === 0 && answer?.status === 200 && !(await readSteps()).includes(destructiveStep);
  hasPassed &&= isBack;
  report(
    "--put-back after that failure",
    isBack ? "the former release serves with the former database" : `NOT back: ${back.written}`,
  );
  rmSync(folder, { recursive: true });
}

/** Tests a destructive release on PostgreSQL: rejected before any change; with the override, a failure explains how to restore. */
async function refuseOnPostgres(): Promise<void> {
  const server = await needPostgres();
  try {
    await using used = await makePlace("postgres", server.url);
    await using empty = await makePlace("postgres", server.url);
    const former = readlinkSync(link);
    await using site = await startSocketActivatedSite({
      folder: link,
      dataDir: used.dataDir,
      env: { ...settings, DATABASE_URL: used.databaseUrl ?? "" },
    });
    const environment = environmentOf(site, { DATABASE_URL: used.databaseUrl ?? "" });
    await run(["cli/backup.ts"], environment);
    const traffic = startTraffic(site.url, { perSecond });
    await pause(3000);
    const { references } = await traffic.stop();
    const folder = installDestructive("1.4.0", (made) =>
      startWith(made, `${runMigrations} process.exit(1);`),
    );
    const refused = await run(updateTo(folder, site), environment);
    const answer = await fetch(`${site.url}/services`);
    const isRefused =
      refused.code === 1 &&
      /Nothing of the site was changed\. After 0099-less/.test(refused.written) &&
      readlinkSync(link) === former &&
      answer.status === 200 &&
      !(await readSteps(used)).includes(destructiveStep);
    report(
      "a destructive release on PostgreSQL",
      isRefused ? "refused, nothing was changed" : `NOT refused: ${refused.written}`,
    );
    const failed = await run([...updateTo(folder, site), "--no-way-back"], environment);
    const list = await run(["cli/backup.ts", "list"], environment);
    const name = /frontdesk-\S*update\S*/.exec(list.written)?.[0] ?? "";
    const intoEmpty = { ...environment, DATABASE_URL: empty.databaseUrl ?? "" };
    const restored = await run(["cli/restore.ts", name], intoEmpty, former);
    const lost = await countLost(references, empty);
    const isBack =
      failed.code === 1 &&
      /stays in its place/.test(failed.written) &&
      readlinkSync(link) === folder &&
      restored.code === 0 &&
      references.length > 0 &&
      lost === 0 &&
      !(await readSteps(empty)).includes(destructiveStep);
    report(
      "the same release with --no-way-back",
      isBack
        ? `the release stays, and the described restore works: ${references.length} messages, ${lost} lost`
        : `NOT as expected, ${lost} lost: ${failed.written} ${list.written} ${restored.written}`,
    );
    hasPassed &&= isRefused && isBack;
    rmSync(link);
    symlinkSync(former, link);
    rmSync(folder, { recursive: true });
  } finally {
    server.stop();
  }
}

async function readSteps(from: DatabaseLocation = embedded): Promise<string[]> {
  await using open = await openReadOnlyUnchecked(from);
  return await readAppliedSteps(open.db);
}

async function killInEachPhase(site: RunningSite, environment: Record<string, string>): Promise<void> {
  for (const [phase, line] of phases) {
    const child = startUpdate(site, environment);
    await waitForLine(child, line);
    child.kill("SIGKILL");
    await once(child, "close");
    const answer = await fetch(`${site.url}/services`);
    const left = await listLeft();
    const isRight = answer.status === 200 && releases.includes(readlinkSync(link)) && left.length === 0;
    hasPassed &&= isRight;
    report(
      `killed while ${phase}`,
      isRight ? "a release serves, no leftovers of the trial" : `${answer.status}, left: ${left}`,
    );
  }
}

async function stopByTerminal(site: RunningSite, environment: Record<string, string>): Promise<void> {
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    const child = startUpdate(site, environment);
    const before = readlinkSync(link);
    let output = "";
    child.stderr?.on("data", (chunk) => (output += chunk));
    await waitForLine(child, /restore the newest backup: done/);
    child.kill(signal);
    await once(child, "close");
    const left = await listLeft();
    const isRight =
      child.exitCode === 1 &&
      /Nothing of the site/.test(output) &&
      left.length === 0 &&
      before === readlinkSync(link);
    hasPassed &&= isRight;
    report(`${signal} during the trial`, isRight ? "stopped, no leftovers" : `${output}, left: ${left}`);
  }
}

function startUpdate(site: RunningSite, environment: Record<string, string>) {
  return spawn(join(link, "node_modules/.bin/node"), updateTo(other(), site), {
    cwd: link,
    env: environment,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function waitForLine(child: ReturnType<typeof startUpdate>, line: RegExp): Promise<void> {
  let written = "";
  if (line.test(written)) return;
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    written += chunk;
    if (line.test(written)) break;
  }
  child.stdout.resume();
}

/** Processes and database copies of a trial that still exist half a minute after the update. */
async function listLeft(): Promise<string[]> {
  for (let tries = 0; ; tries += 1) {
    const left = [...listTrials(), ...releases.flatMap(listScratch)];
    if (left.length === 0 || tries === 300) return left;
    await pause(100);
  }
}

function listScratch(folder: string): string[] {
  try {
    return readdirSync(join(folder, "scratch"));
  } catch {
    return [];
  }
}

/** Processes with the data folder of a trial. */
function listTrials(): string[] {
  return readdirSync("/proc").filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return readFileSync(`/proc/${name}/environ`, "utf8").includes(`DATA_DIR=${place}/1.`);
    } catch {
      return false;
    }
  });
}

async function updateUnderTraffic(site: RunningSite, environment: Record<string, string>): Promise<void> {
  let failed = 0;
  let reads = 0;
  let repeated = 0;
  const references: string[] = [];
  const problems = new Map<string, number>();
  for (let round = 0; round < updates; round += 1) {
    const traffic = startTraffic(site.url, { perSecond });
    const next = other();
    // Relative path, as an operator types it in the folder of the serving release.
    const { code, written } = await run(updateTo(join("..", basename(next)), site), environment);
    await pause(500);
    const result = await traffic.stop();
    if (code === 0 && readlinkSync(link) !== next)
      problems.set(`the link points to ${readlinkSync(link)}`, 1);
    if (code !== 0) problems.set(written, (problems.get(written) ?? 0) + 1);
    reads += result.reads;
    repeated += result.repeated;
    references.push(...result.references);
    for (const problem of [...result.failedReads, ...result.failedWrites]) {
      failed += 1;
      problems.set(problem, (problems.get(problem) ?? 0) + 1);
    }
    process.stdout.write(
      `update ${round + 1}: ${code === 0 ? basename(readlinkSync(link)) : "failed"}, ${failed} requests failed so far\n`,
    );
  }
  const lost = await countLost(references);
  hasPassed &&= problems.size === 0 && lost === 0 && references.length > 0;
  report(
    `${updates} updates at ${perSecond} requests per second`,
    `${reads + references.length} requests, ${failed} failed, ${repeated} repeated on a new connection; ${references.length} messages acknowledged, ${lost} lost`,
  );
  for (const [problem, count] of problems) report(`${count} times`, problem);
}

/** Kills updates at random moments of their duration. */
async function killUpdates(site: RunningSite, environment: Record<string, string>): Promise<void> {
  let broken = 0;
  let switched = 0;
  let leftovers = 0;
  const longest = await timeOfUpdate(site, environment);
  for (let round = 0; round < kills; round += 1) {
    const before = readlinkSync(link);
    const child = spawn(join(link, "node_modules/.bin/node"), updateTo(other(), site), {
      cwd: link,
      env: environment,
      detached: true,
      stdio: "ignore",
    });
    await Promise.race([once(child, "exit"), pause(Math.random() * longest)]);
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
    if (readlinkSync(link) !== before) switched += 1;
    if ((await listLeft()).length > 0) leftovers += 1;
    const answer = await fetch(`${site.url}/services`).catch(() => null);
    if (answer?.status !== 200 || !releases.includes(readlinkSync(link))) broken += 1;
  }
  const { code, written } = await run(updateTo(other(), site), environment);
  if (code !== 0) report("the next update", written);
  hasPassed &&= broken === 0 && leftovers === 0 && code === 0;
  report(
    `${kills} updates killed at random moments`,
    `${switched} after the release was switched, ${broken} times no release served, ${leftovers} times leftovers of the trial; the next update ${code === 0 ? "passed" : "failed"}`,
  );
}

async function timeOfUpdate(site: RunningSite, environment: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  await run(updateTo(other(), site), environment);
  return performance.now() - startedAt;
}

/** Environment of commands for the running site. */
function environmentOf(site: RunningSite, more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    DATA_DIR: site.dataDir,
    PUBLIC_URL: site.url,
    PORT: new URL(site.url).port,
    ...settings,
    ...more,
  };
}

/** Writes the backup settings to files, as service managers pass secrets. */
async function writeSecretFiles(): Promise<Record<string, string>> {
  const files = { BACKUP_KEY: await generateX25519Identity(), BACKUP_URL: join(place, "backups") };
  return Object.fromEntries(
    Object.entries(files).map(([name, value]) => {
      const path = join(place, name);
      writeFileSync(path, value, { mode: 0o600 });
      return [`${name}_FILE`, path];
    }),
  );
}

/** Release that is not serving. */
function other(): string {
  return releases.find((folder) => folder !== readlinkSync(link)) ?? "";
}

function updateTo(folder: string, { process: holder, url }: RunningSite): string[] {
  // Like systemd: returns when the new process is ready, and fails if it exits first.
  const restart = `
    pid() { pgrep --parent ${holder.pid}; }
    before=$(pid); kill -HUP ${holder.pid}
    while now=$(pid); [ -z "$now" ] || [ "$now" = "$before" ]; do sleep 0.05; done
    until curl --silent --output /dev/null --fail --max-time 1 ${url}/readyz; do [ "$(pid)" = "$now" ] || exit 1; sleep 0.05; done`;
  return ["cli/update.ts", folder, "--link", link, "--restart", restart];
}

async function run(
  args: string[],
  env: Record<string, string>,
  folder = link,
): Promise<{ code: number | null; written: string }> {
  const child = spawn(join(folder, "node_modules/.bin/node"), args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  await once(child, "close");
  return { code: child.exitCode, written: written.trim().split("\n").slice(-12).join(" ") };
}

/** Installs a copy of the built product as another version. */
function installRelease(version: string): string {
  const folder = join(place, version);
  for (const part of [
    "app",
    "cli",
    "public",
    "build",
    "start.js",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "vite.islands.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  // Copied folders are newer than the stamp.
  utimesSync(join(folder, "build/stamp"), new Date(), new Date());
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...manifest, version }));
  return folder;
}

async function countLost(references: readonly string[], from: DatabaseLocation = embedded): Promise<number> {
  await using open = await openReadOnlyUnchecked(from);
  const stored = new Set(
    (await open.db.query.selectFrom("leads").select("reference").execute()).map((row) => row.reference),
  );
  return references.filter((reference) => !stored.has(reference)).length;
}

function report(test: string, result: string): void {
  rows.push([test, result]);
  process.stdout.write(`${test}: ${result}\n`);
}
