import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { readCursor, readPage, writeCursor } from "./paging.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("reads its own cursors and rejects other text", () => {
  const cursor = { sortKey: "2026-03-01T12:00:00.000Z", id: "01a20065-5be7-760a-8d07-05c5c4635dc7" };
  expect(readCursor(writeCursor(cursor))).toEqual(cursor);
  const others = ["", "x", "not-ours-at-all", `${writeCursor(cursor)} `, `${cursor.sortKey}_'; --`];
  const values = [
    "abcdefgh",
    ["a", 12345],
    ["a", "b", "c"],
    { 0: "a", 1: "b" },
    ["a\0", "b"],
    ["\ud800", "b"],
  ];
  for (const text of [...others, ...values.map(encode), encode(["a".repeat(900), "b"])])
    expect(readCursor(text), text).toBeNull();
});

test.each(engines)("%s: reads pages forwards and backwards in both orders", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { query } = open.db;
  // Rows with the same date are ordered by id.
  const rows = [..."abcdefg"].map((id, n) => ({ id, at: `2026-03-0${1 + Math.floor(n / 3)}` }));
  const rest = { actor: "", action: "", subject: "", detail: "", request_id: "" };
  await query
    .insertInto("audit")
    .values(rows.map((row) => ({ ...row, ...rest })))
    .execute();
  for (const direction of ["asc", "desc"] as const) {
    const order = { direction, sortKey: "at", sortKeyOf: ({ at }: { at: string }) => at };
    const read = (page: { after?: string; before?: string }) =>
      readPage(query.selectFrom("audit").select(["id", "at"]), { ...page, limit: 3 }, order);
    const first = await read({});
    const second = await read({ after: first.next ?? "" });
    const third = await read({ after: second.next ?? "" });
    const words = [first, second, third].map((page) => page.rows.map(({ id }) => id).join(""));
    expect(words).toEqual(direction === "asc" ? ["abc", "def", "g"] : ["gfe", "dcb", "a"]);
    expect([first.previous, third.next]).toEqual([null, null]);
    const back = await read({ before: third.previous ?? "" });
    expect(back.rows).toEqual(second.rows);
    const start = await read({ before: back.previous ?? "" });
    expect([start.rows, start.previous]).toEqual([first.rows, null]);
  }
});

test.each(engines)("%s: starts at the first page after an invalid number", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (const sortKey of ["a", "1e3", "1.5", String(2 ** 31), "99999999999"]) {
    const page = { after: writeCursor({ sortKey, id: "b" }), limit: 3 };
    const order = { direction: "asc", sortKey: "version", isNumber: true, sortKeyOf: () => 0 } as const;
    const wanted = open.db.query.selectFrom("newsletters").select(["id", "version"]);
    expect((await readPage(wanted, page, order)).rows).toEqual([]);
  }
});
