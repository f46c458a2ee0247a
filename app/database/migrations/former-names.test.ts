import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { type EngineName, engines, makeDatabase } from "#tests/support/database.ts";
import { migrate, steps } from "../migrations.ts";
import { openDatabase } from "../open.ts";

const thisStep = "0030-add-names";
const stepsBefore = Object.fromEntries(Object.entries(steps).filter(([name]) => name < thisStep));
const stepsUntil = Object.fromEntries(Object.entries(steps).filter(([name]) => name <= thisStep));
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

/** Each table by both names, with rows and a column that is changed. */
const pairs = [
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
];

test.each(engines.flatMap((engine) => pairs.map((pair) => [engine, pair.name, pair] as const)))(
  "%s: what the release before writes under the former name of %s is seen, and the other way round",
  async (engine, _, { former, name, row, key, change }) => {
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
    await tables.insertInto(former).values(row("a")).execute();
    await migrate(db, { steps: stepsUntil });
    await tables.insertInto(former).values(row("b")).execute();
    await tables.insertInto(name).values(row("c")).execute();
    for (const id of ["a", "b", "c"])
      for (const table of [former, name]) expect(await isOf(table, id).execute()).toEqual([row(id)]);
    // As the release before keeps what may be there.
    const upsert = tables.insertInto(former).values({ ...row("c"), ...change });
    await upsert
      .onConflict((conflict) => conflict.columns(Object.keys(key("c"))).doUpdateSet(change))
      .execute();
    expect(await isOf(name, "c").execute()).toEqual([{ ...row("c"), ...change }]);
    const changed = tables
      .updateTable(name)
      .set(change)
      .where((eb) => eb.and(key("a")));
    expect(await changed.returning(Object.keys(change)).execute()).toEqual([change]);
    expect(await isOf(former, "a").execute()).toEqual([{ ...row("a"), ...change }]);
    await tables
      .deleteFrom(name)
      .where((eb) => eb.and(key("b")))
      .execute();
    expect(await isOf(former, "b").execute()).toEqual([]);
    await expect(tables.insertInto(name).values(row("a")).execute()).rejects.toSatisfy((error) =>
      db.engine.isTaken(error),
    );
    expect(await db.engine.readTables(db.query)).not.toContainEqual(expect.objectContaining({ name }));
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
