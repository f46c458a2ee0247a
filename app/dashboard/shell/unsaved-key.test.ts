import { expect, test } from "vitest";
import { readDatabaseId } from "#app/platform/database/installation.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import { deleteUnreadable } from "#app/platform/database/secret-check.ts";
import { engines, makeDatabase, testSecret } from "#tests/support/database.ts";
import { readUnsavedKey } from "./unsaved-key.ts";

const newSecret = "another secret, that is long enough too";

test.each(engines)("%s: a person's key survives a change of the secret", async (engine) => {
  const made = await makeDatabase(engine);
  const open = (secret: string, previousSecrets: string[] = []) =>
    openUpToDate({ ...made.env, secret, previousSecrets }, { holder: "a test", log: () => {} });
  let key = "";
  {
    await using first = await open(testSecret);
    await readDatabaseId(first.db);
    key = await readUnsavedKey(first.db, "nadia");
    expect(Buffer.from(key, "base64")).toHaveLength(32);
    expect(await readUnsavedKey(first.db, "nadia")).toBe(key);
    expect(await readUnsavedKey(first.db, "omar")).not.toBe(key);
    const { value } = await first.db.query
      .selectFrom("installation")
      .select("value")
      .where("name", "=", "browser-key")
      .executeTakeFirstOrThrow();
    expect(first.db.encryption.decrypt(value)).toMatch(/^[\w-]{43}$/);
  }
  await (await open(newSecret, [testSecret])).close();
  {
    await using after = await open(newSecret);
    expect(await readUnsavedKey(after.db, "nadia")).toBe(key);
    // Texts encrypted before are lost permanently; the rest of the database stays.
    expect(await deleteUnreadable(after.db, { ...made.env, secret: testSecret })).toMatchObject({
      installation: 1,
    });
    const facts = await after.db.query.selectFrom("installation").select("name").execute();
    expect(facts.map(({ name }) => name).toSorted()).toEqual(["id", "secret-check"]);
  }
  await using again = await open(testSecret);
  expect(await readUnsavedKey(again.db, "nadia")).not.toBe(key);
  await made.remove();
});
