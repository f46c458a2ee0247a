import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, publish, schedule, trash, untrash } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { kinds } from "./kinds.ts";
import { countTrash, deletePermanently, emptyOldTrash, listTrash } from "./trash.ts";

const at = (day: number) => ({
  actor: { id: "asha", requestId: "test" },
  now: new Date(Date.UTC(2026, 2, day)),
});

async function trashed(db: Database, kindName: string, title: string, day: number): Promise<string> {
  const kind = kinds.find(({ name }) => name === kindName);
  if (!kind) throw new Error(kindName);
  return write(db, async (tx) => {
    const { id } = await createEntry(tx, kind, { title }, at(1));
    await publish(tx, kind, id, at(1));
    await trash(tx, kind, id, at(day));
    return id;
  });
}

test.each(engines)("%s: lists trash of all kinds, newest first, in pages", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  for (const [n, { name }] of kinds.entries()) await trashed(db, name, `T ${n}`, n + 1);
  const first = await listTrash(db, { limit: 3 });
  const second = await listTrash(db, { limit: 3, after: first.next ?? "" });
  expect([...first.rows, ...second.rows].map(({ title }) => title)).toEqual([
    "T 5",
    "T 4",
    "T 3",
    "T 2",
    "T 1",
    "T 0",
  ]);
  expect(second.next).toBeNull();
  expect(first.rows[0]).toMatchObject({
    deletedAt: "2026-03-06T00:00:00.000Z",
    endsAt: "2026-04-05T00:00:00.000Z",
  });
  expect((await listTrash(db, { kind: kinds[0] })).rows.map(({ title }) => title)).toEqual(["T 0"]);
  expect(await countTrash(db)).toEqual(new Map(kinds.map(({ name }) => [name, 1])));
});

test.each(engines)("%s: deletes entries with all related rows after thirty days", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await trashed(db, "blog", "Ended", 1);
  const later = await trashed(db, "client", "Not yet", 2);
  expect(await emptyOldTrash(db, at(30).now)).toBe(0);
  expect(await emptyOldTrash(db, new Date(at(31).now.getTime() + 1))).toBe(1);
  for (const table of ["entry_versions", "entry_title_words"] as const)
    expect(await db.query.selectFrom(table).selectAll().where("entry_id", "=", id).execute()).toEqual([]);
  expect((await listTrash(db, {})).rows.map((row) => row.id)).toEqual([later]);
});

test.each(engines)("%s: permanently deletes only entries in the trash", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const id = await trashed(db, "service", "Back", 2);
  const [service] = kinds;
  if (!service) throw new Error("no kind");
  await write(db, (tx) => untrash(tx, service, id, at(3)));
  await expect(deletePermanently(db, id, at(4))).rejects.toMatchObject({ code: "missing" });
  await write(db, (tx) => trash(tx, service, id, at(5)));
  expect(await deletePermanently(db, id, at(6))).toEqual({ title: "Back" });
  await expect(deletePermanently(db, id, at(6))).rejects.toMatchObject({ code: "missing" });
});

test.each(engines)("%s: clears a publishing date that passed in the trash", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [service] = kinds;
  if (!service) throw new Error("no kind");
  const { id } = await write(db, (tx) => createEntry(tx, service, { title: "Later" }, at(1)));
  const times = { publishAt: "2026-03-05T00:00:00.000Z", unpublishAt: null };
  await write(db, (tx) => schedule(tx, service, id, times, at(1)));
  await write(db, (tx) => trash(tx, service, id, at(2)));
  expect((await write(db, (tx) => untrash(tx, service, id, at(3)))).state).toBe("scheduled");
  await write(db, (tx) => trash(tx, service, id, at(4)));
  expect((await write(db, (tx) => untrash(tx, service, id, at(6)))).state).toBe("draft");
});
