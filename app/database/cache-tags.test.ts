import { expect, test } from "vitest";
import { engines, openTestDatabase } from "../../tests/support/database.ts";
import { cachedQuery } from "./cache-tags.ts";
import { write } from "./database.ts";

test.each(engines)(
  "%s: what is remembered is read once, and again after a write that touches it",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    if (engine === "postgres") await new Promise((resolve) => open.db.engine.onChange(resolve));
    let reads = 0;
    const read = () => cachedQuery(open.db, "figure", ["settings"], async () => ++reads);
    expect([await read(), await read()]).toEqual([1, 1]);
    await write(open.db, async (tx) => tx.invalidate("list:blog"));
    expect(await read()).toBe(1);
    await write(open.db, async (tx) => tx.invalidate("settings"));
    expect(await read()).toBe(2);
  },
);

test("a reading that failed is not remembered", async () => {
  await using open = await openTestDatabase("sqlite");
  const failing = () => cachedQuery(open.db, "broken", [], async () => Promise.reject(new Error("away")));
  await expect(failing()).rejects.toThrow("away");
  expect(await cachedQuery(open.db, "broken", [], async () => "back")).toBe("back");
});

test("what a transaction reads is not remembered, since it may be taken back", async () => {
  await using open = await openTestDatabase("sqlite");
  const undone = write(open.db, async (tx) => {
    await cachedQuery(tx, "word", [], async () => "uncommitted");
    throw new Error("taken back");
  });
  await expect(undone).rejects.toThrow("taken back");
  expect(await cachedQuery(open.db, "word", [], async () => "committed")).toBe("committed");
});
