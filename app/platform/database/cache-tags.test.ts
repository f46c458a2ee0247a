import { expect, test } from "vitest";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { cachedById, cachedQuery } from "./cache-tags.ts";
import { write } from "./database.ts";

test.each(engines)("%s: caches a query until a write invalidates one of its tags", async (engine) => {
  await using open = await openTestDatabase(engine);
  if (engine === "postgres") await new Promise((resolve) => open.db.changes.onChange(resolve));
  let reads = 0;
  const read = () => cachedQuery(open.db, "figure", ["settings"], async () => ++reads);
  expect([await read(), await read()]).toEqual([1, 1]);
  await write(open.db, async (tx) => tx.invalidate("list:blog"));
  expect(await read()).toBe(1);
  await write(open.db, async (tx) => tx.invalidate("settings"));
  expect(await read()).toBe(2);
});

test("does not cache a failed query", async () => {
  await using open = await openTestDatabase("sqlite");
  const failing = () => cachedQuery(open.db, "broken", [], async () => Promise.reject(new Error("away")));
  await expect(failing()).rejects.toThrow("away");
  expect(await cachedQuery(open.db, "broken", [], async () => "back")).toBe("back");
});

test("does not cache queries of a transaction", async () => {
  await using open = await openTestDatabase("sqlite");
  const undone = write(open.db, async (tx) => {
    await cachedQuery(tx, "word", [], async () => "uncommitted");
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  expect(await cachedQuery(open.db, "word", [], async () => "committed")).toBe("committed");
});

test("caches rows by id until a write invalidates their tag", async () => {
  await using open = await openTestDatabase("sqlite");
  const queried: (readonly string[])[] = [];
  const stored = new Map([
    ["a", "one"],
    ["b", "two"],
  ]);
  const find = async (...ids: string[]) => {
    const found = await cachedById(open.db, "words", ["list:word"], ids, async (missing) => {
      queried.push(missing);
      return missing.flatMap((id) => ({ id, word: stored.get(id) ?? "" })).filter(({ word }) => word !== "");
    });
    return [...found.values()].map(({ word }) => word);
  };
  expect(await find("a", "a")).toEqual(["one"]);
  expect(await find("a", "b", "c")).toEqual(["one", "two"]);
  expect(await find("b", "a")).toEqual(["two", "one"]);
  stored.set("a", "changed").set("c", "three");
  expect(await find("a", "c")).toEqual(["one", "three"]);
  await write(open.db, async (tx) => tx.invalidate("list:word"));
  expect(await find("a")).toEqual(["changed"]);
  expect(queried).toEqual([["a"], ["b", "c"], ["c"], ["a"]]);
});

test("does not cache a row read before an invalidating write", async () => {
  await using open = await openTestDatabase("sqlite");
  let word = "old";
  const begun = Promise.withResolvers<void>();
  const release = Promise.withResolvers<void>();
  const find = async () => {
    const found = await cachedById(open.db, "words", ["list:word"], ["a"], async () => {
      const row = { id: "a", word };
      begun.resolve();
      await release.promise;
      return [row];
    });
    return found.get("a")?.word;
  };
  const early = find();
  await begun.promise;
  word = "new";
  await write(open.db, async (tx) => tx.invalidate("list:word"));
  release.resolve();
  expect(await early).toBe("old");
  expect(await find()).toBe("new");
});

test("caches at most 1,000 rows of a name", async () => {
  await using open = await openTestDatabase("sqlite");
  let reads = 0;
  const find = (ids: readonly string[]) =>
    cachedById(open.db, "words", [], ids, async (missing) => {
      reads += missing.length;
      return missing.map((id) => ({ id }));
    });
  const many = Array.from({ length: 1001 }, (_, at) => String(at));
  expect((await find(many)).size).toBe(1001);
  expect((await find(many.slice(1000))).size).toBe(1);
  expect(reads).toBe(1001);
  await find(many.slice(0, 1000));
  expect(reads).toBe(2001);
});
