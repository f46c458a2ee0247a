import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { writeCursor } from "#app/platform/database/paging.ts";
import { engines, openTestDatabase } from "../../../../tests/support/database.ts";
import { aFileStore } from "../../../../tests/support/files.ts";
import { aDocument, aRow, libraryContext } from "../../../../tests/support/library.ts";
import { findPictures } from "../pictures/picture.ts";
import { changeFile, trashFile } from "./change-file.ts";
import { listTags } from "./file-text.ts";
import { countFiles, fileSorts, type LibraryQuery, listFiles } from "./library.ts";

const namesOf = async (db: Parameters<typeof listFiles>[0], query: LibraryQuery) =>
  (await listFiles(db, query)).files.map(({ name }) => name);

test.each(engines)("%s: finds files by word prefixes of name, text and tags", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await aRow(db, { name: "Boat-race_2026.jpg", alt: "Boats on the Padma", tags: ["Events"] });
  await aRow(db, { name: "দোকান.png", alt: "পদ্মার পাড়ে দোকান" });
  await aRow(db, { name: "100%_plan.png", alt: "" });
  for (const [q, names] of [
    ["padm BOA", ["Boat-race_2026.jpg"]],
    ["event", ["Boat-race_2026.jpg"]],
    ["দোকা", ["দোকান.png"]],
    ["oat", []],
    ["% _", ["100%_plan.png", "দোকান.png", "Boat-race_2026.jpg"]],
    ["100", ["100%_plan.png"]],
  ] as const)
    expect([q, (await namesOf(db, { q })).sort()]).toEqual([q, [...names].sort()]);
});

test.each(engines)("%s: filters the library by kind, missing text, use and trash", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [bare, trashed] = [await aRow(db, { name: "bare", alt: "" }), await aRow(db, { name: "gone" })];
  const pdf = await aDocument(db, aFileStore());
  await write(db, (tx) => trashFile(tx, trashed, libraryContext));
  const idsOf = async (query: LibraryQuery) => (await listFiles(db, query)).files.map(({ id }) => id);
  expect(await idsOf({ kind: "pdf" })).toEqual([pdf]);
  expect(await idsOf({ kind: "picture" })).toEqual([bare]);
  expect(await idsOf({ show: "without-alt" })).toEqual([bare]);
  expect(await idsOf({ show: "trash" })).toEqual([trashed]);
  expect((await idsOf({ show: "unused" })).sort()).toEqual([bare, pdf].sort());
  expect(await countFiles(db, {})).toBe(2);
  expect([...(await findPictures(db, [bare, trashed, pdf])).keys()]).toEqual([bare]);
});

test.each(engines)("%s: paging visits every file once, in both directions and all orders", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (let n = 0; n < 7; n += 1) await aRow(db, { name: n % 2 ? "Same" : `n${n}`, bytes: n % 3 });
  for (const sort of fileSorts) {
    const forwards: string[] = [];
    let cursor: string | null | undefined;
    let last: Awaited<ReturnType<typeof listFiles>> | undefined;
    do {
      last = await listFiles(db, { sort, limit: 3, after: cursor ?? undefined });
      forwards.push(...last.files.map(({ id }) => id));
      cursor = last.next;
    } while (cursor !== null);
    expect(new Set(forwards).size).toBe(7);
    const before = await listFiles(db, { sort, limit: 3, before: last.previous ?? "" });
    expect(before.files.map(({ id }) => id)).toEqual(forwards.slice(3, 6));
    expect(before.next).not.toBeNull();
  }
});

test.each(engines)("%s: Z4 an invalid or foreign cursor starts at the first page", async (engine) => {
  await using open = await openTestDatabase(engine);
  await aRow(open.db, { name: "one" });
  const odd = [
    writeCursor({ sortKey: "a", id: "b" }),
    writeCursor({ sortKey: String(2 ** 40), id: "b" }),
    writeCursor({ sortKey: "-1", id: "b" }),
    "W10",
    Buffer.from('["\\u0000","a"]').toString("base64url"),
    "not-ours-at-all",
    "e30AAAAAAA",
  ];
  for (const after of odd)
    for (const sort of fileSorts)
      expect((await listFiles(open.db, { sort, after })).files.length).toBeLessThan(2);
  expect(await namesOf(open.db, { sort: "largest", after: writeCursor({ sortKey: "a", id: "b" }) })).toEqual([
    "one",
  ]);
});

test.each(engines)("%s: tags have counts and first spelling, and vanish with their files", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const first = await aRow(db, { tags: ["Team"] });
  await aRow(db, { tags: ["team", "ছবি"] });
  expect(await listTags(db)).toEqual([
    { tag: "Team", count: 2 },
    { tag: "ছবি", count: 1 },
  ]);
  expect(await namesOf(db, { tag: "TEAM" })).toHaveLength(2);
  const change = (tags: string[]) => write(db, (tx) => changeFile(tx, first, { tags }, libraryContext));
  expect((await change(["Team", "TEAM", " office  "])).tags).toEqual(["office", "Team"]);
  await change([]);
  expect((await listTags(db)).map(({ tag }) => tag)).toEqual(["Team", "ছবি"]);
  await expect(change(["x".repeat(41)])).rejects.toMatchObject({ fields: { "tags.0": expect.anything() } });
});
