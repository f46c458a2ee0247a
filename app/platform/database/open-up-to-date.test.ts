import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { engines, makeDatabase, makeMigrated, testSecret } from "#tests/support/database.ts";
import type { MigrationStep } from "./migrations/steps.ts";
import { readAppliedSteps } from "./migrations.ts";
import { openDatabase } from "./open.ts";
import { openUpToDate, removeOldCopies } from "./open-up-to-date.ts";

const first: MigrationStep = {
  async up(query) {
    await sql`create table visitors (name text not null)`.execute(query);
    await sql`insert into visitors values ('Rahima')`.execute(query);
  },
};

const second: MigrationStep = {
  async up(query) {
    await sql`delete from visitors`.execute(query);
  },
};

test("D3 copies the embedded database before it changes", async () => {
  const made = await makeDatabase("sqlite");
  const { dataDir } = made.env;
  const lines: string[] = [];
  const open = (steps: Record<string, MigrationStep>) =>
    openUpToDate(made.env, { holder: "a test", log: (line) => lines.push(line), steps });
  await (await open({ "0001-one": first })).close();
  await (await open({ "0001-one": first })).close();
  expect(readdirSync(dataDir)).not.toContain("backups");
  await (await open({ "0001-one": first, "0002-two": second })).close();
  const [name = "", ...more] = readdirSync(join(dataDir, "backups"));
  expect([name, more]).toEqual([expect.stringMatching(/^before-0002-two-.*\.sqlite$/), []]);
  const path = join(dataDir, "backups", name);
  expect(lines.join("\n")).toContain(path);
  const copy = new DatabaseSync(path, { readOnly: true });
  expect(copy.prepare("select name from visitors").all()).toEqual([{ name: "Rahima" }]);
  copy.close();
  expect(statSync(path).mode & 0o077).toBe(0);
  await made.remove();
});

test("retains the last three copies for 30 days", async () => {
  const made = await makeDatabase("sqlite");
  const folder = join(made.env.dataDir, "backups");
  mkdirSync(folder, { recursive: true });
  const now = Date.now();
  for (const day of [1, 2, 3, 4, 40]) {
    const path = join(folder, `before-000${day}.sqlite`);
    writeFileSync(path, "");
    utimesSync(path, new Date(now - day * 86_400_000), new Date(now - day * 86_400_000));
  }
  writeFileSync(join(folder, "mine.sqlite"), "");
  removeOldCopies(folder, new Date(now));
  expect(readdirSync(folder).sort()).toEqual([
    "before-0001.sqlite",
    "before-0002.sqlite",
    "before-0003.sqlite",
    "mine.sqlite",
  ]);
  removeOldCopies(folder, new Date(now + 28.5 * 86_400_000));
  expect(readdirSync(folder).sort()).toEqual(["before-0001.sqlite", "mine.sqlite"]);
  await made.remove();
});

test("S4 refuses a damaged or unrelated database file in one line", async () => {
  const made = await makeDatabase("sqlite");
  const path = join(made.env.dataDir, "frontdesk.sqlite");
  const refused = (words: RegExp) =>
    expect(openUpToDate(made.env, { holder: "a test" })).rejects.toMatchObject({
      isPlain: true,
      message: expect.stringMatching(words),
    });
  writeFileSync(path, "no database ".repeat(1000));
  await refused(/^DATA_DIR: [^\n]*frontdesk\.sqlite is damaged or not a database; restore[^\n]*$/);
  writeFileSync(path, "");
  const other = new DatabaseSync(path);
  other.exec("create table songs (title text)");
  other.close();
  await refused(/^DATA_DIR: [^\n]*another program[^\n]*$/);
  await made.remove();
});

const server = () => new URL(process.env.TEST_DATABASE_URL ?? "postgres://postgres@127.0.0.1:5432/postgres");

test.each([
  ["refuses", () => "postgres://site:hidden-word@127.0.0.1:9/site", /no server listens at 127\.0\.0\.1:9/],
  ["has no host", () => "postgres://site:hidden-word@none.invalid/site", /host none\.invalid does not exist/],
  [
    "lacks the database",
    () => Object.assign(server(), { pathname: "/frontdesk_that_is_not_there" }).href,
    /no database named frontdesk_that_is_not_there; create it/,
  ],
  [
    "rejects the user",
    () => Object.assign(server(), { username: "no_such_user", password: "hidden-word" }).href,
    /rejects the user no_such_user;/,
  ],
  [
    "has no socket",
    () => "postgres://site@/site?host=/run/no-such-folder",
    /PostgreSQL has no socket at \/run\/no-such-folder/,
  ],
])("S4 PostgreSQL that %s causes one line without the password", async (_, url, words) => {
  const made = await makeDatabase("sqlite");
  const env = {
    ...made.env,
    databaseUrl: url(),
    secret: testSecret,
  };
  const error = await openUpToDate(env, { holder: "a test" }).catch((caught) => caught);
  expect(error).toMatchObject({
    isPlain: true,
    message: expect.stringMatching(/^DATABASE_URL: [^\n]*$/),
  });
  expect(error.message).toMatch(words);
  expect(error.message).not.toContain("hidden-word");
  await made.remove();
});

test("waits for PostgreSQL to start and logs it", async () => {
  const made = await makeMigrated("postgres");
  const real = new URL(made.env.databaseUrl ?? "");
  const port = await freePort();
  const lines: string[] = [];
  const env = {
    ...made.env,
    databaseUrl: Object.assign(new URL(real), { host: `127.0.0.1:${port}` }).href,
  };
  let proxy: ReturnType<typeof createServer> | undefined;
  const log = (line: string) => {
    lines.push(line);
    // The server starts after the first failed attempt.
    proxy ??= startProxy(port, real);
  };
  const open = await openUpToDate(env, { holder: "a test", log, waitMs: 20_000 });
  expect(lines[0]).toContain("does not respond yet");
  await open.close();
  proxy?.close();
  await made.remove();
});

function startProxy(port: number, to: URL) {
  return createServer((socket) => {
    const other = connect(Number(to.port), to.hostname);
    socket.pipe(other).pipe(socket);
    for (const end of [socket, other]) end.on("error", () => {});
  }).listen(port, "127.0.0.1");
}

async function freePort(): Promise<number> {
  const taken = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => taken.once("listening", resolve));
  const address = taken.address();
  await new Promise((resolve) => taken.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

test.each(engines)("%s: exclusive work runs one after another", async (engine) => {
  const made = await makeMigrated(engine);
  const one = await openUpToDate(made.env, { holder: "a test" });
  const events: string[] = [];
  const work = (name: string) => async () => {
    events.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    events.push(`${name} ends`);
  };
  if (engine === "postgres") {
    await using two = await openUpToDate(made.env, { holder: "a test" });
    await Promise.all([
      one.db.locks.runExclusively("x", work("a")),
      two.db.locks.runExclusively("x", work("b")),
    ]);
  } else await one.db.locks.runExclusively("x", work("a"));
  expect(events.filter((_, at) => at % 2 === 0).map((event) => event.slice(1))).toEqual(
    events.filter((_, at) => at % 2 === 0).map(() => " begins"),
  );
  expect(events.length).toBe(engine === "postgres" ? 4 : 2);
  await one.close();
  await made.remove();
});

test("M13 deleted rows leave the database file and the search index", async () => {
  const made = await makeMigrated("sqlite");
  const words = "Rahima-Khatun-of-Sylhet";
  {
    await using open = await openUpToDate(made.env, { holder: "a test" });
    const { query, search } = open.db;
    const rows = Array.from({ length: 50 }, (_, n) => ({
      key: `k${n}`,
      data: `${words} ${"x".repeat(200)}`,
      version: 1,
      updated_at: "",
    }));
    await query.insertInto("settings").values(rows).execute();
    for (let n = 0; n < 50; n += 1)
      await search.leads.index(query, {
        leadId: `lead-${n}`,
        kind: "messages",
        words: ["kushtiamango", `word${n}`],
      });
    await query.insertInto("entries").values(anEntry).execute();
    await search.entries.index(query, {
      entryId: "entry-1",
      kind: "blog",
      title: ["jamalpurteacher"],
      summary: ["jamalpurteacher"],
      body: ["jamalpurteacher"],
    });
  }
  const read = () => readFileSync(join(made.env.dataDir, "frontdesk.sqlite"), "latin1");
  for (const word of [words, "kushtiamango", "jamalpurteacher"]) expect(read()).toContain(word);
  {
    await using open = await openUpToDate(made.env, { holder: "a test" });
    const { query, search } = open.db;
    await query.deleteFrom("settings").execute();
    await search.leads.remove(
      query,
      Array.from({ length: 50 }, (_, n) => `lead-${n}`),
    );
    await search.entries.remove(query, "entry-1");
  }
  for (const word of [words, "kushtiamango", "jamalpurteacher"]) expect(read()).not.toContain(word);
  await made.remove();
});

const anEntry = {
  id: "entry-1",
  kind: "blog",
  slug: "a",
  slug_key: "a",
  next_slug_key: null,
  title: "A",
  title_key: "a",
  state: "draft" as const,
  position: 1,
  sort_key: "a",
  live_version: null,
  latest_version: 1,
  publish_at: null,
  unpublish_at: null,
  published_at: null,
  created_at: "",
  updated_at: "",
  deleted_at: null,
  author_id: null,
};

test.each(engines)(
  "M10 %s: calls back before creating tables and changes nothing on error",
  async (engine) => {
    const made = await makeDatabase(engine);
    const { dataDir } = made.env;
    let calls = 0;
    const start = (refuses: boolean) =>
      openUpToDate(made.env, {
        holder: "a test",
        async beforeCreate() {
          calls += 1;
          if (refuses) throw new Error("The files belong to another site.");
        },
      });
    await expect(start(true)).rejects.toThrow("another site");
    expect(readdirSync(dataDir)).toEqual([]);
    if (engine === "postgres") {
      await using open = await openDatabase(made.env, "a test", () => {});
      expect(await open.db.backup.readTables(open.db.query)).toEqual([]);
      expect(await readAppliedSteps(open.db)).toEqual([]);
    }
    await (await start(false)).close();
    await (await start(true)).close();
    expect(calls).toBe(2);
    await made.remove();
  },
);
