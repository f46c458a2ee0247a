import { createHash, randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateX25519Identity } from "age-encryption";
import { originalName } from "../../app/domain/files/pictures/accept-picture.ts";
import { widthsOf } from "../../app/domain/files/pictures/picture.ts";
import { openDiskStore } from "../../app/domain/files/store/disk-store.ts";
import type { FileStore } from "../../app/domain/files/store/store.ts";
import { storeFile } from "../../app/domain/files/upload/accepted-file.ts";
import { insertFile } from "../../app/domain/files/upload/upload.ts";
import { readRowLines } from "../../app/ops/backup/file/format.ts";
import { write } from "../../app/platform/database/database.ts";
import type { OpenDatabase } from "../../app/platform/database/open.ts";
import { openUpToDate } from "../../app/platform/database/open-up-to-date.ts";
import { syncToDisk } from "../../app/platform/settings/data-dir.ts";
import { testSecret } from "../../tests/support/database.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { startSite } from "../../tests/support/site.ts";
import { makePlace, type Place } from "../faults/support/place.ts";
import { fillWithPosts } from "./render.ts";
import { writePostsFile } from "./support/posts-file.ts";
import { median, table, writeResults } from "./support/results.ts";
import { readCpuSeconds, runMeasured } from "./support/run-measured.ts";

/**
 * `npm run bench:restore -- [--posts 100000] [--gigabytes 10]`: fills a site with posts and pictures, backs it up, tests the backup and
 * restores it to either engine with the commands. It compares every row and file, then starts the site five times; Linux only, with
 * the built product and free disk space of three times the pictures.
 */
const { values: given } = parseArgs({
  options: {
    posts: { type: "string", default: "100000" },
    gigabytes: { type: "string", default: "10" },
  },
});
const posts = Number(given.posts);
const wantedBytes = Number(given.gigabytes) * 1e9;
/** Number of posts with pictures. */
const postsWithPictures = Math.min(200, posts);
const starts = 5;
const startHead = [
  "engine",
  "median start time, ms",
  "five starts, ms",
  "median with an empty site, ms",
  "CPU time, with posts and empty, s",
  "memory, with posts and empty, MB",
];
/** Limits for a restore, in addition to the time to copy the files, and for a start. */
const limits = { restoreSeconds: 600, readyMs: 1500 };
/** Bytes per pixel by format, as in photographs. */
const bytesPerPixel = { webp: 0.18, avif: 0.12, original: 0.4 };

const folder = mkdtempSync(join(tmpdir(), "frontdesk-restore-"));
const backups = join(folder, "backups");
const key = await generateX25519Identity();
const server = await needPostgres();
const stepRows: string[][] = [];
const startRows: string[][] = [];
let isGood = true;
try {
  await using source = await makePlace("sqlite", server.url);
  log("filling");
  const filled = await fill(source);
  // A first start stores the id of the database; a restored one gets its own.
  await (await startSite({ dataDir: source.dataDir, env: siteVariables(source) })).stop();
  const before = await digestOf(source);
  const copySeconds = await timeCopy(join(source.dataDir, "files"));
  recordStep("plain copy of the files, synced to disk", { seconds: copySeconds });
  const made = await runMeasured(["cli/backup.ts", "--json"], variablesOf(source));
  const { name, rows, bytes } = JSON.parse(made.output);
  recordStep(`encrypted backup: ${rows.toLocaleString("en")} rows, ${gigabytes(bytes)} GB`, made);
  const proven = await runMeasured(["cli/prove.ts", name], variablesOf(source));
  const { problems, pages } = JSON.parse(proven.output);
  isGood &&= problems.length === 0;
  recordStep(
    "restore test of the backup",
    proven,
    problems.length === 0 ? `passed, ${pages} pages` : problems.slice(0, 3).join("; "),
  );
  // Makes room for the restored files.
  rmSync(join(source.dataDir, "files"), { recursive: true });
  for (const engine of ["sqlite", "postgres"] as const) {
    await using target = await makePlace(engine, server.url);
    const restored = await runMeasured(["cli/restore.ts", join(backups, name)], variablesOf(target));
    const differences = compare(before, await digestOf(target));
    isGood &&= differences.length === 0 && restored.seconds <= limits.restoreSeconds + copySeconds;
    recordStep(
      `restore to ${engine}`,
      restored,
      differences.length === 0 ? "all rows and files equal" : differences.slice(0, 5).join("; "),
    );
    await measureStarts(target);
  }
  const text = table(["step", "time, s", "CPU time, s", "peak memory, MB", "result"], stepRows);
  const about = `${posts.toLocaleString("en")} posts and ${filled.pictures.toLocaleString("en")} pictures in ${filled.files.toLocaleString("en")} files of ${gigabytes(filled.bytes)} GB`;
  writeResults([
    { name: "restore", title: `Backup, restore test and restore: ${about}`, text },
    {
      name: "large-start",
      title: `Start with ${posts.toLocaleString("en")} posts`,
      text: table(startHead, startRows),
    },
  ]);
} finally {
  server.stop();
  rmSync(folder, { recursive: true });
}
process.exitCode = isGood ? 0 : 1;

function log(line: string): void {
  process.stdout.write(`${new Date().toISOString()} ${line}\n`);
}

function recordStep(
  step: string,
  { seconds, cpuSeconds, peakMb }: { seconds: number; cpuSeconds?: number; peakMb?: number },
  result = "",
): void {
  stepRows.push([step, seconds.toFixed(0), cpuSeconds?.toFixed(0) ?? "", peakMb?.toFixed(0) ?? "", result]);
  log(stepRows.at(-1)?.join(" | ") ?? "");
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2);
}

function variablesOf({ dataDir, databaseUrl }: Place): Record<string, string> {
  return {
    DATA_DIR: dataDir,
    SECRET: testSecret,
    BACKUP_URL: backups,
    BACKUP_KEY: key,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
}

function siteVariables(place: Place): Record<string, string> {
  return { ...variablesOf(place), SAMPLE_CONTENT: "off", BACKUP_EVERY: "off" };
}

function openPlace(place: Place): Promise<OpenDatabase> {
  return openUpToDate({ ...place, secret: testSecret }, { holder: "a benchmark" });
}

/** Fills the site with pictures that have names and sizes of photographs but random bytes, which need no rendering. */
async function fill(place: Place): Promise<{ pictures: number; files: number; bytes: number }> {
  const filled = await fillPictures(place);
  const file = join(folder, "posts.json");
  writePostsFile(file, posts - postsWithPictures);
  recordStep("import of posts", await runMeasured(["cli/small.ts", "import", file], variablesOf(place)));
  return filled;
}

async function fillPictures(place: Place) {
  await using open = await openPlace(place);
  const store = await openDiskStore(join(place.dataDir, "files"));
  const covers: string[] = [];
  let bytes = 0;
  let files = 0;
  while (bytes < wantedBytes) {
    const picture = createPicture(covers.length);
    const stored = await storeFile(store, picture);
    const note = {
      name: `photo-${covers.length}.jpg`,
      alt: `Photo ${covers.length}`,
      actor: { id: "bench" },
      now: new Date(),
    };
    await write(open.db, (tx) => insertFile(tx, stored, note));
    covers.push(stored.id);
    bytes += stored.bytes;
    files += picture.files.length;
  }
  log(`${covers.length} pictures`);
  await fillWithPosts(open.db, postsWithPictures, covers);
  return { pictures: covers.length, files, bytes };
}

function createPicture(n: number) {
  const [width, height] = n % 2 === 0 ? [1920, 1280] : [1600, 1200];
  const bytesOf = (wide: number, perPixel: number) =>
    randomBytes(Math.round(((wide * wide * height) / width) * perPixel));
  return {
    type: "image/webp" as const,
    width,
    height,
    placeholder: "data:,",
    pages: null,
    files: [
      { name: originalName, bytes: bytesOf(width, bytesPerPixel.original) },
      ...widthsOf(width).flatMap((wide) => [
        { name: `${wide}.webp`, bytes: bytesOf(wide, bytesPerPixel.webp) },
        { name: `${wide}.avif`, bytes: bytesOf(wide, bytesPerPixel.avif) },
      ]),
    ],
  };
}

/** Seconds for a plain copy on this disk. */
async function timeCopy(from: string): Promise<number> {
  const to = join(folder, "copy");
  const startedAt = performance.now();
  cpSync(from, to, { recursive: true });
  for (const name of readdirSync(to, { recursive: true, encoding: "utf8" }))
    if (statSync(join(to, name)).isFile()) syncToDisk(join(to, name));
  const seconds = (performance.now() - startedAt) / 1000;
  rmSync(to, { recursive: true });
  return seconds;
}

/** Hash of each table and each stored file. */
async function digestOf(place: Place): Promise<Map<string, string>> {
  await using open = await openPlace(place);
  const { db } = open;
  const digests = new Map<string, string>();
  for (const shape of await db.backup.readTables(db.query)) {
    // Leases change on every start.
    if (shape.name === "leases") continue;
    const lines = readRowLines(db, shape);
    let next = await lines.next();
    while (!next.done) next = await lines.next();
    digests.set(`table ${shape.name}`, `${next.value.rows} rows, ${next.value.sha256}`);
  }
  const store: FileStore = await openDiskStore(join(place.dataDir, "files"));
  for (const { name } of await store.list()) {
    const bytes = await store.read(name);
    digests.set(
      name,
      createHash("sha256")
        .update(bytes ?? "")
        .digest("hex"),
    );
  }
  return digests;
}

function compare(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((what) => before.get(what) !== after.get(what))
    .map((what) => `${what}: ${before.get(what) ?? "missing"} before, ${after.get(what) ?? "missing"} after`);
}

interface Start {
  ready: number;
  cpu: number;
  memory: number;
}

/**
 * Measures starts in turn with an empty site, to show the effect of a busy machine. The first start after a restore does not
 * count, because it prepares data that later starts reuse.
 */
async function measureStarts(place: Place): Promise<void> {
  await using empty = await makePlace(place.engine, server.url);
  for (const one of [place, empty]) await startOnce(one);
  const full: Start[] = [];
  const ofEmpty: Start[] = [];
  for (let n = 0; n < starts; n += 1) {
    full.push(await startOnce(place));
    ofEmpty.push(await startOnce(empty));
  }
  const ready = median(full.map((one) => one.ready));
  isGood &&= ready <= limits.readyMs;
  startRows.push([
    place.engine,
    ready.toFixed(0),
    full.map((one) => one.ready.toFixed(0)).join(", "),
    median(ofEmpty.map((one) => one.ready)).toFixed(0),
    `${median(full.map((one) => one.cpu)).toFixed(2)} and ${median(ofEmpty.map((one) => one.cpu)).toFixed(2)}`,
    `${median(full.map((one) => one.memory))} and ${median(ofEmpty.map((one) => one.memory))}`,
  ]);
  log(startRows.at(-1)?.join(" | ") ?? "");
}

async function startOnce(place: Place): Promise<Start> {
  const site = await startSite({ dataDir: place.dataDir, env: siteVariables(place) });
  const start = {
    ready: site.readyAfter,
    cpu: readCpuSeconds(site.process.pid),
    memory: site.memory(),
  };
  const list = await fetch(`${site.url}/blog`);
  if (!list.ok) throw new Error(`The blog was answered ${list.status}`);
  await list.text();
  await site.stop();
  return start;
}
