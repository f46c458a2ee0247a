import { randomBytes } from "node:crypto";
import { Agent, get } from "node:http";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { generateX25519Identity } from "age-encryption";
import { sql } from "kysely";
import sharp from "sharp";
import { createAccountContext } from "../../app/domain/accounts/account-context.ts";
import { createAdmin } from "../../app/domain/accounts/registration/admin-commands.ts";
import { blog } from "../../app/domain/content/kinds/blog.ts";
import { readVersion } from "../../app/domain/content/versions/read-versions.ts";
import { readRevision } from "../../app/domain/files/library/file-address.ts";
import { readPrevious } from "../../app/domain/files/library/library.ts";
import { openFileStore } from "../../app/domain/files/store/open-store.ts";
import type { FileStore } from "../../app/domain/files/store/store.ts";
import type { Database } from "../../app/platform/database/database.ts";
import { type OpenDatabase, openReadOnlyUnchecked } from "../../app/platform/database/open.ts";
import { openUpToDate } from "../../app/platform/database/open-up-to-date.ts";
import { systemClock } from "../../app/platform/runtime/clock.ts";
import { testSecret } from "../../tests/support/database.ts";
import { countMails, type Mailbox, startMailbox } from "../../tests/support/mailbox.ts";
import { findTestPort } from "../../tests/support/port.ts";
import { needPostgres } from "../../tests/support/postgres.ts";
import { preferMemory } from "../../tests/support/quick-disk.ts";
import { signInAt } from "../../tests/support/signed-in.ts";
import { type RunningSite, startSite } from "../../tests/support/site.ts";
import { residentOf } from "../bench/memory.ts";
import { table, writeResults } from "../bench/support/results.ts";
import { makePlace, type Place, pause } from "./support/place.ts";
import { backUpAndProve, type Variables } from "./support/run-command.ts";
import { sendMessage } from "./support/traffic.ts";

/**
 * `npm run faults:churn -- [--share 1] [--engine sqlite|postgres]`: runs a day of traffic, or a share of it, at full speed:
 * posts, pictures, messages and page reads. Reports memory growth, lost acknowledged data, files without rows and unsent mail;
 * needs the built product.
 */
const { values: given } = parseArgs({
  options: {
    share: { type: "string", default: "1" },
    engine: { type: "string" },
  },
});
const share = Number(given.share);
const slices = 20;
/** First slices, excluded from the growth because they fill caches. */
const warmSlices = 5;
const day = {
  publications: 2000,
  uploads: 500,
  messages: 5000,
  pages: 100_000,
};
const countPerSlice = (whole: number) => Math.ceil((whole * share) / slices);
/** Maximum growth of memory, relative to the mean after the first slices. */
const maxGrowth = 0.25;
/** Uploads of one person are limited to 120 in half an hour. */
const staff = Array.from({ length: 6 }, (_, at) => `editor-${at}@kolpona.example`);
const password = "seven green mango crates";
const paragraph =
  "The ferry leaves the ghat with **meters, ledgers and letters** for the other bank. ".repeat(8);
const popularPages = [
  "/",
  "/services",
  "/portfolio",
  "/clients",
  "/media",
  "/about",
  "/contact",
  "/blog",
  "/blog/feed.xml",
];

/** Tables with rows that belong to a row of another table, and the foreign key. */
const foreignKeys = [
  ["entry_versions", "entry_id", "entries"],
  ["entry_facets", "entry_id", "entries"],
  ["entry_links", "from_entry", "entries"],
  ["lead_events", "lead_id", "leads"],
  ["file_tags", "file_id", "files"],
] as const;

preferMemory();
const server = await needPostgres();
const faults: string[] = [];
/** Figures of the engine under test. */
let figures: string[][] = [];
try {
  for (const engine of ["sqlite", "postgres"] as const) {
    if (given.engine !== undefined && given.engine !== engine) continue;
    await using place = await makePlace(engine, server.url);
    await churn(place);
  }
} finally {
  server.stop();
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${faults.length} faults.\n`);
process.exitCode = faults.length === 0 ? 0 : 1;

/** Data that the site acknowledged. */
interface Acknowledged {
  /** Latest published summary of each post. */
  posts: Map<string, string>;
  /** Existing files, also in the trash. */
  files: Set<string>;
  /** Permanently deleted files. */
  purged: Set<string>;
  references: string[];
  publications: number;
  uploads: number;
  replaced: number;
  trashed: number;
  pages: number;
  failedPages: string[];
  refused: string[];
}

async function churn(place: Place): Promise<void> {
  figures = [];
  const mailbox = await startMailbox();
  const acknowledged: Acknowledged = {
    posts: new Map(),
    files: new Set(),
    purged: new Set(),
    references: [],
    publications: 0,
    uploads: 0,
    replaced: 0,
    trashed: 0,
    pages: 0,
    failedPages: [],
    refused: [],
  };
  try {
    await makeStaff(place);
    const variables = await variablesOf(place, mailbox);
    const start = () =>
      startSite({
        port: Number(variables.PORT),
        dataDir: place.dataDir,
        env: variables,
      });
    const startedAt = performance.now();
    {
      await using site = await start();
      await runTraffic(place, site, acknowledged);
      const seconds = (performance.now() - startedAt) / 1000;
      note(place, "duration", `${(seconds / 60).toFixed(1)} minutes`);
      await waitForMail(place, site);
    }
    {
      await using site = await start();
      await checkPages(place, site, acknowledged);
    }
    await checkRows(place, acknowledged);
    note(place, "delivered mails", String((await countMails(mailbox.url)).all));
    await checkBackup(place, variables);
    const text = table(["measurement", "value"], figures);
    const title = `Editing, uploads, messages and reads of a day at full speed: ${place.engine}`;
    if (share === 1) writeResults([{ name: `churn-${place.engine}`, title, text }]);
    else process.stdout.write(`${text}\n`);
  } finally {
    await mailbox.stop();
  }
}

function note({ engine }: Place, name: string, value: string): void {
  figures.push([name, value]);
  process.stdout.write(`${engine}: ${name}: ${value}\n`);
}

function check({ engine }: Place, fault: string, count: number): void {
  if (count > 0) faults.push(`${engine}: ${fault}: ${count}`);
}

async function variablesOf(place: Place, mailbox: Mailbox): Promise<Variables> {
  const port = await findTestPort();
  return {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: "127.0.0.1",
    SMTP_URL: mailbox.smtpUrl,
    MAIL_FROM: "hello@kolpona.example",
    SECRET: testSecret,
    BACKUP_URL: join(place.dataDir, "stored-backups"),
    BACKUP_KEY: await generateX25519Identity(),
    BACKUP_EVERY: "off",
    ...(place.databaseUrl ? { DATABASE_URL: place.databaseUrl, FILES_URL: "postgres:" } : {}),
  };
}

async function makeStaff(place: Place): Promise<void> {
  await using open = await openUpToDate({ ...place, secret: testSecret }, { holder: "a fault test" });
  const accounts = createAccountContext({
    db: open.db,
    clock: systemClock,
    publicUrl: new URL("http://127.0.0.1"),
    secret: testSecret,
    google: null,
    companyName: async () => "Kolpona",
    secondStepGraceDays: async () => 7,
    staffIdleMinutes: async () => ({ editor: 30, admin: 30 }),
    warn: () => {},
  });
  for (const email of staff) await createAdmin(accounts, email, password);
}

async function runTraffic(place: Place, site: RunningSite, acknowledged: Acknowledged): Promise<void> {
  const pid = site.process.pid ?? 0;
  const people: string[] = [];
  for (const [at, email] of staff.entries())
    people.push(await signInAt(site.url, { email, password }, { "x-forwarded-for": `198.18.0.${at + 1}` }));
  await pause(2000);
  const before = residentOf(pid);
  const seen: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  for (let slice = 0; slice < slices; slice += 1) {
    const client = { url: site.url, people, acknowledged, slice };
    await Promise.all([publishSome(client), uploadSome(client), sendSome(client), readSome(client, agent)]);
    // Lets the process release the memory of these requests.
    await pause(2000);
    const { exitCode, signalCode } = site.process;
    if (exitCode !== null || signalCode !== null)
      throw new Error(`The site ended (${exitCode ?? signalCode}):\n${site.output().slice(-5000)}`);
    seen.push(residentOf(pid));
    process.stdout.write(`${place.engine}, part ${slice + 1}: ${seen.at(-1)?.toFixed(0)} MB\n`);
  }
  agent.destroy();
  await pause(share === 1 ? 60_000 : 5000);
  measureMemory(place, { before, seen, after: residentOf(pid) });
  note(place, "publications", `${acknowledged.publications}, of ${acknowledged.posts.size} posts`);
  note(
    place,
    "uploads",
    `${acknowledged.uploads} pictures; ${acknowledged.replaced} replaced, ${acknowledged.trashed} moved to the trash, ${acknowledged.purged.size} deleted permanently`,
  );
  note(place, "acknowledged messages", String(acknowledged.references.length));
  note(place, "page reads", `${acknowledged.pages}, ${acknowledged.failedPages.length} failed`);
  check(place, `page reads failed (${acknowledged.failedPages[0]})`, acknowledged.failedPages.length);
  check(place, `writes refused (${acknowledged.refused[0]})`, acknowledged.refused.length);
}

interface MemorySeen {
  before: number;
  /** Memory at the end of each slice. */
  seen: number[];
  after: number;
}

function measureMemory(place: Place, { before, seen, after }: MemorySeen): void {
  const late = seen.slice(warmSlices);
  const { mean, slope, error } = fitLine(late);
  const growth = slope * late.length;
  const mb = (value: number | undefined) => (value ?? 0).toFixed(0);
  note(
    place,
    "resident memory, MB",
    `${mb(before)} before; after each part ${seen.map(mb).join(", ")}; one minute later ${mb(after)}`,
  );
  note(
    place,
    `memory growth after the first ${warmSlices} parts`,
    `${slope.toFixed(1)} MB per part, standard error ${error.toFixed(1)}; mean ${mb(mean)} MB`,
  );
  if (growth > mean * maxGrowth)
    faults.push(`${place.engine}: memory grew by ${mb(growth)} MB after the first ${warmSlices} parts`);
}

/** Linear regression with the standard error of its slope. */
function fitLine(values: readonly number[]): Record<"mean" | "slope" | "error", number> {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
  const slope = values.reduce((sum, value, at) => sum + (at - middle) * (value - mean), 0) / spread;
  const left = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  return {
    mean,
    slope,
    error: Math.sqrt(left / (values.length - 2) / spread),
  };
}

interface Client {
  url: string;
  /** Cookies of staff. */
  people: readonly string[];
  acknowledged: Acknowledged;
  slice: number;
}

async function ask(
  { url, people }: Client,
  path: string,
  at: number,
  question: RequestInit = {},
): Promise<Response> {
  const headers = new Headers(question.headers);
  headers.set("origin", url);
  headers.set("cookie", people[at % people.length] ?? "");
  headers.set("x-forwarded-for", `198.18.0.${(at % people.length) + 1}`);
  return fetch(url + path, { ...question, headers, redirect: "manual", signal: AbortSignal.timeout(60_000) });
}

async function sendJson(client: Client, path: string, at: number, body: object, more: RequestInit = {}) {
  const headers = { "content-type": "application/json", ...more.headers };
  const answer = await ask(client, `/api${path}`, at, {
    method: "POST",
    ...more,
    headers,
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

/** Publishes with two writers. New posts come first; from the second quarter on existing ones change. */
async function publishSome(client: Client): Promise<void> {
  const { acknowledged, slice } = client;
  const count = countPerSlice(day.publications);
  let next = 0;
  const one = async () => {
    while (next < count) {
      const at = slice * count + next;
      next += 1;
      const summary = `In part ${slice}, as number ${at}, with ${randomBytes(6).toString("hex")}.`;
      try {
        const id = await writePost(client, at, summary);
        await sendJson(client, `/blogs/${id}/publish`, at, { reason: "A test" });
        acknowledged.posts.set(id, summary);
        acknowledged.publications += 1;
      } catch (error) {
        acknowledged.refused.push(String(error));
      }
    }
  };
  await Promise.all([one(), one()]);
}

async function writePost(client: Client, at: number, summary: string): Promise<string> {
  const { posts, files } = client.acknowledged;
  const known = [...posts.keys()];
  const body = { markdown: Array.from({ length: 6 }, (_, n) => `${paragraph}${at}.${n}`).join("\n\n") };
  if (client.slice < warmSlices || known.length === 0) {
    const covers = [...files].filter(isCover);
    const cover = covers[at % Math.max(covers.length, 1)];
    const { _id } = await sendJson(client, "/blogs", at, {
      title: `Post ${at} ${randomBytes(3).toString("hex")}`,
      summary,
      body,
      ...(cover && { cover }),
    });
    return _id;
  }
  // The two writers edit neighbouring posts, never the same one.
  const id = known[at % known.length] ?? "";
  const { version } = await (await ask(client, `/api/blogs/${id}/draft`, at)).json();
  const headers = { "if-match": `"${version}"` };
  await sendJson(client, `/blogs/${id}`, at, { summary, body }, { method: "PATCH", headers });
  return id;
}

/** Whether the file may be a cover: one in five, which are never deleted. */
function isCover(id: string): boolean {
  return Number.parseInt(id.slice(-4), 16) % 5 === 0;
}

/** Uploads pictures: replaces every tenth, moves every third unused one to the trash, and purges half of those. */
async function uploadSome(client: Client): Promise<void> {
  const { acknowledged, slice } = client;
  const count = countPerSlice(day.uploads);
  for (let n = 0; n < count; n += 1) {
    const at = slice * count + n;
    try {
      const [{ file }] = (await sendPicture(client, "/files", at)).files;
      acknowledged.files.add(file._id);
      acknowledged.uploads += 1;
      if (at % 10 === 9) {
        await sendPicture(client, `/files/${file._id}/replace`, at);
        acknowledged.replaced += 1;
      }
      if (at % 3 === 1 && !isCover(file._id)) await deleteFile(client, at, file._id);
    } catch (error) {
      acknowledged.refused.push(String(error));
    }
  }
}

async function sendPicture(client: Client, path: string, at: number) {
  const sent = new FormData();
  sent.set("alt", `Cloth ${at}`);
  sent.set("file", new Blob([await createPicture()], { type: "image/jpeg" }), `cloth-${at}.jpg`);
  const answer = await ask(client, `/api${path}`, at, { method: "POST", body: sent });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

function createPicture(): Promise<Buffer<ArrayBuffer>> {
  const raw = { width: 16, height: 12, channels: 3 as const };
  // sharp allocates a new ArrayBuffer for each result.
  return sharp(randomBytes(16 * 12 * 3), { raw })
    .resize(480, 360, { kernel: "cubic", fit: "fill" })
    .jpeg()
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

async function deleteFile(client: Client, at: number, id: string): Promise<void> {
  const { acknowledged } = client;
  const answer = await ask(client, `/api/files/${id}`, at, { method: "DELETE" });
  if (answer.status !== 204) throw new Error(`Deleting a file was answered ${answer.status}`);
  acknowledged.trashed += 1;
  if (acknowledged.trashed % 2 === 0) return;
  const purged = await ask(client, `/dashboard/files/${id}`, at, {
    method: "POST",
    body: new URLSearchParams({ intent: "purge" }),
  });
  await purged.text();
  if (purged.status !== 302 && purged.status !== 303)
    throw new Error(`Purging a file was answered ${purged.status}`);
  acknowledged.files.delete(id);
  acknowledged.purged.add(id);
}

/** Sends messages with two visitors. */
async function sendSome({ url, acknowledged, slice }: Client): Promise<void> {
  const count = countPerSlice(day.messages);
  let next = 0;
  const one = async () => {
    while (next < count) {
      const name = `visitor-${slice}-${next}-${randomBytes(3).toString("hex")}`;
      next += 1;
      try {
        const reference = await sendMessage(url, name);
        if (reference) acknowledged.references.push(reference);
        else acknowledged.refused.push(`The message of ${name} was not acknowledged`);
      } catch (error) {
        acknowledged.refused.push(String(error));
      }
    }
  };
  await Promise.all([one(), one()]);
}

/** Reads with eight visitors: half popular pages; the rest posts, searches, lists and page data. */
async function readSome({ url, acknowledged, slice }: Client, agent: Agent): Promise<void> {
  const count = countPerSlice(day.pages);
  const posts = [...acknowledged.posts.keys()];
  let next = 0;
  const pathAt = (at: number): string => {
    const post = posts[at % posts.length];
    if (at % 2 === 0 || post === undefined) return popularPages[(at >> 1) % popularPages.length] ?? "/";
    if (at % 40 === 1) return `/search?q=ferry+${at % 97}`;
    if (at % 40 === 3) return "/_.data";
    if (at % 8 === 5) return "/api/blogs?limit=20";
    return `/api/blogs/${post}`;
  };
  const one = async () => {
    while (next < count) {
      const path = pathAt(slice * count + next);
      next += 1;
      const status = await readPage(url + path, agent, next % 3 === 0 ? "identity" : "br").catch(String);
      acknowledged.pages += 1;
      if (status !== 200) acknowledged.failedPages.push(`${path}: ${status}`);
    }
  };
  await Promise.all(Array.from({ length: 8 }, one));
}

function readPage(address: string, agent: Agent, encoding: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, { agent, headers: { "accept-encoding": encoding } }, (answer) => {
      answer.once("error", reject);
      answer.resume().once("end", () => resolve(answer.statusCode ?? 0));
    }).once("error", reject);
  });
}

/** Waits until all due mail is sent; a minute without progress is a fault. Sending is limited to `maxMailsPerMinute`. */
async function waitForMail(place: Place, site: RunningSite): Promise<void> {
  const startedAt = performance.now();
  let left = await countDue(place);
  let leftAt = performance.now();
  while (left > 0 && performance.now() - leftAt < 60_000 && site.process.exitCode === null) {
    await pause(500);
    const now = await countDue(place);
    if (now < left) leftAt = performance.now();
    left = now;
  }
  const states = await readDatabase(place, ({ query }) =>
    query
      .selectFrom("outbox")
      .select((eb) => ["status", eb.fn.countAll().as("mails")] as const)
      .groupBy("status")
      .orderBy("status")
      .execute(),
  );
  note(
    place,
    "outbox",
    `${states.map(({ status, mails }) => `${mails} ${status}`).join(", ")}; ${left} due mails unsent ${((performance.now() - startedAt) / 1000).toFixed(0)} s after the last write`,
  );
  check(place, "due mails are not sent", left);
  check(place, "mails failed", Number(states.find(({ status }) => status === "failed")?.mails ?? 0));
}

async function countDue(place: Place): Promise<number> {
  const now = new Date().toISOString();
  const row = await readDatabase(place, ({ query }) =>
    query
      .selectFrom("outbox")
      .select((eb) => eb.fn.countAll().as("mails"))
      .where("status", "in", ["waiting", "scheduled"])
      .where("next_attempt_at", "<=", now)
      .executeTakeFirstOrThrow(),
  );
  return Number(row.mails);
}

/** Checks that visitors see the latest published version of each post after a restart. */
async function checkPages(place: Place, site: RunningSite, { posts }: Acknowledged): Promise<void> {
  let stale = 0;
  for (const [id, summary] of posts) {
    const answer = await fetch(`${site.url}/api/blogs/${id}`);
    if (!answer.ok || (await answer.json()).summary !== summary) stale += 1;
  }
  note(
    place,
    "posts in their latest published version after a restart",
    `${posts.size - stale} of ${posts.size}`,
  );
  check(place, "posts are not in their latest published version", stale);
}

/** Checks for lost acknowledged data and orphaned rows. */
async function checkRows(place: Place, acknowledged: Acknowledged): Promise<void> {
  await using open = await openUpToDate({ ...place, secret: testSecret }, { holder: "a fault test" });
  const { db } = open;
  const store = await openFileStore(
    { dataDir: place.dataDir, bucket: null, filesInDatabase: place.databaseUrl !== null },
    undefined,
    db,
  );
  const lost = await countLost(db, acknowledged);
  note(
    place,
    "lost acknowledged data",
    `${lost.posts} publications, ${lost.messages} messages, ${lost.files} files`,
  );
  check(place, "acknowledged publications are lost", lost.posts);
  check(place, "acknowledged messages are lost", lost.messages);
  check(place, "acknowledged files are lost, or deleted ones exist", lost.files);
  const files = await compareFiles(db, store);
  note(
    place,
    "files and rows",
    `${files.rows} rows, ${files.stored} stored files; ${files.unknown} without a row, ${files.short} rows with missing bytes`,
  );
  check(place, "stored files have no row", files.unknown);
  check(place, "rows have missing bytes", files.short);
  const orphans = await countOrphans(db);
  note(place, "orphaned rows", String(orphans));
  check(place, "rows are orphaned", orphans);
}

async function countLost(db: Database, { posts, references, files, purged }: Acknowledged) {
  const leads = await db.query.selectFrom("leads").select("reference").execute();
  const known = new Set(leads.map(({ reference }) => reference));
  const rows = new Set((await db.query.selectFrom("files").select("id").execute()).map(({ id }) => id));
  let wrong = 0;
  for (const [id, summary] of posts) {
    const row = await db.query
      .selectFrom("entries")
      .select(["state", "live_version"])
      .where("id", "=", id)
      .executeTakeFirst();
    const isCurrent =
      // A newer, unacknowledged draft makes it "changed".
      (row?.state === "published" || row?.state === "changed") &&
      row.live_version !== null &&
      (await readVersion(db, blog, id, row.live_version)).data.summary === summary;
    if (!isCurrent) wrong += 1;
  }
  return {
    posts: wrong,
    messages: references.filter((reference) => !known.has(reference)).length,
    files: [...files].filter((id) => !rows.has(id)).length + [...purged].filter((id) => rows.has(id)).length,
  };
}

async function compareFiles(db: Database, store: FileStore) {
  const rows = await db.query.selectFrom("files").select(["id", "revision", "previous", "bytes"]).execute();
  const known = new Map(rows.map((row) => [row.id, row]));
  const stored = await store.list();
  /** Bytes of existing files, by file and revision. */
  const found = new Map<string, number>();
  let unknown = 0;
  for (const { name } of stored) {
    const [id = "", file = ""] = name.split("/");
    const { revision } = readRevision(file);
    const row = known.get(id);
    if (row?.revision !== revision && (row && readPrevious(row)?.revision) !== revision) unknown += 1;
    const key = `${id} ${revision}`;
    found.set(key, (found.get(key) ?? 0) + ((await store.read(name))?.byteLength ?? 0));
  }
  const isShort = (row: (typeof rows)[number]) => {
    const previous = readPrevious(row);
    return (
      found.get(`${row.id} ${row.revision}`) !== Number(row.bytes) ||
      (previous !== null && found.get(`${row.id} ${previous.revision}`) !== previous.bytes)
    );
  };
  return {
    rows: rows.length,
    stored: stored.length,
    unknown,
    short: rows.filter(isShort).length,
  };
}

async function countOrphans({ query }: Database): Promise<number> {
  const links = query
    .selectFrom("entry_links")
    .select((eb) => eb.fn.countAll().as("rows"))
    .where("to_type", "=", "file")
    .where("to_id", "not in", (eb) => eb.selectFrom("files").select("id"));
  const counts = [(await links.executeTakeFirstOrThrow()).rows];
  for (const [table, column, owner] of foreignKeys) {
    const { rows } = await sql<{ rows: number | string }>`
      select count(*) as rows from ${sql.table(table)}
      where ${sql.ref(column)} not in (select id from ${sql.table(owner)})`.execute(query);
    counts.push(rows[0]?.rows ?? 0);
  }
  return counts.reduce<number>((sum, rows) => sum + Number(rows), 0);
}

async function checkBackup(place: Place, variables: Variables): Promise<void> {
  const environment = { PATH: process.env.PATH ?? "", ...variables, DATA_DIR: place.dataDir };
  const { problems, pages } = await backUpAndProve(environment);
  note(
    place,
    "restore test of a backup",
    problems.length === 0 ? `passed, ${pages} pages` : problems.join("; "),
  );
  check(place, "problems were found by the restore test", problems.length);
}

async function readDatabase<Answer>(
  { dataDir, databaseUrl }: Place,
  work: (db: OpenDatabase["db"]) => Promise<Answer>,
): Promise<Answer> {
  await using open = await openReadOnlyUnchecked({ dataDir, databaseUrl });
  return await work(open.db);
}
