import { type ChildProcess, spawn } from "node:child_process";
import { createHash, generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { generateX25519Identity } from "age-encryption";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentAddress } from "#app/domain/files/library/file-address.ts";
import { openFilesOfSite } from "#app/domain/files/store/open-store.ts";
import { aClosedPort, startSmtp, until } from "#app/domain/mail/mail.fixture.ts";
import { backupName, openBackupStore } from "#app/ops/backup/backup-store.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { countUnreadable } from "#app/platform/database/secret-check.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { knownVariables, secretVariables } from "#app/platform/settings/variables.ts";
import { type EngineName, makeDatabase, makeMigrated, testSecret } from "../support/database.ts";
import { aDocument } from "../support/library.ts";
import { findTestPort } from "../support/port.ts";
import { processEnv } from "../support/process-env.ts";
import { startBucket } from "../support/s3.ts";
import { signInAt } from "../support/signed-in.ts";

/**
 * Tests each setting missing, invalid and valid again. A start either exits with one line that names the setting, or serves; no
 * data may be lost or become unreadable.
 */
type Name = (typeof knownVariables)[number];
type Variables = Record<string, string>;

interface Row {
  /** Error line of a start without it; null if the site starts. */
  missing: RegExp | null;
  /** Values that stop the start, with the error line for each. */
  wrong: readonly [value: string, line: RegExp][];
  /** Invalid value that a start cannot detect. */
  other?: string;
}

const root = join(import.meta.dirname, "../..");
const node = join(root, "node_modules/.bin/node");
const program = join(root, "build/server/index.js");
const admin = { email: "rahima@shapla.example", password: "seven green mango crates" };
const otherSecret = "another secret that is long enough too";
const [ageKey, otherAgeKey] = await Promise.all([generateX25519Identity(), generateX25519Identity()]);
const defaultPort = 3000;

const cleanups: (() => unknown)[] = [];
afterAll(async () => {
  for (const cleanup of cleanups.toReversed()) await cleanup();
});

function makeFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `frontdesk-settings-${name}-`));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Product folder with its own default data folder. */
function install(): string {
  const folder = makeFolder("install");
  for (const name of ["app", "build", "cli", "node_modules", "package.json", "public"])
    symlinkSync(join(root, name), join(folder, name));
  return folder;
}

/** Error lines of the starts; null for one that served. */
async function startEach(folder: string, starts: readonly Variables[]): Promise<(string | null)[]> {
  const lines: (string | null)[] = [];
  // A start that serves ends the process.
  while (lines.length < starts.length) lines.push(...(await startInTurn(folder, starts.slice(lines.length))));
  return lines;
}

async function startInTurn(folder: string, starts: readonly Variables[]): Promise<(string | null)[]> {
  const code = `
    const { startSite } = await import(${JSON.stringify(program)});
    for (const variables of ${JSON.stringify(starts)}) {
      const line = await startSite({ variables, folder: ${JSON.stringify(folder)} }).then(
        () => null,
        (error) => ("isPlain" in error ? error.message : "not plain: " + error.stack),
      );
      process.stdout.write("\\n" + JSON.stringify({ line }) + "\\n");
      if (line === null) process.exit();
    }`;
  const child = spawn(node, ["--input-type=module", "--eval", code], {
    env: { ...processEnv, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 100_000,
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const lines = output.split("\n").filter((line) => line.startsWith('{"line":'));
  if (lines.length === 0) throw new Error(errors);
  return lines.map((line) => JSON.parse(line).line);
}

interface Running {
  url: string;
  output(): string;
  stop(): Promise<void>;
}

/** Starts the site as a deployer does; throws if it does not serve. */
async function startWith(folder: string, variables: Variables): Promise<Running> {
  const code = `
    const { startSite } = await import(${JSON.stringify(program)});
    await startSite({ variables: ${JSON.stringify({ ...processEnv, ...variables })}, folder: ${JSON.stringify(folder)} });`;
  const child = spawn(node, ["--input-type=module", "--eval", code], {
    env: { ...processEnv, NODE_ENV: "production" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  cleanups.push(() => child.kill("SIGKILL"));
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const isReady = () => output.includes("Frontdesk is ready");
  await until(() => isReady() || child.exitCode !== null, 100_000);
  if (!isReady()) throw new Error(`The site stopped at its start:\n${output}`);
  return {
    url: `http://${variables.HOST ?? "localhost"}:${variables.PORT ?? defaultPort}`,
    output: () => output,
    stop: () => stopChild(child),
  };
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

/** Tables of temporary state, including backups, which the site lists again from their store. */
const temporaryTables = new Set([
  "backups",
  "broken_links",
  "canary_rounds",
  "changes",
  "instances",
  "leases",
  "limits",
]);
/** Columns that each delivery attempt of a mail changes. */
const attemptColumns = ["attempts", "next_attempt_at", "last_error", "claimed_until"];

interface State {
  rows: string[];
  files: Record<string, string>;
  unreadable: number;
}

/** State that a start must preserve: rows, files, and readable encrypted values. */
async function readState(variables: Variables, objects: Map<string, { bytes: Buffer }>): Promise<State> {
  const env = readEnv(variables, root);
  await using open = await openDatabase(env, "a test", () => {});
  const { db } = open;
  const rows: string[] = [];
  for (const { name } of await db.backup.readTables(db.query)) {
    if (temporaryTables.has(name)) continue;
    const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db.query);
    for (const row of found.rows) {
      for (const column of name === "outbox" ? attemptColumns : []) delete row[column];
      rows.push(`${name} ${JSON.stringify(row)}`);
    }
  }
  const inBucket = [...objects].map(([name, { bytes }]) => [`bucket ${name}`, hash(bytes)]);
  return {
    rows: rows.sort(),
    files: {
      ...readTree(env.dataDir),
      ...("folder" in env.backup.place && readTree(env.backup.place.folder)),
      ...Object.fromEntries(inBucket),
    },
    unreadable: await countUnreadable(db, env),
  };
}

function readTree(folder: string): Record<string, string> {
  if (!existsSync(folder)) return {};
  const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !/^(frontdesk\.sqlite(-wal|-shm)?|lock(\.json)?)$/.test(entry.name),
  );
  const paths = found.map(({ parentPath, name }) => join(parentPath, name));
  return Object.fromEntries(paths.map((path) => [path, hash(readFileSync(path))]));
}

function hash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** Expects all earlier rows and files unchanged; a site may add others. */
function expectUnchanged(before: State, after: State): void {
  const rows = new Set(after.rows);
  expect(before.rows.filter((row) => !rows.has(row))).toEqual([]);
  expect(after.files).toMatchObject(before.files);
  expect(after.unreadable).toBe(0);
}

function without(variables: Variables, ...names: string[]): Variables {
  return Object.fromEntries(Object.entries(variables).filter(([name]) => !names.includes(name)));
}

let messages = 0;

async function sendMessage({ url }: Running): Promise<void> {
  messages += 1;
  const response = await fetch(`${url}/api/contact`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Nadia",
      email: `nadia${messages}@tea.example`,
      message: `Hello from tea garden ${messages}`,
      consent: true,
    }),
  });
  expect(response.status).toBe(201);
}

/** Adds a document to the library of a migrated database and returns its address. */
async function addDocument(variables: Variables): Promise<string> {
  const env = readEnv(variables, root);
  await using open = await openDatabase(env, "a test", () => {});
  const files = await openFilesOfSite(env, open.db);
  return documentAddress({ id: await aDocument(open.db, files.store), revision: 1 });
}

async function makeSite(engine: EngineName) {
  const database = await makeMigrated(engine);
  cleanups.push(database.remove);
  const port = String(await findTestPort());
  return {
    NODE_ENV: "production",
    PORT: port,
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: database.env.dataDir,
    SAMPLE_CONTENT: "off",
    SECRET: testSecret,
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    MAIL_FROM: "Kolpona <hello@kolpona.example>",
    ...(database.env.databaseUrl && { DATABASE_URL: database.env.databaseUrl }),
  };
}

describe("embedded database with every setting", () => {
  let folder: string;
  let valid: Variables;
  let rows: Record<Name, Row>;
  let bucket: Awaited<ReturnType<typeof startBucket>>;
  let smtp: Awaited<ReturnType<typeof startSmtp>>;
  let stateBefore: State;
  let cookie: string;
  let address: string;
  /** Error line by setting and value; no value if the setting is missing. */
  const errorLines = new Map<string, string | null>();

  beforeAll(async () => {
    folder = install();
    bucket = await startBucket();
    cleanups.push(bucket.stop);
    smtp = await startSmtp();
    cleanups.push(() => smtp[Symbol.asyncDispose]());
    const closed = await aClosedPort();
    valid = await makeEverySetting(bucket.filesUrl, smtp.port, closed);
    rows = describeRows(closed, (await emptyPostgres()) ?? "");
    address = await addDocument(without(valid, "CLAMD"));
    const store = openBackupStore({ folder: valid.BACKUP_URL ?? "" });
    const draft = await store.write(backupName(new Date("2026-01-02T03:04:05Z"), "daily", true));
    await draft.append(Buffer.from("a backup of the spring"));
    await draft.finish();
    const site = await startWith(folder, valid);
    cookie = await signInAt(site.url, admin);
    await sendMessage(site);
    await until(() => smtp.received.length > 0);
    await site.stop();
    stateBefore = await readState(valid, bucket.objects);
    await occupyDefaultPort();
    const cases = knownVariables.flatMap((name) => listCases(name, rows[name], valid));
    const lines = await startEach(
      folder,
      cases.map(({ variables }) => variables),
    );
    for (const [index, { name }] of cases.entries()) errorLines.set(name, lines[index] ?? null);
  });

  test("the table has a row for every setting", () => {
    expect(Object.keys(rows).toSorted()).toEqual(knownVariables.toSorted());
  });

  test.each(knownVariables)("a missing or invalid %s stops the start with one line", (name) => {
    const { missing, wrong } = rows[name];
    const expected = [...(missing ? [["", missing] as const] : []), ...wrong];
    for (const [value, pattern] of expected) {
      const line = errorLines.get(`${name}=${value}`) ?? "the site started";
      expect(line).toMatch(pattern);
      expect(line.split("\n")).toHaveLength(1);
    }
  });

  test.each(secretVariables)("a missing or empty file of %s_FILE stops the start", (name) => {
    const none = join(folder, "none");
    const empty = join(folder, "empty");
    writeFileSync(empty, "\n");
    const variables = without(valid, name);
    for (const path of [none, empty])
      expect(() => readEnv({ ...variables, [`${name}_FILE`]: path }, folder)).toThrow(
        new RegExp(`^${name}_FILE: the file [^\n]*$`),
      );
  });

  test("failed starts change no data", async () => {
    expect(await readState(valid, bucket.objects)).toEqual(stateBefore);
    expect(readdirSync(folder)).not.toContain("data");
  });

  test("a start without optional settings changes no data", async () => {
    const needed = ["PORT", "DATA_DIR", "FILES_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "SECRET"];
    const variables = Object.fromEntries(needed.map((name) => [name, valid[name] ?? ""]));
    const site = await startWith(folder, variables);
    const home = await (await fetch(`${site.url}/dashboard/home`, { headers: { cookie } })).text();
    expect(home).toContain("E-mails wait: SMTP_URL is missing");
    expect(home).toContain("Google sign-in is not set up");
    await sendMessage(site);
    await site.stop();
    const after = await readState(valid, bucket.objects);
    expectUnchanged(stateBefore, after);
    expect(Object.keys(after.files).filter((path) => path.endsWith(".eml"))).toEqual([]);
    stateBefore = after;
  });

  test("a start with other values changes no data", async () => {
    const others = Object.entries(rows).flatMap(([name, { other }]) =>
      other === undefined ? [] : [[name, other]],
    );
    const site = await startWith(folder, { ...valid, ...Object.fromEntries(others) });
    await sendMessage(site);
    await site.stop();
    const after = await readState(valid, bucket.objects);
    expectUnchanged(stateBefore, after);
    stateBefore = after;
  });

  test("a start with valid settings and secrets from files works", async () => {
    const variables = { ...valid };
    for (const name of secretVariables) {
      const value = valid[name];
      if (value === undefined) continue;
      const path = join(folder, `${name}.txt`);
      writeFileSync(path, `${value}\n`);
      delete variables[name];
      variables[`${name}_FILE`] = path;
    }
    const mails = smtp.received.length;
    const site = await startWith(folder, variables);
    const home = await fetch(`${site.url}/dashboard/home`, { headers: { cookie }, redirect: "manual" });
    expect(home.status).toBe(200);
    expect((await fetch(site.url + address)).status).toBe(200);
    await sendMessage(site);
    await until(() => smtp.received.length > mails);
    await site.stop();
    expectUnchanged(stateBefore, await readState(valid, bucket.objects));
  });

  async function makeEverySetting(filesUrl: string, mailPort: number, closed: number): Promise<Variables> {
    const keys = new URL(filesUrl);
    const key = generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey;
    const variables = {
      ...(await makeSite("sqlite")),
      AWS_ACCESS_KEY_ID: decodeURIComponent(keys.username),
      AWS_SECRET_ACCESS_KEY: decodeURIComponent(keys.password),
      FILES_URL: filesUrl.replace(`${keys.username}:${keys.password}@`, ""),
      BACKUP_URL: makeFolder("backups"),
      BACKUP_KEY: ageKey,
      BACKUP_EVERY: "24",
      BACKUP_KEEP: "30d 20w 60m",
      BACKUP_INCREMENTS: "60",
      CLAMD: `127.0.0.1:${closed}`,
      TIME_ZONE: "Asia/Dhaka",
      JOBS: "on",
      TRUST_PROXY: "127.0.0.1",
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      DKIM_SELECTOR: "mail2026",
      DKIM_KEY: key.export({ type: "pkcs8", format: "pem" }).toString(),
      DKIM_DOMAIN: "kolpona.example",
      SECRET_PREVIOUS: otherSecret,
      GOOGLE_CLIENT_ID: "site",
      GOOGLE_CLIENT_SECRET: "a secret of the site",
      GOOGLE_DISCOVERY_URL: `http://127.0.0.1:${closed}/.well-known/openid-configuration`,
      ACCESS_LOG: "on",
      WEBHOOKS_PRIVATE: "on",
      METRICS_TOKEN: "the token of the figures",
      METRICS_PORT: String(await findTestPort()),
    };
    return variables;
  }

  async function emptyPostgres(): Promise<string | null> {
    const { env, remove } = await makeDatabase("postgres");
    cleanups.push(remove);
    return env.databaseUrl;
  }

  /** Occupies the default port, so that a start without PORT fails the same way on every machine. */
  async function occupyDefaultPort(): Promise<void> {
    const server = createServer().listen(defaultPort, "127.0.0.1");
    await Promise.race([once(server, "listening"), once(server, "error")]).catch(() => {});
    cleanups.push(() => server.close());
  }
});

describe("PostgreSQL with files in the data folder", () => {
  let folder: string;
  let valid: Variables;
  let stateBefore: State;
  let address: string;
  const none = new Map<string, { bytes: Buffer }>();
  let errorLines: (string | null)[];
  const reasons: [what: string, line: RegExp][] = [
    ["DATABASE_URL is missing", /^DATA_DIR: .* belong to another database.* set DATABASE_URL/],
    ["DATABASE_URL is another database", /^DATA_DIR: .* belong to another database.* set DATABASE_URL/],
    ["DATABASE_URL names no existing database", /^DATABASE_URL: .*no database named/],
    ["SECRET is missing", /^SECRET: give at least 32/],
    ["SECRET has another value", /^SECRET: it is not the one this database was used with/],
    ["DATA_DIR is another folder", /^FILES_URL: the library has one file.* DATA_DIR as they were/],
    ["FILES_URL is another store", /^FILES_URL: the library has one file/],
  ];

  beforeAll(async () => {
    folder = install();
    valid = { ...(await makeSite("postgres")), SMTP_URL: `smtp://127.0.0.1:${await aClosedPort()}` };
    address = await addDocument(valid);
    const site = await startWith(folder, valid);
    await signInAt(site.url, admin);
    await sendMessage(site);
    await site.stop();
    stateBefore = await readState(valid, none);
    const { env, remove } = await makeDatabase("postgres");
    cleanups.push(remove);
    const missingUrl = new URL(valid.DATABASE_URL ?? "");
    missingUrl.pathname = "/frontdesk_missing";
    errorLines = await startEach(folder, [
      without(valid, "DATABASE_URL"),
      { ...valid, DATABASE_URL: env.databaseUrl ?? "" },
      { ...valid, DATABASE_URL: missingUrl.href },
      without(valid, "SECRET"),
      { ...valid, SECRET: otherSecret },
      { ...valid, DATA_DIR: makeFolder("other-data") },
      { ...valid, FILES_URL: "postgres:" },
    ]);
  });

  test.each(reasons)("stops the start with one line when %s", (reason, pattern) => {
    const line = errorLines[reasons.findIndex(([candidate]) => candidate === reason)] ?? "the site started";
    expect(line).toMatch(pattern);
    expect(line.split("\n")).toHaveLength(1);
  });

  test("failed starts change no data", async () => {
    expect(await readState(valid, none)).toEqual(stateBefore);
  });

  test("mail stays queued while SMTP_URL is missing", async () => {
    const site = await startWith(folder, without(valid, "SMTP_URL"));
    await sendMessage(site);
    // A site that writes mail to files would do so within this time.
    await pause(1500);
    await site.stop();
    const after = await readState(valid, none);
    expectUnchanged(stateBefore, after);
    expect(Object.keys(after.files).filter((path) => path.endsWith(".eml"))).toEqual([]);
    stateBefore = after;
  });

  test("a start with valid settings works", async () => {
    const site = await startWith(folder, valid);
    expect((await fetch(site.url + address)).status).toBe(200);
    await site.stop();
    expectUnchanged(stateBefore, await readState(valid, none));
  });
});

interface Case {
  name: string;
  variables: Variables;
}

/** Starts of a row that must fail. */
function listCases(name: string, { missing, wrong }: Row, valid: Variables): Case[] {
  const unset = { name: `${name}=`, variables: without(valid, name) };
  const cases = wrong.map(([value]) => ({
    name: `${name}=${value}`,
    variables: { ...valid, [name]: value },
  }));
  return missing ? [unset, ...cases] : cases;
}

/** Cases of each setting missing and invalid while all others are valid. */
function describeRows(closed: number, emptyDatabase: string): Record<Name, Row> {
  const file = join(root, "package.json");
  const emptyFolder = makeFolder("empty");
  const ignored = { missing: null, wrong: [] } as const;
  return {
    PORT: {
      missing: /^PORT: port 3000 is in use; set another one/,
      wrong: [["eighty", /^PORT: give a port number/]],
    },
    HOST: { missing: null, wrong: [["203.0.113.9", /^HOST: .* is not an address of this machine/]] },
    PUBLIC_URL: {
      missing: /^PUBLIC_URL: give the address visitors use/,
      wrong: [["www.company.example", /^PUBLIC_URL: give the address/]],
      other: "http://127.0.0.1:1",
    },
    DATA_DIR: {
      missing: /^DATA_DIR: there is no site in/,
      wrong: [
        [file, /^FILES_URL: .* belong to another database.* DATA_DIR/],
        [emptyFolder, /^FILES_URL: .* belong to another database.* DATA_DIR/],
      ],
    },
    DATABASE_URL: {
      missing: null,
      wrong: [
        ["mysql://somewhere", /^DATABASE_URL: give postgres:/],
        [emptyDatabase, /^BACKUP_INCREMENTS: .*no DATABASE_URL/],
      ],
    },
    FILES_URL: {
      missing: /^FILES_URL: .* set FILES_URL/,
      wrong: [
        ["https://storage.example/bucket", /^FILES_URL: give s3:/],
        ["postgres:", /^FILES_URL: .*set DATABASE_URL/],
      ],
    },
    AWS_ACCESS_KEY_ID: {
      missing: /^FILES_URL: .*AWS_ACCESS_KEY_ID/,
      wrong: [["NOBODY", /^FILES_URL: the storage answered 403/]],
    },
    AWS_SECRET_ACCESS_KEY: {
      missing: /^FILES_URL: .*AWS_SECRET_ACCESS_KEY/,
      wrong: [["wrong", /^FILES_URL: the storage answered 403/]],
    },
    BACKUP_URL: {
      missing: /^BACKUP_INCREMENTS: .*set BACKUP_URL/,
      wrong: [["ftp://backups.example", /^BACKUP_URL: give a folder/]],
      other: makeFolder("other-backups"),
    },
    BACKUP_KEY: { missing: null, wrong: [["short", /^BACKUP_KEY: give a key/]], other: otherAgeKey },
    BACKUP_EVERY: { missing: null, wrong: [["daily", /^BACKUP_EVERY: give the hours/]], other: "999" },
    BACKUP_KEEP: { missing: null, wrong: [["7", /^BACKUP_KEEP: give the numbers/]], other: "1d 0w 0m" },
    BACKUP_INCREMENTS: {
      missing: null,
      wrong: [["0", /^BACKUP_INCREMENTS: give the minutes/]],
      other: "off",
    },
    CLAMD: { missing: null, wrong: [["clamd", /^CLAMD: give the socket/]], other: "/run/none.ctl" },
    SAMPLE_CONTENT: { missing: null, wrong: [["maybe", /^SAMPLE_CONTENT: give on or off/]] },
    TIME_ZONE: { missing: null, wrong: [["Dhaka", /^TIME_ZONE: give a time zone/]], other: "Asia/Tokyo" },
    JOBS: { missing: null, wrong: [["maybe", /^JOBS: give on or off/]] },
    TRUST_PROXY: { missing: null, wrong: [["proxy", /^TRUST_PROXY: give the addresses/]], other: "10.0.0.1" },
    MAIL: { missing: null, wrong: [["files", /^MAIL: give folder/]], other: "/var/mail/site" },
    SMTP_URL: {
      missing: null,
      wrong: [["https://mail.example", /^SMTP_URL: give smtp:/]],
      other: `smtp://127.0.0.1:${closed}`,
    },
    MAIL_FROM: { missing: /^MAIL_FROM: give the sender/, wrong: [["Kolpona", /^MAIL_FROM: give/]] },
    DKIM_SELECTOR: { missing: /^DKIM_SELECTOR: give/, wrong: [["_", /^DKIM_SELECTOR: give/]], other: "none" },
    DKIM_KEY: { missing: /^DKIM_KEY: give/, wrong: [["key", /^DKIM_KEY: give/]] },
    DKIM_DOMAIN: { missing: null, wrong: [["tea.example", /^DKIM_DOMAIN: give the domain/]] },
    SECRET: {
      missing: /^SECRET: /,
      wrong: [
        ["short", /^SECRET: give at least 32/],
        [
          "a third secret that is long enough as well",
          /^SECRET: it is not the one this database was used with/,
        ],
      ],
    },
    SECRET_PREVIOUS: { missing: null, wrong: [["short", /^SECRET_PREVIOUS: give at least 32/]] },
    GOOGLE_CLIENT_ID: { ...ignored, missing: /^GOOGLE_CLIENT_ID: give the client id/, other: "another" },
    GOOGLE_CLIENT_SECRET: { ...ignored, missing: /^GOOGLE_CLIENT_SECRET: give the secret/, other: "another" },
    GOOGLE_DISCOVERY_URL: {
      missing: null,
      wrong: [["http://accounts.example", /^GOOGLE_DISCOVERY_URL: give the https address/]],
    },
    ADMIN_EMAIL: { ...ignored, missing: /^ADMIN_EMAIL: give the address/, other: "nobody" },
    ADMIN_PASSWORD: { ...ignored, missing: /^ADMIN_PASSWORD: give the password/, other: "x" },
    ACCESS_LOG: { missing: null, wrong: [["maybe", /^ACCESS_LOG: give on or off/]] },
    WEBHOOKS_PRIVATE: { missing: null, wrong: [["maybe", /^WEBHOOKS_PRIVATE: give on or off/]] },
    METRICS_TOKEN: { missing: null, wrong: [["short", /^METRICS_TOKEN: give at least 16/]] },
    METRICS_PORT: { missing: null, wrong: [["70000", /^METRICS_PORT: give a port/]] },
    NODE_ENV: { ...ignored, other: "prod" },
  };
}
