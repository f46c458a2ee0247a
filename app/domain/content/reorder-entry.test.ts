import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, moveByOne, publish, reorderEntry } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { blog } from "./kinds/blog.ts";
import { service } from "./kinds/service.ts";
import { listPublished } from "./published/entries.ts";
import type { DropTarget } from "./reorder-entry.ts";
import { listForStaff } from "./staff-list/list-for-staff.ts";

const actionContext = { actor: { id: "asha", requestId: "test" }, now: new Date("2026-03-01T10:00:00.000Z") };

/** Creates entries with a given distance of positions, as an import may leave them. */
async function fill(db: Database, count: number, distance: number): Promise<string[]> {
  const ids: string[] = [];
  await write(db, async (tx) => {
    for (let n = 1; n <= count; n += 1) {
      const save = { ...actionContext, position: n * distance };
      const { id } = await createEntry(tx, service, { title: `S${n}` }, save);
      if (count < 50) await publish(tx, service, id, actionContext);
      ids.push(id);
    }
  });
  return ids;
}

const place = (db: Database, id: string, target: DropTarget) =>
  write(db, (tx) => reorderEntry(tx, service, id, target, actionContext));

test.each(engines.flatMap((engine) => [1, 0, 1024].map((distance) => ({ engine, distance }))))(
  "$engine: entries at distance $distance move before and after others",
  async ({ engine, distance }) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    let wanted = await fill(db, 7, distance);
    // Visits positions in a non-repeating pattern.
    for (let n = 0; n < 40; n += 1) {
      const [from, to] = [(n * 5) % 7, (n * 3 + 2) % 7];
      const [id = "", other = ""] = [wanted[from], wanted[to]];
      if (id === other) continue;
      const side = n % 2 === 0 ? "before" : "after";
      await place(db, id, side === "before" ? { before: other } : { after: other });
      const rest = wanted.filter((one) => one !== id);
      wanted = rest.toSpliced(rest.indexOf(other) + (side === "before" ? 0 : 1), 0, id);
    }
    const { rows } = await listForStaff(db, service, {}, { sort: "position" });
    expect(rows.map(({ id }) => id)).toEqual(wanted);
    expect((await listPublished(db, service)).cards.map(({ id }) => id)).toEqual(wanted);
  },
);

test.each(engines)("%s: a move in a dense list writes only neighbours", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const ids = await fill(db, 120, 100);
  await write(db, async (tx) => {
    for (const [n, id] of ids.slice(60, 70).entries())
      await tx.query
        .updateTable("entries")
        .set({ position: 6100 + n })
        .where("id", "=", id)
        .execute();
  });
  const positions = async () =>
    new Map(
      (await db.query.selectFrom("entries").select(["id", "position"]).execute()).map(
        ({ id, position }) => [id, position] as const,
      ),
    );
  const before = await positions();
  await place(db, ids[119] ?? "", { before: ids[65] ?? "" });
  const after = await positions();
  const moved = ids.filter((id) => before.get(id) !== after.get(id));
  expect(moved.length).toBeGreaterThan(1);
  expect(moved.length).toBeLessThan(40);
  await place(db, ids[0] ?? "", { before: ids[66] ?? "" });
  const again = await positions();
  expect(ids.filter((id) => after.get(id) !== again.get(id))).toEqual([ids[0]]);
});

test.each(engines)("%s: moves one step, stops at ends, rejects date-ordered kinds", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  const [a = "", b = "", c = ""] = await fill(db, 3, 1);
  const go = (id: string, way: "up" | "down") =>
    write(db, (tx) => moveByOne(tx, service, id, way, actionContext));
  await go(a, "up");
  await go(a, "down");
  await go(c, "up");
  await go(c, "up");
  await go(b, "down");
  const { rows } = await listForStaff(db, service);
  expect(rows.map(({ id }) => id)).toEqual([c, a, b]);
  const post = await write(db, (tx) => createEntry(tx, blog, { title: "Post" }, actionContext));
  await expect(
    write(db, (tx) => reorderEntry(tx, blog, post.id, { before: b }, actionContext)),
  ).rejects.toMatchObject({
    code: "invalid",
  });
});
