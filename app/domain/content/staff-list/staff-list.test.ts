import { expect, test } from "vitest";
import { wordsOf } from "#app/lib/text/words.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { archive, createEntry, publish, saveVersion, schedule, trash } from "#tests/support/entries.ts";
import { createCategory } from "../categories/categories.ts";
import type { Kind } from "../kind.ts";
import { author } from "../kinds/author.ts";
import { blog } from "../kinds/blog.ts";
import { service } from "../kinds/service.ts";
import { kinds } from "../kinds.ts";
import { countMatching, countStates, listBylines, listEditors, listForStaff } from "./list-for-staff.ts";
import type { StaffFilter, StaffPlace } from "./staff-filter.ts";

const actionAt = (day: number, actor = "asha") => ({
  actor: { id: actor, requestId: "test" },
  now: new Date(Date.UTC(2026, 2, day, 10)),
});

function draft(db: Database, kind: Kind, data: Record<string, unknown>, day = 1, actor = "asha") {
  return write(db, async (tx) => (await createEntry(tx, kind, data, actionAt(day, actor))).id);
}

async function titles(db: Database, kind: Kind, filter: StaffFilter = {}, place: StaffPlace = {}) {
  return (await listForStaff(db, kind, filter, place)).rows.map(({ title }) => title);
}

const cases = engines.flatMap((engine) => kinds.map((kind) => ({ engine, kind, name: kind.name })));

test.each(cases)(
  "$engine, $name: lists drafts by newest title, searches prefixes, counts states",
  async ({ engine, kind }) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const live = await draft(db, kind, { title: "River Ledger" }, 1);
    await write(db, (tx) => publish(tx, kind, live, actionAt(2)));
    await write(db, (tx) => saveVersion(tx, kind, live, 1, { title: "Harbour Ledger" }, actionAt(3)));
    await draft(db, kind, { title: "কর্ণফুলী নদীর ঘাট" }, 4);
    const gone = await draft(db, kind, { title: "Thrown away ledger" }, 5);
    await write(db, (tx) => trash(tx, kind, gone, actionAt(6)));
    expect(await titles(db, kind, { search: "LEDG harb" })).toEqual(["Harbour Ledger"]);
    expect(await titles(db, kind, { search: "river" })).toEqual([]);
    expect(await titles(db, kind, { search: "নদী" })).toEqual(["কর্ণফুলী নদীর ঘাট"]);
    expect(await titles(db, kind, { search: "' or 1=1 -- %" })).toEqual([]);
    expect(await titles(db, kind, {}, { sort: "title", direction: "asc" })).toEqual([
      "Harbour Ledger",
      "কর্ণফুলী নদীর ঘাট",
    ]);
    expect(await countStates(db, kind)).toMatchObject({ changed: 1, draft: 1, published: 0 });
    await write(db, (tx) => archive(tx, kind, live, actionAt(7)));
    expect(await countStates(db, kind)).toMatchObject({ changed: 0, draft: 1, archived: 1 });
  },
);

test.each(engines)("%s: every order visits all entries once in both directions", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (let n = 1; n <= 7; n += 1) {
    // Titles must differ; prefixes and dates may be equal.
    const id = await draft(db, service, { title: `Same ${"x".repeat(90)} ${n}` }, Math.ceil(n / 3));
    if (n % 2) await write(db, (tx) => publish(tx, service, id, actionAt(Math.ceil(n / 3))));
  }
  for (const sort of ["updated", "title", "published", "position", "state"] as const)
    for (const direction of ["asc", "desc"] as const) {
      const seen: string[] = [];
      let page = await listForStaff(db, service, {}, { sort, direction, limit: 3 });
      for (;;) {
        expect(page.before).toBe(seen.length);
        seen.push(...page.rows.map(({ id }) => id));
        if (page.next === null) break;
        page = await listForStaff(db, service, {}, { sort, direction, limit: 3, after: page.next });
      }
      expect([sort, direction, new Set(seen).size, seen.length]).toEqual([sort, direction, 7, 7]);
      const back = await listForStaff(
        db,
        service,
        {},
        { sort, direction, limit: 3, before: page.previous ?? "" },
      );
      expect(back.rows.map(({ id }) => id)).toEqual(seen.slice(3, 6));
      expect(back.before).toBe(3);
    }
});

test.each(engines)("%s: filters by author, given as an entry or as text", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const mina = await draft(db, author, { title: "Mina Sample" }, 1);
  const byRecord = await draft(db, blog, { title: "By record", writtenBy: mina, author: "Ignored" }, 2);
  await draft(db, blog, { title: "By words", author: "Guest Sample" }, 3);
  await draft(db, blog, { title: "By nobody" }, 4);
  await draft(db, service, { title: "A service" }, 4);
  await write(db, (tx) =>
    saveVersion(tx, blog, byRecord, 1, { title: "By record!", writtenBy: mina }, actionAt(5, "bipul")),
  );
  expect((await listBylines(db, blog)).sort()).toEqual([mina, "words:Guest Sample"].sort());
  expect(await listBylines(db, service)).toEqual([]);
  for (const sort of ["updated", "title"] as const) {
    expect(await titles(db, blog, { byline: mina }, { sort })).toEqual(["By record!"]);
    expect(await titles(db, blog, { byline: "words:Guest Sample" }, { sort })).toEqual(["By words"]);
  }
  const [row] = (await listForStaff(db, blog, { search: "record" })).rows;
  expect(row).toMatchObject({ byline: mina, editor: "bipul" });
});

test.each(engines)("%s: state, category, last editor and dates filter every order", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { id: type } = await write(db, (tx) => createCategory(tx, "blog", { name: "Type" }));
  await draft(db, blog, { title: "One", categories: [type] }, 1, "asha");
  const two = await draft(db, blog, { title: "Two", categories: [type] }, 2, "bipul");
  await draft(db, blog, { title: "Three" }, 3, "bipul");
  const times = { publishAt: "2026-04-01T00:00:00.000Z", unpublishAt: null };
  await write(db, (tx) => schedule(tx, blog, two, times, actionAt(4)));
  for (const sort of ["updated", "title", "published", "state"] as const) {
    const place = { sort, direction: "asc" as const };
    expect((await titles(db, blog, { category: type }, place)).sort()).toEqual(["One", "Two"]);
    expect((await titles(db, blog, { editor: "bipul" }, place)).sort()).toEqual(["Three", "Two"]);
    expect(await titles(db, blog, { editor: "bipul", category: type }, place)).toEqual(["Two"]);
    expect(await titles(db, blog, { state: "scheduled", search: "tw" }, place)).toEqual(["Two"]);
    expect(await titles(db, blog, { since: "2026-03-03", until: "2026-03-04" }, place)).toEqual(["Three"]);
    expect(await titles(db, blog, { state: "archived", editor: "asha" }, place)).toEqual([]);
  }
  expect(await listEditors(db, blog)).toEqual(["asha", "bipul"]);
  expect(await countMatching(db, blog, { category: type })).toBe(2);
  const [row] = (await listForStaff(db, blog, { search: "two" })).rows;
  expect(row).toMatchObject({ editor: "bipul", categories: [type], state: "scheduled", version: 1 });
});

/** Copies one post many times, because separate saves would take a minute. */
async function fillLedgers(tx: Writing, count: number): Promise<void> {
  const { id } = await createEntry(tx, blog, { title: "Ledger" }, actionAt(1));
  const entry = await tx.query
    .selectFrom("entries")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const version = await tx.query.selectFrom("entry_versions").selectAll().executeTakeFirstOrThrow();
  await trash(tx, blog, id, actionAt(1));
  for (let from = 0; from < count; from += 100) {
    const titled = Array.from({ length: 100 }, (_, n) => `Ledger ${from + n} ${n === 0 ? "river" : "sea"}`);
    const idOf = (title: string) => `copy-of-${title.replaceAll(" ", "-")}`;
    const rows = titled.map((title) => ({
      ...entry,
      id: idOf(title),
      slug: title,
      slug_key: title,
      title,
      title_key: title.toLowerCase(),
    }));
    const texts = titled.map((title) => ({
      ...version,
      entry_id: idOf(title),
      card: JSON.stringify({ ...JSON.parse(version.card), title }),
    }));
    const words = titled.flatMap((title) =>
      wordsOf(title).map((word) => ({ entry_id: idOf(title), kind: "blog", word })),
    );
    await tx.query.insertInto("entries").values(rows).execute();
    await tx.query.insertInto("entry_versions").values(texts).execute();
    await tx.query.insertInto("entry_title_words").values(words).execute();
  }
}

test.each(engines)("%s: a selective and a broad filter return correct pages", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await write(db, (tx) => fillLedgers(tx, 1100));
  const rivers = ["Ledger 0 river", "Ledger 100 river", "Ledger 1000 river"];
  const place = { sort: "title", limit: 3 } as const;
  expect(await titles(db, blog, { search: "ledger river" }, place)).toEqual(rivers);
  expect(await titles(db, blog, { search: "ledger", editor: "asha" }, place)).toEqual([
    "Ledger 0 river",
    "Ledger 1 sea",
    "Ledger 10 sea",
  ]);
  expect(await countMatching(db, blog, { search: "ledger" })).toBe(201);
});

test.each(engines)("%s: Z4 a malformed or foreign cursor opens the first page", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (const title of ["A", "B", "C"]) await draft(db, blog, { title });
  const { next } = await listForStaff(db, blog, {}, { sort: "title", limit: 1 });
  const forged = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const hostile = [
    "",
    "garbage!",
    "x".repeat(5000),
    forged(["title", 0, { $gt: "" }, "x"]),
    forged(["title", 0, "a"]),
    forged(["password", 0, "a", "b"]),
    forged(["title", 0, "a\0", "b"]),
    forged(["position", 0, 1.5, "b"]),
    forged(["title", -1, "a", "b"]),
  ];
  for (const after of hostile)
    expect(await titles(db, blog, {}, { sort: "title", after })).toEqual(["A", "B", "C"]);
  expect(await titles(db, blog, {}, { sort: "updated", after: next ?? "" })).toHaveLength(3);
});
