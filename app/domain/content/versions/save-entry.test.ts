import type { KyselyPlugin } from "kysely";
import { expect, test, vi } from "vitest";
import { blog } from "#app/domain/content/kinds/blog.ts";
import { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, type Writing, write } from "#app/platform/database/database.ts";
import type { Locks } from "#app/platform/database/engines/engine.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createOrContinue, saveInput, trash } from "#tests/support/entries.ts";
import { listVersions } from "./read-versions.ts";

const save = { actor: { id: "rahima", requestId: "test" }, now: new Date("2026-03-01T10:00:00.000Z") };
const autosave = { ...save, isAutosave: true };

test.each(engines)("%s: an unchanged save adds no version but preserves the autosave", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const make = (tx: Parameters<Parameters<typeof write>[1]>[0]) =>
    createOrContinue(tx, blog, { title: "River" }, { ...save, key: "k1" });
  const { id } = await write(db, make);
  const change = (basedOn: number, input: object, how: typeof save) =>
    write(db, (tx) => saveInput(tx, blog, id, basedOn, { ...input }, how));
  expect((await change(1, { title: "River" }, autosave)).version).toBe(1);
  expect((await change(1, { summary: "Wide" }, autosave)).version).toBe(2);
  expect((await change(2, { summary: "Wider" }, autosave)).version).toBe(3);
  expect((await change(3, { summary: "Wider" }, save)).version).toBe(3);
  expect((await change(3, { summary: "Widest" }, autosave)).version).toBe(4);
  const versions = await listVersions(db, id);
  expect(versions.map(({ number, is_autosave }) => [number, is_autosave])).toEqual([
    [4, 1],
    [3, 0],
    [1, 0],
  ]);
});

test.each(engines)("%s: D6 a stale save returns both texts and their base", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const { id } = await write(db, (tx) =>
    createOrContinue(tx, blog, { title: "River", summary: "Base" }, { ...save, key: "k1" }),
  );
  await write(db, (tx) => saveInput(tx, blog, id, 1, { summary: "Theirs" }, save));
  const refusal = await write(db, (tx) =>
    saveInput(tx, blog, id, 1, { summary: "Mine", body: { markdown: "*Mine*" } }, save),
  ).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(DomainError);
  expect(refusal).toMatchObject({
    code: "stale",
    detail: {
      version: 2,
      data: { summary: "Theirs" },
      author: "rahima",
      base: { summary: "Base" },
      mine: { title: "River", summary: "Mine", body: { type: "doc" } },
    },
  });
});

test.each(engines)("%s: D7 a resent form continues its draft without a duplicate", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const send = (summary: string) =>
    write(db, (tx) => createOrContinue(tx, blog, { title: "River", summary }, { ...save, key: "k1" }));
  const sent = await Promise.all(Array.from({ length: 20 }, () => send("One")));
  expect(new Set(sent.map(({ id, version }) => `${id} ${version}`)).size).toBe(1);
  expect(await send("Two")).toMatchObject({ version: 2, id: sent[0]?.id, data: { summary: "Two" } });
  await expect(send("Three")).rejects.toMatchObject({
    code: "stale",
    detail: { mine: { summary: "Three" } },
  });
  await write(db, (tx) => trash(tx, blog, sent[0]?.id ?? "", save));
  await expect(send("Four")).rejects.toMatchObject({ code: "missing" });
  expect(await db.query.selectFrom("entries").select("id").execute()).toHaveLength(1);
});

test.each(engines)("%s: a save locks, reads and validates the entry once", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const key = "k1";
  const first = await countSteps(db, (tx) =>
    createOrContinue(tx, blog, { title: "River" }, { ...autosave, key }),
  );
  const once = { locks: 1, rows: 1, versions: 0, checks: 1 };
  expect(first.steps).toEqual(once);
  const { id } = first.entry;
  const again = await countSteps(db, (tx) =>
    createOrContinue(tx, blog, { title: "River", summary: "Wide" }, { ...autosave, key }),
  );
  expect(again.steps).toEqual(once);
  for (const [basedOn, summary] of [[2, "Wider"] as const, [3, "Wider"] as const]) {
    const { steps } = await countSteps(db, (tx) => saveInput(tx, blog, id, basedOn, { summary }, save));
    expect(steps).toEqual(once);
  }
});

/** Counts locks, row reads, version reads and validations of a transaction. */
async function countSteps<Result>(db: Database, work: (tx: Writing) => Promise<Result>) {
  const steps = { locks: 0, rows: 0, versions: 0, checks: 0 };
  const reads: KyselyPlugin = {
    transformQuery({ node }) {
      const text = JSON.stringify(node.kind === "SelectQueryNode" ? node.from : null);
      const isWhole =
        node.kind === "SelectQueryNode" && JSON.stringify(node.selections).includes("SelectAll");
      if (isWhole && text.includes('"name":"entries"')) steps.rows += 1;
      if (isWhole && text.includes('"name":"entry_versions"')) steps.versions += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const checks = vi.spyOn(blog.schema, "safeParse");
  try {
    const entry = await write(db, (tx) => {
      const locks: Locks = {
        ...tx.locks,
        acquire(query, name) {
          if (name.startsWith("entry:")) steps.locks += 1;
          return tx.locks.acquire(query, name);
        },
      };
      // With a plugin, Kysely's type no longer states that this is a transaction.
      const query = tx.query.withPlugin(reads) as Writing["query"];
      return work({ ...tx, locks, query });
    });
    steps.checks = checks.mock.calls.length;
    return { entry, steps };
  } finally {
    checks.mockRestore();
  }
}
