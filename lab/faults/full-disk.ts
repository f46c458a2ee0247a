import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import sharp from "sharp";
import { openReadOnlyUnchecked } from "../../app/platform/database/open.ts";
import { testSecret } from "../../tests/support/database.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { type PlacedServer, startPostgresIn } from "../../tests/support/postgres.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { ask, type Place, pause } from "./support/place.ts";
import { backUpAndProve } from "./support/run-command.ts";
import { sendMessage } from "./support/traffic.ts";

/**
 * `npm run faults:full-disk [seconds]`: fills the disk while posts, messages and uploads arrive, for SQLite with its files,
 * PostgreSQL on one disk, and PostgreSQL with its write-ahead log on another. Expects 503 for writes, working reads, no lost
 * acknowledged data and recovery without a restart; needs root and the built product.
 */
const seconds = Number(process.argv[2] ?? 30);
const diskSize = "400m";
const admin = { email: "rahima@kolpona.example", password: "seven green mango crates" };
/** Time limit for the first successful write of each kind after space is freed. */
const maxRecoveryMs = 10_000;
const kindsOfWrite = ["post", "message", "upload"] as const;
type KindOfWrite = (typeof kindsOfWrite)[number];
/** Interval between writes of a kind, below every rate limit. */
const everyMs: Record<KindOfWrite, number> = { post: 50, message: 50, upload: 700 };

class Refusal extends Error {
  readonly status: number;

  constructor(status: number, text: string) {
    super(`${status} ${text.slice(0, 300)}`);
    this.status = status;
  }
}

const faults: string[] = [];
const rows: string[][] = [];
await fillDiskOf("sqlite", async (disk) => ({ dataDir: join(disk, "data"), server: null }));
await fillDiskOf("postgres, all on one disk", async (disk, elsewhere) => ({
  dataDir: elsewhere,
  server: await startPostgresIn(disk),
}));
await fillDiskOf("postgres, all on one disk, WAL file switched every second", async (disk, elsewhere) => ({
  dataDir: elsewhere,
  server: await startPostgresIn(disk),
  worsen: (url) => ask(url, "select pg_switch_wal()"),
}));
await fillDiskOf("postgres, WAL on another disk", async (disk, elsewhere) => {
  const logs = join(elsewhere, "logs");
  mkdirSync(logs);
  execFileSync("chmod", ["755", elsewhere]);
  return { dataDir: join(elsewhere, "data"), server: await startPostgresIn(disk, logs) };
});
for (const fault of faults) process.stdout.write(`${fault}\n`);
writeResults([
  {
    name: "disk-full",
    title: `Full disk for ${seconds} s during posts, messages and uploads`,
    text: table(
      [
        "setup",
        "stored while full",
        "refused with 503",
        "other responses",
        "reads",
        "failed reads",
        "writes recovered after, ms",
        "acknowledged",
        "lost",
        "restore test",
        "database",
      ],
      rows,
    ),
  },
]);
process.stdout.write(`${faults.length} faults.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

interface Parts {
  dataDir: string;
  server: PlacedServer | null;
  /** Runs each second while the disk is full. It may crash the database, so uncached reads may fail. */
  worsen?: (databaseUrl: string) => Promise<unknown>;
}

async function fillDiskOf(
  name: string,
  open: (disk: string, elsewhere: string) => Promise<Parts>,
): Promise<void> {
  const disk = mkdtempSync(join(tmpdir(), "frontdesk-full-"));
  const elsewhere = mkdtempSync(join(tmpdir(), "frontdesk-room-"));
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskSize}`, "tmpfs", disk]);
  let server: PlacedServer | null = null;
  try {
    const parts = await open(disk, elsewhere);
    server = parts.server;
    rows.push([name, ...(await testFullDisk(name, disk, parts))]);
    process.stdout.write(`${rows.at(-1)?.join(" | ")}\n`);
  } finally {
    server?.stop();
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
    rmSync(elsewhere, { recursive: true, force: true });
  }
}

async function testFullDisk(
  name: string,
  disk: string,
  { dataDir, server, worsen }: Parts,
): Promise<string[]> {
  const databaseUrl = server?.url ?? null;
  const port = await findTestPort();
  const variables = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: "127.0.0.1",
    SECRET: testSecret,
    SAMPLE_CONTENT: "off",
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    BACKUP_EVERY: "off",
    BACKUP_INCREMENTS: "off",
    BACKUP_URL: mkdtempSync(join(tmpdir(), "frontdesk-full-backups-")),
    BACKUP_KEY: await generateX25519Identity(),
    ...(databaseUrl && { DATABASE_URL: databaseUrl, FILES_URL: "postgres:" }),
  };
  try {
    let seen: Seen;
    let recoveryMs: number;
    let restartNote = "";
    {
      await using site = await startSite({ port, dataDir, env: variables });
      const traffic = await startTraffic(site);
      seen = traffic.seen;
      await pause(5000);
      const filler = startFiller(join(disk, "filler"), disk);
      seen.phase = "full";
      const end = performance.now() + seconds * 1000;
      while (performance.now() < end) {
        filler.fill();
        await worsen?.(databaseUrl ?? "").catch(() => {});
        await pause(worsen ? 1000 : 100);
      }
      seen.phase = "freed";
      filler.remove();
      if (server && !server.isRunning()) {
        server.startAgain();
        restartNote = "; exited, restarted after space was freed";
      }
      recoveryMs = await timeUntilStored(seen);
      await pause(3000);
      await traffic.stop();
      if (site.process.exitCode !== null || site.process.signalCode !== null)
        faults.push(`${name}: the site ended:\n${site.output().slice(-2000)}`);
      seen.log = site.output();
    }
    const lost = await countLost({ dataDir, databaseUrl }, seen);
    const { problems: proof } = await backUpAndProve({
      PATH: process.env.PATH ?? "",
      ...variables,
      DATA_DIR: dataDir,
    });
    const unanswered = worsen ? removeFailedSearches(seen) : 0;
    judge(name, seen, { lost, proof, recoveryMs });
    const of = (counts: Record<KindOfWrite, number>) =>
      kindsOfWrite.map((kind) => `${counts[kind]} ${kind}s`).join(", ");
    const other = seen.others.length;
    const panics = server?.output().match(/PANIC/g)?.length ?? 0;
    return [
      of(seen.stored.full),
      of(seen.refused),
      other === 0 ? "0" : `${other} (${seen.others[0]})`,
      String(seen.reads),
      seen.failedReads.length === 0
        ? `0${unanswered === 0 ? "" : `; ${unanswered} searches were refused while the database was down`}`
        : `${seen.failedReads.length} (${seen.failedReads[0]})`,
      recoveryMs.toFixed(0),
      kindsOfWrite.map((kind) => `${seen.acknowledged[kind].length} ${kind}s`).join(", "),
      String(lost),
      proof.length === 0 ? "passed" : proof.slice(0, 3).join("; "),
      panics + restartNote.length === 0 ? "kept running" : `crashes: ${panics}${restartNote}`,
    ];
  } finally {
    rmSync(variables.BACKUP_URL, { recursive: true, force: true });
  }
}

/** Removes searches that failed while the database was down from the failed reads, and returns their number. */
function removeFailedSearches(seen: Seen): number {
  const isSearch = (failed: string) => failed.startsWith("/search") && failed.endsWith(": 503");
  const count = seen.failedReads.filter(isSearch).length;
  seen.failedReads = seen.failedReads.filter((failed) => !isSearch(failed));
  return count;
}

interface Findings {
  lost: number;
  proof: readonly string[];
  recoveryMs: number;
}

function judge(name: string, seen: Seen, { lost, proof, recoveryMs }: Findings): void {
  const refused = kindsOfWrite.filter((kind) => seen.refused[kind] === 0);
  if (refused.length === kindsOfWrite.length)
    faults.push(`${name}: no write was refused, so the disk was not full`);
  if (lost > 0) faults.push(`${name}: ${lost} acknowledged writes are lost`);
  if (seen.others.length > 0) faults.push(`${name}: ${[...new Set(seen.others)].slice(0, 10).join("\n  ")}`);
  if (seen.failedReads.length > 0)
    faults.push(`${name}: reads failed: ${[...new Set(seen.failedReads)].slice(0, 10).join(", ")}`);
  if (recoveryMs > maxRecoveryMs) faults.push(`${name}: writes recovered after ${recoveryMs.toFixed(0)} ms`);
  for (const problem of proof) faults.push(`${name}: ${problem}`);
  if (process.env.SHOW_LOG) process.stdout.write(seen.log);
}

/** Fills a disk repeatedly. */
function startFiller(path: string, disk: string) {
  const file = openSync(path, "w");
  return {
    fill() {
      try {
        for (;;) {
          const { bavail, bsize } = statfsSync(disk);
          if (bavail === 0) return;
          writeSync(file, Buffer.alloc(Math.min(bavail * bsize, 2 ** 24)));
        }
      } catch {
        // The disk is full.
      }
    },
    remove() {
      closeSync(file);
      rmSync(path);
    },
  };
}

interface Seen {
  phase: "before" | "full" | "freed";
  stored: Record<Seen["phase"], Record<KindOfWrite, number>>;
  /** Writes rejected with 503. */
  refused: Record<KindOfWrite, number>;
  /** Other answers to writes. */
  others: string[];
  reads: number;
  failedReads: string[];
  /** Ids of posts and files, references of messages. */
  acknowledged: Record<KindOfWrite, string[]>;
  log: string;
}

async function startTraffic(site: RunningSite) {
  const none = () => ({ post: 0, message: 0, upload: 0 });
  const seen: Seen = {
    phase: "before",
    stored: { before: none(), full: none(), freed: none() },
    refused: none(),
    others: [],
    reads: 0,
    failedReads: [],
    acknowledged: { post: [], message: [], upload: [] },
    log: "",
  };
  const cookie = await signInAt(site.url, admin);
  const client = { url: site.url, cookie };
  const picture = await createPicture();
  const works: Record<KindOfWrite, (n: number) => Promise<string>> = {
    post: (n) => publishPost(client, n),
    message: (n) => sendContactMessage(client, n),
    upload: (n) => upload(client, n, picture),
  };
  let isOver = false;
  const write = async (kind: KindOfWrite) => {
    for (let n = 0; !isOver; n += 1) {
      try {
        seen.acknowledged[kind].push(await works[kind](n));
        seen.stored[seen.phase][kind] += 1;
      } catch (error) {
        if (error instanceof Refusal && error.status === 503) seen.refused[kind] += 1;
        else seen.others.push(`${kind}, ${seen.phase}: ${error instanceof Error ? error.message : error}`);
      }
      await pause(everyMs[kind]);
    }
  };
  const read = async (pathOf: (n: number) => string) => {
    for (let n = 0; !isOver; n += 1) {
      const path = pathOf(n);
      seen.reads += 1;
      const signal = AbortSignal.timeout(20_000);
      const status = await fetch(site.url + path, { signal })
        .then(async (answer) => {
          await answer.text();
          return answer.status;
        })
        .catch((error: Error) => error.message);
      if (status !== 200) seen.failedReads.push(`${path.replaceAll(/\d+/g, "N")}, ${seen.phase}: ${status}`);
      await pause(20);
    }
  };
  const pages = ["/", "/blog", "/contact", "/services", "/blog/feed.xml"];
  const all = [
    ...kindsOfWrite.map(write),
    read((n) => pages[n % pages.length] ?? "/"),
    // Searches are not cached.
    read((n) => `/search?q=ferry+${n}`),
  ];
  return {
    seen,
    async stop() {
      isOver = true;
      await Promise.all(all);
    },
  };
}

interface Client {
  url: string;
  cookie: string;
}

async function send({ url, cookie }: Client, path: string, body: object | FormData): Promise<string> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${url}/api${path}`, {
    method: "POST",
    headers: {
      cookie,
      origin: url,
      ...(!isForm && { "content-type": "application/json" }),
    },
    body: isForm ? body : JSON.stringify(body),
    signal: AbortSignal.timeout(30_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, text);
  return text;
}

async function publishPost(client: Client, n: number): Promise<string> {
  // Enough text to make the tables grow.
  const markdown = Array.from({ length: 40 }, () => randomBytes(60).toString("hex")).join(" ");
  const { _id } = JSON.parse(
    await send(client, "/blogs", { title: `Rain ${n} ${Date.now()}`, body: { markdown } }),
  );
  await send(client, `/blogs/${_id}/publish`, { reason: "A test" });
  return _id;
}

async function sendContactMessage({ url }: Client, n: number): Promise<string> {
  const reference = await sendMessage(url, `visitor-${n}-${Date.now()}`, async (address, question) => {
    const answer = await fetch(address, { ...question, signal: AbortSignal.timeout(30_000) });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(answer.status, text);
    return { status: answer.status, text };
  });
  if (reference === null) throw new Error("A message was answered without a reference");
  return reference;
}

async function upload(client: Client, n: number, picture: Buffer<ArrayBuffer>): Promise<string> {
  const sent = new FormData();
  sent.set("alt", `Rain ${n}`);
  sent.set("file", new Blob([picture], { type: "image/png" }), `rain-${n}.png`);
  const [{ file }] = JSON.parse(await send(client, "/files", sent)).files;
  return file._id;
}

/** Creates a noise picture, whose files are large. */
function createPicture(): Promise<Buffer<ArrayBuffer>> {
  const raw = { width: 400, height: 300, channels: 3 as const };
  // sharp allocates a new ArrayBuffer for each result.
  return sharp(randomBytes(400 * 300 * 3), { raw })
    .png()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

/** Milliseconds until a write of each kind is stored. */
async function timeUntilStored({ stored }: Seen): Promise<number> {
  const startedAt = performance.now();
  const isStored = () => kindsOfWrite.every((kind) => stored.freed[kind] > 0);
  while (!isStored() && performance.now() - startedAt < 60_000) await pause(20);
  return performance.now() - startedAt;
}

async function countLost(
  place: Pick<Place, "dataDir" | "databaseUrl">,
  { acknowledged }: Seen,
): Promise<number> {
  await using open = await openReadOnlyUnchecked(place);
  const { query } = open.db;
  const posts = await query.selectFrom("entries").select("id").where("state", "=", "published").execute();
  const files = await query.selectFrom("files").select("id").execute();
  const leads = await query.selectFrom("leads").select("reference").execute();
  const known = new Set([
    ...posts.map(({ id }) => id),
    ...files.map(({ id }) => id),
    ...leads.map(({ reference }) => reference),
  ]);
  return kindsOfWrite.flatMap((kind) => acknowledged[kind]).filter((one) => !known.has(one)).length;
}
