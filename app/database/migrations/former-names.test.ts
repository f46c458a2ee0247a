import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { type EngineName, engines, makeDatabase } from "#tests/support/database.ts";
import { migrate, steps } from "../migrations.ts";
import { openDatabase } from "../open.ts";

const first = "0030-add-names";
const last = "0031-add-more-names";
const stepsBefore = Object.fromEntries(Object.entries(steps).filter(([name]) => name < first));
const stepsUntil = Object.fromEntries(Object.entries(steps).filter(([name]) => name <= last));
const now = "2026-03-01T12:00:00.000Z";

type AnyRow = Record<string, unknown>;

async function open(engine: EngineName) {
  const made = await makeDatabase(engine);
  const opened = await openDatabase(made.env, "a test", () => {});
  await migrate(opened.db, { steps: stepsBefore });
  return {
    db: opened.db,
    // Tables by the names of either release.
    tables: opened.db.query as unknown as Kysely<Record<string, AnyRow>>,
    [Symbol.asyncDispose]: async () => {
      await opened.close();
      await made.remove();
    },
  };
}

const aPerson = (id: string) => ({
  id,
  name: id,
  email: `${id}@shapla.example`,
  email_key: `${id}@shapla.example`,
  email_verified: 1,
  role: "member",
  role_since: now,
  created_at: now,
  updated_at: now,
});

const aMail = (id: string, part: AnyRow = {}) => ({
  id,
  to_address: "rahima@shapla.example",
  to_key: "rahima@shapla.example",
  subject: "News",
  template: "test",
  content: "",
  status: "waiting",
  attempts: 0,
  next_attempt_at: now,
  last_error: "",
  created_at: now,
  ...part,
});

const anEntry = (id: string) => ({
  id,
  kind: "blog",
  slug: id,
  slug_key: id,
  title: id,
  state: "draft",
  position: 0,
  sort_key: "",
  latest_version: 1,
  created_at: now,
  updated_at: now,
});

interface Pair {
  former: string;
  name: string;
  /** By the columns of the view. */
  row: (id: string) => AnyRow;
  key: (id: string) => AnyRow;
  change: AnyRow;
  /** Columns that the table calls differently. */
  renamed?: Record<string, string>;
  /** Columns that may be left out, and then hold what `row` has. */
  optional?: string[];
}

/** Each table by both names, with rows and a column that is changed. */
const pairs: Pair[] = [
  {
    former: "gone_categories",
    name: "category_redirects",
    row: (id: string) => ({ id, taxonomy: "blog", to_id: null }),
    key: (id: string) => ({ id }),
    change: { taxonomy: "portfolio" },
  },
  {
    former: "lost_addresses",
    name: "not_found_log",
    row: (id: string) => ({
      address_key: `/${id}`,
      day: "2026-03-01",
      address: `/${id}`,
      count: 1,
      referrer: "",
      last_at: now,
    }),
    key: (id: string) => ({ address_key: `/${id}`, day: "2026-03-01" }),
    change: { count: 7 },
  },
  {
    former: "second_steps",
    name: "two_factor",
    row: (id: string) => ({
      user_id: id,
      secret: "sealed",
      recovery_codes: "[]",
      verified: 0,
      last_step: 0,
      created_at: now,
    }),
    key: (id: string) => ({ user_id: id }),
    change: { verified: 1, last_step: 9 },
  },
  {
    former: "proofs",
    name: "one_time_tokens",
    row: (id) => ({
      id,
      user_id: id,
      purpose: "reset",
      token_hash: `hash of ${id}`,
      data: "",
      attempts: 0,
      created_at: now,
      expires_at: now,
      used_at: null,
    }),
    key: (id) => ({ id }),
    change: { attempts: 3, used_at: now },
    renamed: { token_hash: "token" },
    optional: ["data", "attempts"],
  },
  {
    former: "undos",
    name: "undo_snapshots",
    row: (id) => ({ id, part: "entry", actor: "nadia", at: now, before: "{}" }),
    key: (id) => ({ id, part: "entry" }),
    change: { actor: "rahim", before: "null" },
  },
  {
    former: "page_links",
    name: "internal_links",
    row: (id) => ({ from_entry: id, field: "body", path_key: "/about", path: "/About", is_live: 0 }),
    key: (id) => ({ from_entry: id, field: "body", path_key: "/about" }),
    change: { is_live: 1 },
  },
];

test.each(engines.flatMap((engine) => pairs.map((pair) => [engine, pair.name, pair] as const)))(
  "%s: what the release before writes under the former name of %s is seen, and the other way round",
  async (engine, _, { former, name, row, key, change, renamed = {}, optional = [] }) => {
    const formerRow = (id: string) => asStored(row(id), renamed);
    await using opened = await open(engine);
    const { db, tables } = opened;
    const isOf = (table: string, id: string) =>
      tables
        .selectFrom(table)
        .selectAll()
        .where((eb) => eb.and(key(id)));
    await tables
      .insertInto("users")
      .values([aPerson("a"), aPerson("b"), aPerson("c")])
      .execute();
    await tables
      .insertInto("entries")
      .values([anEntry("a"), anEntry("b"), anEntry("c")])
      .execute();
    await tables.insertInto(former).values(formerRow("a")).execute();
    await migrate(db, { steps: stepsUntil });
    await tables.insertInto(former).values(formerRow("b")).execute();
    const written = Object.entries(row("c")).filter(([column]) => !optional.includes(column));
    await tables.insertInto(name).values(Object.fromEntries(written)).execute();
    for (const id of ["a", "b", "c"]) {
      expect(await isOf(former, id).execute()).toEqual([formerRow(id)]);
      expect(await isOf(name, id).execute()).toEqual([row(id)]);
    }
    // As the release before keeps what may be there.
    const upsert = tables.insertInto(former).values({ ...formerRow("c"), ...change });
    await upsert
      .onConflict((conflict) => conflict.columns(Object.keys(key("c"))).doUpdateSet(change))
      .execute();
    expect(await isOf(name, "c").execute()).toEqual([{ ...row("c"), ...change }]);
    const changed = tables
      .updateTable(name)
      .set(change)
      .where((eb) => eb.and(key("a")));
    expect(await changed.returning(Object.keys(change)).execute()).toEqual([change]);
    expect(await isOf(former, "a").execute()).toEqual([{ ...formerRow("a"), ...change }]);
    const deleted = tables.deleteFrom(name).where((eb) => eb.and(key("b")));
    expect(await deleted.returning(Object.keys(change)).execute()).toHaveLength(1);
    expect(await deleted.returning(Object.keys(change)).execute()).toEqual([]);
    expect(await isOf(former, "b").execute()).toEqual([]);
    await expect(tables.insertInto(name).values(row("a")).execute()).rejects.toSatisfy((error) =>
      db.dialect.isUniqueViolation(error),
    );
    expect(await db.backup.readTables(db.query)).not.toContainEqual(expect.objectContaining({ name }));
  },
);

function asStored(row: AnyRow, renamed: Record<string, string>): AnyRow {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [renamed[name] ?? name, value]));
}

test.each(engines)("%s: broken links under either name, those noted twice once", async (engine) => {
  await using opened = await open(engine);
  const { db, tables } = opened;
  await tables.insertInto("dead_paths").values({ path_key: "/a" }).execute();
  await migrate(db, { steps: stepsUntil });
  await tables
    .insertInto("dead_paths")
    .values([{ path_key: "/a" }, { path_key: "/b" }])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await tables
    .insertInto("broken_links")
    .values([{ path_key: "/b" }, { path_key: "/c" }])
    .execute();
  const read = async (table: string) =>
    (await tables.selectFrom(table).selectAll().orderBy("path_key").execute()).map(
      ({ path_key }) => path_key,
    );
  expect(await read("broken_links")).toEqual(["/a", "/b", "/c"]);
  await tables.deleteFrom("broken_links").where("path_key", "in", ["/a", "/c"]).execute();
  expect(await read("dead_paths")).toEqual(["/b"]);
});

const aSession = (id: string) => ({ id, user_id: "a", expires_at: now, created_at: now, updated_at: now });

const aReader = (id: string) => ({
  id,
  reference: id,
  email: `${id}@shapla.example`,
  email_key: `${id}@shapla.example`,
  status: "confirmed",
  consent_text: "",
  source_path: "",
  network: "",
  user_agent: "",
  spam_reasons: "",
  fingerprint: "",
  created_at: now,
  updated_at: now,
  consented_at: now,
  confirm_key: `confirm ${id}`,
});

const aCampaign = (id: string) => ({
  id,
  subject: id,
  preview: "",
  body: "{}",
  slug: "",
  state: "draft",
  version: 1,
  is_public: 0,
  created_at: now,
  updated_at: now,
  total: 0,
  sent: 0,
  failed: 0,
  dropped: 0,
  unsubscribed: 0,
  note: "",
});

/** Columns by both names. */
const columnPairs = [
  {
    table: "sessions",
    row: aSession,
    names: { token_hash: "token", ip_prefix: "ip_address", reauthenticated_at: "fresh_at" },
    alsoWritten: ["token"],
  },
  { table: "subscribers", row: aReader, names: { unsubscribe_token: "leave_key" }, alsoWritten: [] },
  { table: "newsletters", row: aCampaign, names: { cursor: "reached" }, alsoWritten: ["reached"] },
];

test.each(engines.flatMap((engine) => columnPairs.map((pair) => [engine, pair.table, pair] as const)))(
  "%s: columns of %s hold the same under both names, whichever a release writes",
  async (engine, _, { table, row, names, alsoWritten }) => {
    await using opened = await open(engine);
    const { db, tables } = opened;
    const pairsOfNames: [string, string][] = Object.entries(names);
    const byFormer = (words: string) =>
      Object.fromEntries(pairsOfNames.map(([, former]) => [former, `${former} ${words}`]));
    const byName = (words: string) =>
      Object.fromEntries(pairsOfNames.map(([name, former]) => [name, `${former} ${words}`]));
    const expectBoth = async (id: string, words: string) =>
      expect(
        await tables
          .selectFrom(table)
          .select(pairsOfNames.flat())
          .where("id", "=", id)
          .executeTakeFirstOrThrow(),
      ).toEqual({ ...byFormer(words), ...byName(words) });
    await tables.insertInto("users").values(aPerson("a")).execute();
    await tables
      .insertInto(table)
      .values({ ...row("a"), ...byFormer("of a") })
      .execute();
    await migrate(db, { steps: stepsUntil });
    await expectBoth("a", "of a");
    await tables
      .insertInto(table)
      .values(["b", "c"].map((id) => ({ ...row(id), ...byFormer(`of ${id}`) })))
      .execute();
    const both = byFormer("of d");
    await tables
      .insertInto(table)
      .values({
        ...row("d"),
        ...byName("of d"),
        ...Object.fromEntries(alsoWritten.map((former) => [former, both[former]])),
      })
      .execute();
    for (const id of ["b", "c", "d"]) await expectBoth(id, `of ${id}`);
    await tables.updateTable(table).set(byFormer("changed by the former")).where("id", "=", "b").execute();
    await expectBoth("b", "changed by the former");
    await tables.updateTable(table).set(byName("changed")).where("id", "=", "b").execute();
    await expectBoth("b", "changed");
    await tables.updateTable(table).set({ updated_at: now }).where("id", "=", "b").execute();
    await expectBoth("b", "changed");
    const again = { ...row("c"), ...byFormer("kept again") };
    await tables
      .insertInto(table)
      .values(again)
      .onConflict((conflict) => conflict.column("id").doUpdateSet(byFormer("kept again")))
      .execute();
    await expectBoth("c", "kept again");
  },
);

test.each(engines)("%s: the priority of a mail is the same under its former name", async (engine) => {
  await using opened = await open(engine);
  const { db, tables } = opened;
  await tables
    .insertInto("outbox")
    .values([aMail("a", { lane: 1 }), aMail("b", { lane: 0 })])
    .execute();
  await migrate(db, { steps: stepsUntil });
  await tables
    .insertInto("outbox")
    .values([aMail("c", { lane: 1 }), aMail("d", { lane: 0 })])
    .execute();
  await tables
    .insertInto("outbox")
    .values([aMail("e", { priority: 1 }), aMail("f", { priority: 0 })])
    .execute();
  const rows = await tables.selectFrom("outbox").select(["id", "lane", "priority"]).orderBy("id").execute();
  expect(rows.map(({ id, lane, priority }) => `${id} ${lane} ${priority}`)).toEqual([
    "a 1 1",
    "b 0 0",
    "c 1 1",
    "d 0 0",
    "e 1 1",
    "f 0 0",
  ]);
});

test("postgres: the rows of the commoner lane are not written anew, since the outbox is locked meanwhile", async () => {
  await using opened = await open("postgres");
  const { db, tables } = opened;
  const newsletters = Array.from({ length: 30 }, (_, index) => aMail(`n${index}`, { lane: 1 }));
  await tables
    .insertInto("outbox")
    .values([...newsletters, aMail("a", { lane: 0 })])
    .execute();
  const places = () => sql<AnyRow>`select ctid, id from outbox where lane = 1 order by id`.execute(db.query);
  const before = (await places()).rows;
  await migrate(db, { steps: stepsUntil });
  expect((await places()).rows).toEqual(before);
  await tables.insertInto("outbox").values(aMail("b")).execute();
  const rows = await tables.selectFrom("outbox").select(["id", "lane", "priority"]).orderBy("id").execute();
  expect(rows).toEqual([
    { id: "a", lane: 0, priority: 0 },
    { id: "b", lane: 0, priority: 0 },
    ...before.map(({ id }) => ({ id, lane: 1, priority: 1 })),
  ]);
});
