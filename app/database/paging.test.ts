import { expect, test } from "vitest";
import { readCursor, readPage, writeCursor } from "./paging.ts";

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("a cursor comes back as it was written, and what is none is read as none", () => {
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

test("a page names the pages beside it, and none where there is none", async () => {
  const rows = ["g", "f", "e", "d", "c", "b", "a"].map((id) => ({ id }));
  const read = (page: { after?: string; before?: string }) =>
    readPage(
      { ...page, limit: 3 },
      "desc",
      async (place, towards, limit) => {
        const walked = towards === "desc" ? rows : rows.toReversed();
        const at = place ? walked.findIndex(({ id }) => id === place.id) + 1 : 0;
        return walked.slice(at, at + limit);
      },
      ({ id }) => id,
    );
  const first = await read({});
  const second = await read({ after: first.next ?? "" });
  const third = await read({ after: second.next ?? "" });
  expect([first, second, third].map((page) => page.rows.map(({ id }) => id).join(""))).toEqual([
    "gfe",
    "dcb",
    "a",
  ]);
  expect([first.previous, third.next]).toEqual([null, null]);
  const back = await read({ before: third.previous ?? "" });
  expect(back.rows).toEqual(second.rows);
  expect((await read({ before: back.previous ?? "" })).previous).toBeNull();
});
