import { expect, test } from "vitest";
import { type Database, write } from "#app/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { createEntry, publish, saveVersion, trash } from "#tests/support/entries.ts";
import { adoptAuthors } from "./adopt-authors.ts";
import { author } from "./kinds/author.ts";
import { blog } from "./kinds/blog.ts";
import { countValue, findPublished, listPublished } from "./published/entries.ts";
import { readEntry, readVersion } from "./versions/read-versions.ts";

const now = new Date("2026-03-01T10:00:00.000Z");
const actionContext = { actor: { id: "tester", requestId: "test" }, now };

const draft = (db: Database, data: object) => write(db, (tx) => createEntry(tx, blog, data, actionContext));

async function published(db: Database, data: object) {
  const { id } = await draft(db, data);
  return write(db, (tx) => publish(tx, blog, id, actionContext));
}

/** As a release stored them that knew no records. */
async function forgetRecords(db: Database) {
  const rows = await db.query.selectFrom("entry_versions").selectAll().execute();
  for (const { entry_id, number, data, card } of rows) {
    const [{ writtenBy: _, ...old }, { writtenBy: __, ...oldCard }] = [JSON.parse(data), JSON.parse(card)];
    await db.query
      .updateTable("entry_versions")
      .set({ data: JSON.stringify(old), card: JSON.stringify(oldCard) })
      .where("entry_id", "=", entry_id)
      .where("number", "=", number)
      .execute();
  }
}

test.each(engines)(
  "%s: names at posts become records once, and every version refers to them",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const { db } = open;
    const one = await published(db, { title: "One", author: "Rahela Begum", summary: "Old" });
    await write(db, (tx) =>
      saveVersion(
        tx,
        blog,
        one.id,
        1,
        { title: "One", author: "Rahela Begum", summary: "New" },
        actionContext,
      ),
    );
    const two = await published(db, { title: "Two", author: "rahela  begum" });
    const hidden = await draft(db, { title: "Hidden", author: "Nobody yet" });
    const gone = await published(db, { title: "Gone", author: "Rahela Begum" });
    await write(db, (tx) => trash(tx, blog, gone.id, actionContext));
    const unsigned = await published(db, { title: "Unsigned" });
    await forgetRecords(db);

    expect(await adoptAuthors(db, now)).toBe(4);

    const { cards } = await listPublished(db, author);
    expect(cards.map(({ title }) => title)).toEqual(["Rahela Begum"]);
    const id = cards[0]?.id ?? "";
    expect((await readVersion(db, blog, one.id, 1)).data).toMatchObject({ writtenBy: id, summary: "Old" });
    expect(await readEntry(db, blog, one.id)).toMatchObject({
      version: 2,
      state: "changed",
      data: { writtenBy: id, author: "Rahela Begum", summary: "New" },
    });
    expect(await findPublished(db, blog, "Two")).toMatchObject({ entry: { data: { writtenBy: id } } });
    expect((await readEntry(db, blog, two.id)).updatedAt).toBe(two.updatedAt);
    expect((await readEntry(db, blog, gone.id)).data.writtenBy).toBe(id);
    expect((await readEntry(db, blog, unsigned.id)).data.writtenBy).toBeNull();
    expect(await countValue(db, blog, "writtenBy", id)).toBe(2);
    const other = (await readEntry(db, blog, hidden.id)).data.writtenBy ?? "";
    expect(await readEntry(db, author, other)).toMatchObject({ title: "Nobody yet", state: "draft" });

    const guest = await published(db, { title: "Guest", author: "A guest" });
    expect(await adoptAuthors(db, now)).toBe(0);
    expect((await readEntry(db, blog, guest.id)).data.writtenBy).toBeNull();
  },
);
