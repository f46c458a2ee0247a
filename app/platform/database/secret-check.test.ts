import { copyFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { beginRotation } from "#app/platform/secrets/secret.ts";
import { type EngineName, engines, makeDatabase, testSecret } from "#tests/support/database.ts";
import { openUpToDate } from "./open-up-to-date.ts";
import { deleteUnreadable } from "./secret-check.ts";

const newSecret = "another secret, that is long enough too";
const plain = '{"subject":"Your link"}';

/** Creates a database with one encrypted mail and one signing key. */
async function makeSealed(engine: EngineName) {
  const made = await makeDatabase(engine);
  const env = {
    ...made.env,
    secret: testSecret,
    previousSecrets: [] as string[],
  };
  const lines: string[] = [];
  const open = (more: object = {}) =>
    openUpToDate({ ...env, ...more }, { holder: "a test", log: (line) => lines.push(line) });
  {
    await using first = await open();
    await fill(first.db);
  }
  return {
    env,
    open,
    lines,
    [Symbol.asyncDispose]: made.remove,
  };
}

type Db = Awaited<ReturnType<typeof openUpToDate>>["db"];

async function fill({ query, encryption }: Db) {
  const at = new Date().toISOString();
  const key = {
    id: "key-1",
    public_key: "{}",
    private_key: encryption.encrypt("the key"),
    created_at: at,
    expires_at: at,
  };
  await query.insertInto("signing_keys").values(key).execute();
  const mail = {
    id: "mail-1",
    to_address: "rahima@tea.example",
    to_key: "rahima@tea.example",
    subject: "Your link",
    template: "reset",
    content: encryption.encrypt(plain),
    status: "waiting" as const,
    attempts: 0,
    next_attempt_at: at,
    last_error: "",
    created_at: at,
  };
  await query.insertInto("outbox").values(mail).execute();
}

async function readAll({ query }: Db, secret: string) {
  const encryption = createEncryption(secret);
  const mail = await query.selectFrom("outbox").select("content").executeTakeFirstOrThrow();
  const key = await query.selectFrom("signing_keys").select("private_key").executeTakeFirstOrThrow();
  return [encryption.decrypt(mail.content), encryption.decrypt(key.private_key)];
}

test.each(engines)("%s: refuses another secret in one line and changes nothing", async (engine) => {
  await using made = await makeSealed(engine);
  await expect(made.open({ secret: newSecret })).rejects.toMatchObject({
    isPlain: true,
    message: expect.stringMatching(/^SECRET: [^\n]*SECRET_PREVIOUS[^\n]*secret -- forget[^\n]*$/),
  });
  await using again = await made.open();
  expect(await readAll(again.db, testSecret)).toEqual([plain, "the key"]);
});

test.each(engines)("%s: SECRET_PREVIOUS encrypts all values with the new secret", async (engine) => {
  await using made = await makeSealed(engine);
  {
    await using open = await made.open({ secret: newSecret, previousSecrets: [testSecret] });
    expect(await readAll(open.db, newSecret)).toEqual([plain, "the key"]);
    // Simulates another instance with the old secret.
    const content = createEncryption(testSecret).encrypt("late");
    await open.db.query.updateTable("outbox").set({ content }).execute();
    const { content: late } = await open.db.query
      .selectFrom("outbox")
      .select("content")
      .executeTakeFirstOrThrow();
    expect(open.db.encryption.decrypt(late)).toBe("late");
  }
  await (await made.open({ secret: newSecret, previousSecrets: [testSecret] })).close();
  await using last = await made.open({ secret: newSecret });
  expect(await readAll(last.db, newSecret)).toEqual(["late", "the key"]);
  expect(made.lines.join("\n")).toContain("2 values were encrypted again");
  await expect(made.open({ secret: testSecret, databaseUrl: made.env.databaseUrl })).rejects.toThrow();
});

test("changes the secret file, also after an interruption", async () => {
  await using made = await makeSealed("sqlite");
  const env = {
    ...made.env,
    secret: null,
  };
  const file = join(env.dataDir, "secret");
  writeFileSync(file, testSecret);
  // Killed after the former secret was copied.
  copyFileSync(file, join(env.dataDir, "secret.previous"));
  await (await made.open({ secret: null })).close();
  expect(existsSync(join(env.dataDir, "secret.previous"))).toBe(false);
  // Killed after the new secret was written, before any value was encrypted with it.
  beginRotation(env);
  const after = readFileSync(file, "utf8");
  expect(after).not.toBe(testSecret);
  await using open = await made.open({ secret: null });
  expect(await readAll(open.db, after)).toEqual([plain, "the key"]);
  expect(existsSync(join(env.dataDir, "secret.previous"))).toBe(false);
});

test.each(engines)("%s: deletes and counts unreadable values after the secret is lost", async (engine) => {
  await using made = await makeSealed(engine);
  const lost = {
    ...made.env,
    secret: newSecret,
  };
  {
    await using open = await made.open();
    expect(await deleteUnreadable(open.db, lost)).toMatchObject({
      outbox: 1,
      signing_keys: 1,
      two_factor: 0,
    });
  }
  await using open = await made.open({ secret: newSecret });
  const mail = await open.db.query
    .selectFrom("outbox")
    .select(["status", "content"])
    .executeTakeFirstOrThrow();
  expect(mail).toEqual({ status: "failed", content: "" });
});
