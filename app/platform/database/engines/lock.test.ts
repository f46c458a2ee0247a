import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { openTestDatabase } from "#tests/support/database.ts";

test("a lock of several names blocks writers of each name", async () => {
  await using open = await openTestDatabase("postgres");
  const { db } = open;
  const lockBriefly = (...names: string[]) =>
    write(db, async (tx) => {
      await tx.locks.limitLockWait(tx.query);
      await tx.locks.acquire(tx.query, ...names);
    });
  await write(db, async (tx) => {
    await tx.locks.acquire(tx.query, "one", "two");
    for (const name of ["one", "two"])
      await expect(lockBriefly(name)).rejects.toSatisfy((error) => db.locks.isLockTimeout(error));
    await lockBriefly("three");
  });
  await lockBriefly("one", "two");
});
