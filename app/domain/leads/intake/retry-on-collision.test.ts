import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { aMessage, someMetadata } from "../leads.fixture.ts";
import { acceptMessage } from "./accept-lead.ts";
import { newReference } from "./reference.ts";
import { retryOnCollision } from "./retry-on-collision.ts";

test.each(engines)("%s: retries a taken number at most three times", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { reference: existing } = await acceptMessage(open.db, aMessage(), someMetadata());
  const row = await open.db.query.selectFrom("leads").selectAll().executeTakeFirstOrThrow();
  const insert = (references: string[]) =>
    retryOnCollision(open.db, async (tx) => {
      const reference = references.shift() ?? existing;
      await tx.query
        .insertInto("leads")
        .values({ ...row, id: reference, reference })
        .execute();
      return { reference };
    });
  const unused = newReference();
  expect(await insert([existing, existing, unused])).toEqual({ reference: unused });
  await expect(insert([existing, existing, existing, newReference()])).rejects.toThrow(/unique/i);
  expect(await open.db.query.selectFrom("leads").select("id").execute()).toHaveLength(2);
});
