import { type Kysely, sql } from "kysely";
import { expect, test } from "vitest";
import { type EngineName, engines, makeDatabase } from "#tests/support/database.ts";
import type { Database } from "../database.ts";
import { type MigrationStep, migrate, steps } from "../migrations.ts";
import { openDatabase } from "../open.ts";

const thisStep = "0020-one-table-of-leads";
const stepsBefore = Object.fromEntries(Object.entries(steps).filter(([name]) => name < thisStep));
const stepsUntil = Object.fromEntries(Object.entries(steps).filter(([name]) => name <= thisStep));

type AnyRow = Record<string, unknown>;
/** The tables of either version. */
type AnyTables = Kysely<Record<string, AnyRow>>;

const at = (minutes: number) => new Date(Date.UTC(2026, 2, 1, 12, minutes)).toISOString();

/** A row with something of its own in every column that both former tables had. */
function former(n: number, part: AnyRow = {}): AnyRow {
  return {
    id: `id-${n}`,
    reference: `FD-${n}`,
    name: `Person ${n}`,
    email: `Person-${n}@Shapla.example`,
    email_key: `person-${n}@shapla.example`,
    phone: `+88017000000${n}`,
    status: "open",
    assignee_id: "nadia",
    surfaced_at: at(n + 30),
    snoozed_until: null,
    answered_at: null,
    answer_minutes: null,
    closed_at: null,
    merged_into: null,
    erased_at: null,
    consent_text: `Consent ${n}`,
    source_path: `/page-${n}`,
    referrer: `https://referrer.example/${n}`,
    network: `203.0.113.${n}`,
    user_agent: `Browser/${n}`,
    spam_reasons: "",
    idempotency_key: `key-${n}`,
    fingerprint: `print-${n}`,
    created_at: at(n),
    updated_at: at(n + 10),
    ...part,
  };
}

const aMessage = (n: number, part: AnyRow = {}) => ({
  ...former(n),
  company: `Company ${n}`,
  service: `Service ${n}`,
  message: `Message ${n}`,
  ...part,
});
const aCall = (n: number, part: AnyRow = {}) => ({
  ...former(n),
  best_time: `Time ${n}`,
  topic: `Topic ${n}`,
  tries: n,
  ...part,
});

const messages = [
  aMessage(1, {
    name: "রহিমা খাতুন",
    company: "শাপলা ক্লিনিক",
    message: "আমাদের দোকান প্রথম বাংলায় চাই\n🧵 'quoted' \"twice\" \\",
  }),
  aMessage(2, { merged_into: "id-1", status: "closed", closed_at: at(50) }),
  aMessage(3, { status: "spam", spam_reasons: "too-fast many-links", closed_at: at(3), assignee_id: null }),
  aMessage(4, { snoozed_until: "2026-09-01T03:00:00.000Z", status: "waiting" }),
  aMessage(5, { answered_at: at(9), answer_minutes: 4, status: "closed", closed_at: at(60) }),
  aMessage(6, {
    name: "",
    email: "",
    email_key: "",
    phone: "",
    company: "",
    message: "",
    network: "",
    user_agent: "",
    idempotency_key: null,
    fingerprint: "",
    status: "closed",
    erased_at: at(90),
  }),
];
const calls = [
  // A reference and a key that a message has as well.
  aCall(7, { reference: "FD-1", idempotency_key: "key-1", topic: "নতুন দোকান" }),
  aCall(8, { email: "", email_key: "", idempotency_key: null, tries: 3 }),
  aCall(9, { merged_into: "id-7", tries: 0 }),
];

/** What stands in other tables about them, by their ids. */
const others: Record<string, AnyRow[]> = {
  lead_events: [
    { id: "event-1", lead_id: "id-1", kind: "arrived", actor: "", detail: '{"isSpam":false}', at: at(1) },
    { id: "event-2", lead_id: "id-7", kind: "not-reached", actor: "nadia", detail: '{"tries":7}', at: at(8) },
  ],
  lead_notes: [
    {
      id: "note-1",
      lead_id: "id-7",
      body: "Nobody there",
      author_id: "nadia",
      created_at: at(8),
      updated_at: at(9),
      deleted_at: null,
    },
  ],
  lead_note_edits: [{ id: "edit-1", note_id: "note-1", body: "Nobody", editor_id: "nadia", at: at(9) }],
  lead_replies: [
    {
      id: "reply-1",
      lead_id: "id-5",
      mail_id: "mail-1",
      body: "Yes, we do.",
      author_id: "nadia",
      created_at: at(9),
      idempotency_key: "reply-key",
    },
  ],
  notices: [
    {
      id: "notice-1",
      event: "thanks",
      subject_id: "id-1",
      recipient: "a@shapla.example",
      recipient_key: "a@shapla.example",
      due_at: null,
      mail_id: "mail-2",
      created_at: at(1),
    },
  ],
};

async function fill({ query, search }: Database): Promise<void> {
  const tables = query as unknown as AnyTables; // the tables of the version before
  await tables
    .insertInto("users")
    .values({
      id: "nadia",
      name: "Nadia",
      email: "nadia@kolpona.example",
      email_key: "nadia@kolpona.example",
      email_verified: 1,
      role: "editor",
      role_since: at(0),
      created_at: at(0),
      updated_at: at(0),
    })
    .execute();
  for (const [table, rows] of Object.entries({ messages, calls, ...others }))
    await tables.insertInto(table).values(rows).execute();
  await search.leads.index(query, { leadId: "id-1", kind: "messages", words: ["দোকান"] });
  await search.leads.index(query, { leadId: "id-7", kind: "calls", words: ["দোকান"] });
}

async function openFilled(engine: EngineName) {
  const made = await makeDatabase(engine);
  const open = await openDatabase(made.env, "a test", () => {});
  await migrate(open.db, { steps: stepsBefore });
  await fill(open.db);
  return {
    db: open.db,
    env: made.env,
    tables: open.db.query as unknown as AnyTables,
    [Symbol.asyncDispose]: async () => {
      await open.close();
      await made.remove();
    },
  };
}

/** How a former row should stand in the new table. */
function moved(kind: string, { surfaced_at, ...row }: AnyRow): AnyRow {
  const own = {
    company: "",
    service: "",
    message: "",
    best_time: "",
    topic: "",
    tries: 0,
  };
  return {
    ...own,
    ...row,
    kind,
    sort_date: surfaced_at,
  };
}

test.each(engines)(
  "%s: D3 every message and call request comes into the one table as it was, with all that hangs on it",
  async (engine) => {
    await using open = await openFilled(engine);
    const { db, tables } = open;
    await migrate(db, { steps: stepsUntil });
    expect(await tables.selectFrom("leads").selectAll().orderBy("id").execute()).toEqual([
      ...messages.map((row) => moved("message", row)),
      ...calls.map((row) => moved("call", row)),
    ]);
    for (const [table, rows] of Object.entries(others))
      expect([table, await tables.selectFrom(table).selectAll().orderBy("id").execute()]).toEqual([
        table,
        rows,
      ]);
    const find = (kind: "messages" | "calls" | null) => db.search.leads.find(db.query, ["দোকান"], kind, 9);
    expect([await find("messages"), await find("calls"), (await find(null)).sort()]).toEqual([
      ["id-1"],
      ["id-7"],
      ["id-1", "id-7"],
    ]);
    await tables.deleteFrom("users").execute();
    const assigned = tables.selectFrom("leads").select("id").where("assignee_id", "is not", null);
    expect(await assigned.execute()).toEqual([]);
  },
);

test.each(engines)(
  "%s: one table refuses what is there already of the same kind, and other kinds",
  async (engine) => {
    await using open = await openFilled(engine);
    const { db, tables } = open;
    await migrate(db, { steps: stepsUntil });
    const insert = (part: AnyRow) =>
      tables
        .insertInto("leads")
        .values({ ...moved("call", aCall(20)), ...part })
        .execute()
        .then(
          () => "taken in",
          (error) => (db.dialect.isUniqueViolation(error) ? "there already" : "refused"),
        );
    expect(await insert({ reference: "FD-8" })).toBe("there already");
    expect(await insert({ idempotency_key: "key-7" })).toBe("taken in");
    expect(await insert({ id: "id-21", reference: "FD-21", idempotency_key: "key-1" })).toBe("there already");
    expect(await insert({ id: "id-22", reference: "FD-22", idempotency_key: null, kind: "letter" })).toBe(
      "refused",
    );
  },
);

test.each(engines)("%s: D3 when a row is in the way, nothing is changed", async (engine) => {
  await using open = await openFilled(engine);
  const { db, tables } = open;
  await tables
    .insertInto("calls")
    .values(aCall(10, { id: "id-1" }))
    .execute();
  await expect(migrate(db, { steps: stepsUntil })).rejects.toMatchObject({ name: "MigrationFailed" });
  expect(await tables.selectFrom("messages").selectAll().orderBy("id").execute()).toEqual(messages);
  expect(await tables.selectFrom("calls").select("id").execute()).toHaveLength(calls.length + 1);
  expect(await db.dialect.hasTable(db.query, "leads")).toBe(false);
});

test("postgres: an instance of the version before, which runs on during the update, reads and writes what is in the one table", async () => {
  await using open = await openFilled("postgres");
  const { db, tables } = open;
  await migrate(db, { steps: stepsUntil });
  expect(await tables.selectFrom("messages").selectAll().orderBy("id").execute()).toMatchObject(messages);
  expect(await tables.selectFrom("calls").selectAll().orderBy("id").execute()).toMatchObject(calls);
  await tables.insertInto("messages").values(aMessage(11)).execute();
  await tables.insertInto("calls").values(aCall(12)).execute();
  const lead = (id: string) => tables.selectFrom("leads").selectAll().where("id", "=", id).execute();
  expect(await lead("id-11")).toEqual([moved("message", aMessage(11))]);
  expect(await lead("id-12")).toEqual([moved("call", aCall(12))]);
  const waiting = tables
    .updateTable("messages")
    .set({ status: "open", surfaced_at: at(99) })
    .where("status", "=", "waiting")
    .returning("id");
  expect(await waiting.execute()).toEqual([{ id: "id-4" }]);
  expect(await lead("id-4")).toMatchObject([{ status: "open", sort_date: at(99) }]);
  const again = tables.insertInto("messages").values(aMessage(13, { reference: "FD-1" }));
  await expect(again.execute()).rejects.toSatisfy((error) => db.dialect.isUniqueViolation(error));
});

test("postgres: D3 what an instance of the version before is just storing is in the one table after the update", async () => {
  await using open = await openFilled("postgres");
  await using other = await openDatabase(open.env, "a test", () => {});
  const before = other.db.query as unknown as AnyTables; // the tables of the version before
  const begun = await before.startTransaction().execute();
  await begun.insertInto("messages").values(aMessage(13)).execute();
  const step = steps[thisStep];
  let stored: Promise<unknown> = Promise.resolve();
  let isStored = false;
  const slow: MigrationStep = {
    async up(query, engine, encryption) {
      await step?.up(query, engine, encryption);
      stored = before
        .insertInto("messages")
        .values(aMessage(14))
        .execute()
        .then(() => {
          isStored = true;
        });
      // Long enough that it has come to the lock.
      await sql`select pg_sleep(0.3)`.execute(query);
      expect(isStored).toBe(false);
    },
  };
  const update = migrate(open.db, { steps: { ...stepsBefore, [thisStep]: slow } });
  await new Promise((resolve) => setTimeout(resolve, 500));
  await begun.commit().execute();
  await update;
  await stored;
  const found = open.tables
    .selectFrom("leads")
    .selectAll()
    .where("id", "in", ["id-13", "id-14"])
    .orderBy("id");
  expect(await found.execute()).toEqual([13, 14].map((n) => moved("message", aMessage(n))));
});
