import { expect, test } from "vitest";
import { type Database, write } from "#app/platform/database/database.ts";
import { createEntry, publish } from "#tests/support/entries.ts";
import { engines, openTestDatabase } from "../../../tests/support/database.ts";
import { blog } from "./kinds/blog.ts";
import { searchPublished } from "./search.ts";

const actionContext = { actor: { id: "tester", requestId: "" }, now: new Date("2026-01-01T00:00:00Z") };

test.each(engines)("%s: old titles rank before newer texts for common words", async (engine) => {
  await using open = await openTestDatabase(engine);
  await post(open.db, { title: "The ledger of a ferry", summary: "Old." });
  await write(open.db, async (tx) => {
    for (let n = 0; n < 230; n += 1) {
      const content = [{ type: "paragraph", content: [{ type: "text", text: "ledger and tea" }] }];
      const { id } = await createEntry(
        tx,
        blog,
        { title: `Note ${n}`, body: { type: "doc", content } },
        actionContext,
      );
      await publish(tx, blog, id, actionContext);
    }
  });
  const found = await searchPublished(open.db, "ledg");
  expect(found).toHaveLength(30);
  expect(found[0]?.card.title).toBe("The ledger of a ferry");
  expect((await searchPublished(open.db, "ledger tea")).length).toBe(30);
  expect((await searchPublished(open.db, "ledger ferry")).map(({ card }) => card.title)).toEqual([
    "The ledger of a ferry",
  ]);
});

async function post(db: Database, data: Record<string, unknown>): Promise<void> {
  await write(db, async (tx) => {
    const { id } = await createEntry(tx, blog, data, actionContext);
    await publish(tx, blog, id, actionContext);
  });
}
