import { expect, test } from "vitest";
import { write } from "#app/database/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";

test("a lock of several names holds off writers of each", async () => {
  await using open = await openTestDatabase("postgres");
  const { db } = open;
  const lockBriefly = (...names: string[]) =>
    write(db, async (tx) => {
      await tx.engine.waitBriefly(tx.query);
      await tx.engine.lock(tx.query, ...names);
    });
  await write(db, async (tx) => {
    await tx.engine.lock(tx.query, "one", "two");
    for (const name of ["one", "two"])
      await expect(lockBriefly(name)).rejects.toSatisfy((error) => db.engine.isHeldUp(error));
    await lockBriefly("three");
  });
  await lockBriefly("one", "two");
});
