import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openForReading } from "#app/database/open.ts";
import { table, writeResults } from "../../bench/results.ts";
import { type RunningSite, startHeldSite } from "../support/site.ts";
import { pause } from "./place.ts";
import { startTraffic } from "./traffic.ts";

/**
 * `npm run test:faults:update [updates] [kills] [requests a second]`: puts one release in the place of another again and again under steady traffic,
 * then kills the update at any moment of it. No request may fail, no acknowledged message be lost, and a release always serves.
 */
const root = join(import.meta.dirname, "../..");
const [updates = 20, kills = 100, perSecond = 150] = process.argv.slice(2).map(Number);
const place = mkdtempSync(join(tmpdir(), "frontdesk-update-"));
const link = join(place, "current");
const releases = ["1.0.1", "1.0.2"].map(installRelease);
symlinkSync(releases[0] ?? "", link);
const dataDir = join(place, "data");
const settings = { TRUST_PROXY: "127.0.0.1", SECRET: "a secret of this test, long enough" };
const rows: [what: string, seen: string][] = [];
let isWhole = true;
try {
  await using site = await startHeldSite({ folder: link, dataDir, env: settings });
  const environment = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    DATA_DIR: dataDir,
    PUBLIC_URL: site.url,
    PORT: new URL(site.url).port,
    ...settings,
  };
  await run(["cli/backup.ts"], environment);
  await refuseBroken(site, environment);
  await updateUnderTraffic(site, environment);
  await killUpdates(site, environment);
} finally {
  rmSync(place, { recursive: true, force: true });
}
writeResults([
  {
    name: "update-faults",
    title: "Updated under traffic, and killed while updating",
    text: table(["what", "seen"], rows),
  },
]);
process.exitCode = isWhole ? 0 : 1;

/** Releases that fail at one step each: the one that served serves on, or serves again. */
async function refuseBroken(site: RunningSite, environment: Record<string, string>): Promise<void> {
  const broken: [what: string, file: string, code: string, says: RegExp][] = [
    ["can't be built", "cli/build.ts", "process.exit(1);", /build failed/],
    ["can't bring a copy up to date", "cli/migrate.ts", "process.exit(1);", /update the copy failed/],
    ["does not start on a copy", "server.ts", "process.exit(1);", /does not start on a copy/],
    [
      "does not start in place",
      "server.ts",
      "if (process.env.LISTEN_PID) process.exit(1);",
      /did not become ready|failed/,
    ],
  ];
  for (const [at, [what, file, code, says]] of broken.entries()) {
    const folder = installRelease(`1.1.${at}`);
    const path = join(folder, file);
    writeFileSync(path, `${code}\n${readFileSync(path, "utf8")}`);
    const before = readlinkSync(link);
    const { code: exit, written } = await run(updateTo(folder, site), environment);
    const answer = await fetch(`${site.url}/services`);
    const isRefused =
      exit === 1 && says.test(written) && readlinkSync(link) === before && answer.status === 200;
    isWhole &&= isRefused;
    report(
      `a release that ${what}`,
      isRefused ? "refused, the former one serves" : `NOT refused: ${written}`,
    );
    rmSync(folder, { recursive: true });
  }
}

async function updateUnderTraffic(site: RunningSite, environment: Record<string, string>): Promise<void> {
  let failed = 0;
  let reads = 0;
  let repeated = 0;
  const references: string[] = [];
  const problems = new Map<string, number>();
  for (let round = 0; round < updates; round += 1) {
    const traffic = startTraffic(site.url, { perSecond });
    const { code, written } = await run(updateTo(other(), site), environment);
    await pause(500);
    const result = await traffic.stop();
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
  isWhole &&= problems.size === 0 && lost === 0 && references.length > 0;
  report(
    `${updates} updates`,
    `${reads + references.length} requests, ${failed} failed, ${repeated} repeated as a browser does; ${references.length} messages acknowledged, ${lost} lost`,
  );
  for (const [problem, count] of problems) report(`${count} times`, problem);
}

/** At any moment: while the copy is restored, tried, compared, the link is put or the service starts anew. */
async function killUpdates(site: RunningSite, environment: Record<string, string>): Promise<void> {
  let broken = 0;
  let switched = 0;
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
    const answer = await fetch(`${site.url}/services`).catch(() => null);
    if (answer?.status !== 200 || !releases.includes(readlinkSync(link))) broken += 1;
  }
  const { code, written } = await run(updateTo(other(), site), environment);
  if (code !== 0) report("the update after them", written);
  isWhole &&= broken === 0 && code === 0;
  report(
    `${kills} updates killed`,
    `${switched} after the change, ${broken} times no release served; the next update ${code === 0 ? "passed" : "failed"}`,
  );
}

async function timeOfUpdate(site: RunningSite, environment: Record<string, string>): Promise<number> {
  const startedAt = performance.now();
  await run(updateTo(other(), site), environment);
  return performance.now() - startedAt;
}

/** The one of the two that does not serve. */
function other(): string {
  return releases.find((folder) => folder !== readlinkSync(link)) ?? "";
}

function updateTo(folder: string, { process: holder }: RunningSite): string[] {
  // Comes back when the release that served has ended; the next one's answers wait in the socket.
  const restart = `before=$(cut -d: -f2 ${dataDir}/lock.json); kill -HUP ${holder.pid}; while [ "$(cut -d: -f2 ${dataDir}/lock.json 2>/dev/null)" = "$before" ]; do sleep 0.05; done`;
  return ["cli/update.ts", folder, "--link", link, "--restart", restart];
}

async function run(
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; written: string }> {
  const child = spawn(join(link, "node_modules/.bin/node"), args, {
    cwd: link,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  await once(child, "close");
  return { code: child.exitCode, written: written.trim().split("\n").slice(-3).join(" ") };
}

/** The built product of this folder under another version. */
function installRelease(version: string): string {
  const folder = join(place, version);
  for (const part of [
    "app",
    "cli",
    "public",
    "build",
    "start.js",
    "server.ts",
    "start-built.js",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "react-router.config.ts",
    "tsconfig.json",
  ])
    cpSync(join(root, part), join(folder, part), { recursive: true, preserveTimestamps: true });
  // The folders are new, what is in them is not.
  utimesSync(join(folder, "build/stamp"), new Date(), new Date());
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...about, version }));
  return folder;
}

async function countLost(references: readonly string[]): Promise<number> {
  await using open = await openForReading({ dataDir, databaseUrl: null });
  const kept = new Set(
    (await open.db.query.selectFrom("leads").select("reference").execute()).map((row) => row.reference),
  );
  return references.filter((reference) => !kept.has(reference)).length;
}

function report(what: string, seen: string): void {
  rows.push([what, seen]);
  process.stdout.write(`${what}: ${seen}\n`);
}
