import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { generateX25519Identity } from "age-encryption";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { searchPublished } from "#app/domain/content/search.ts";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { findLeads } from "#app/domain/leads/inbox/search-leads.ts";
import type { Database } from "#app/platform/database/database.ts";
import { steps } from "#app/platform/database/migrations/steps.ts";
import { NewerDatabase, readAppliedSteps } from "#app/platform/database/migrations.ts";
import { fillNewDatabase, openDatabase } from "#app/platform/database/open.ts";
import { openUpToDate } from "#app/platform/database/open-up-to-date.ts";
import type { Env } from "#app/platform/settings/env.ts";
import { engines } from "#tests/support/database.ts";
import { libraryContext } from "#tests/support/library.ts";
import { addStep } from "#tests/support/next-release/add-step.ts";
import { nextStep } from "#tests/support/next-release/next-release.ts";
import {
  createBackup,
  createEmptyEnv,
  createMigratedEnv,
  createSite,
  createTempFolder,
} from "./backup.fixture.ts";
import { readBackupFile } from "./backup-store.ts";
import { readRowLines } from "./file/format.ts";
import { type BackupAccess, pack, unpack } from "./file/packing.ts";
import { restoreBackup, restoreSite, type SiteRestore } from "./restore-backup.ts";
import { restoreLead } from "./single/restore-lead.ts";
import { backUpBeforeUpdate } from "./snapshot.ts";

const restore = (
  env: Env,
  path: string,
  { key = null, takesUnsealed, secret = "checked" }: Partial<BackupAccess & Pick<SiteRestore, "secret">> = {},
) =>
  restoreSite(env, {
    lines: unpack(readBackupFile(path), { key, takesUnsealed: takesUnsealed ?? false }),
    secret,
  });

const directions = engines.flatMap((from) => engines.map((to) => [from, to] as const));

test.each(directions)("from %s into %s: restores rows, files and search index", async (from, to) => {
  const env = await createMigratedEnv(from);
  const files = await openFileStore(env);
  const { db, fileId } = await createSite(env, files);
  const key = await generateX25519Identity();
  const backup = await createBackup(db, files, { key });
  expect(backup.problems).toEqual([]);
  const target = await createEmptyEnv(to);
  const { header, trailer } = await restore(target, backup.path, { key });
  expect(trailer.rows).toBe(backup.rows);
  await using open = await openUpToDate(target, { holder: "a test" });
  for (const table of header.tables) {
    const [before, after] = await Promise.all(
      [db, open.db].map((one) => Array.fromAsync(readRowLines(one, table))),
    );
    expect(after).toEqual(before);
  }
  const [name = ""] = await files.listOf(fileId);
  expect(await (await openFileStore(target)).read(name)).toEqual(await files.read(name));
  expect(await searchPublished(open.db, "ledger")).toHaveLength(1);
  expect(await findLeads(open.db, "ferry", 5)).toMatchObject([{ who: "Nadia" }]);
});

test.each(engines)("%s: proves but never restores tables of a newer release", async (engine) => {
  const env = await createMigratedEnv(engine);
  const { db } = await createSite(env, await openFileStore(env));
  for (const statement of [
    sql`alter table entries add column trial text`,
    sql`update entries set trial = 'kept'`,
    sql`create table trials (id text primary key, amount integer)`,
    sql`insert into trials (id, amount) values ('one', 1)`,
    sql`insert into kysely_migration (name, timestamp) values ('9998-add-trial', '2027-01-01')`,
  ])
    await statement.execute(db.query);
  const backup = await createBackup(db, null);
  const target = await createEmptyEnv(engine);
  await expect(restore(target, backup.path)).rejects.toThrow(NewerDatabase);
  const { header, tables } = await fillNewDatabase(await createEmptyEnv("sqlite"), "a test", (scratch) =>
    restoreBackup(scratch, unpack(readBackupFile(backup.path), { key: null }), {
      storeFile: async () => {},
      isForProof: true,
    }),
  );
  expect(header.steps).toEqual([...Object.keys(steps), "9998-add-trial"]);
  expect(tables.find(({ table }) => table === "trials")?.rows).toBe(1);
});

test.each(directions)("migrates a backup of an older version from %s into %s", async (from, to) => {
  const env = await createMigratedEnv(from);
  const { db } = await createSite(env, await openFileStore(env));
  const { path } = await createBackup(db, null);
  const before = Object.keys(steps);
  addStep();
  const target = await createEmptyEnv(to);
  const { header } = await restore(target, path);
  expect(header.steps).toEqual(before);
  await using open = await openDatabase(target, "a test", () => {});
  expect(await readAppliedSteps(open.db)).toEqual([...before, nextStep]);
  const { rows } = await sql`select words from trials`.execute(open.db.query);
  expect(rows).toEqual([{ words: "Where does the ferry leave?" }]);
  expect(await findLeads(open.db, "ferry", 5)).toMatchObject([{ who: "Nadia" }]);
});

test("backs up PostgreSQL before an update, or does not update", async () => {
  const env = await createMigratedEnv("postgres");
  const folder = createTempFolder();
  const { db } = await createSite(env, await openFileStore(env));
  const before = Object.keys(steps);
  addStep();
  const nowhere = { ...env, backup: { ...env.backup, place: { folder: "/dev/null/backups" } } };
  const refused = openUpToDate(env, {
    holder: "a test",
    backUp: (one) => backUpBeforeUpdate(one, nowhere, folder),
  });
  await expect(refused).rejects.toMatchObject({
    isPlain: true,
    message: /^BACKUP_URL: [^\n]*nothing was changed/,
  });
  expect(await readAppliedSteps(db)).toEqual(before);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ version: "0.0.1" }));
  const place = { ...env, backup: { ...env.backup, place: { folder } } };
  const logged: string[] = [];
  const backUp = (one: Database) => backUpBeforeUpdate(one, place, folder);
  await (await openUpToDate(env, { holder: "a test", backUp, log: (line) => logged.push(line) })).close();
  const [name = ""] = readdirSync(folder).filter((one) => one.includes("-update-"));
  expect(logged[0]).toContain(name);
  const target = await createEmptyEnv("postgres");
  expect((await restore(target, join(folder, name))).header).toMatchObject({
    withFiles: false,
    product: "0.0.1+sources",
  });
});

test.each(engines)("%s: refuses a backup of version 0.1.0 in one line", async (engine) => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const { path } = await createBackup(db, null);
  const lines = Buffer.concat(await Array.fromAsync(unpack(readBackupFile(path), { key: null }))).toString();
  const [head = ""] = lines.split("\n");
  const header = { ...JSON.parse(head), steps: ["0001-content", "0002-company"] };
  const older = join(createTempFolder(), "older");
  const text = `${JSON.stringify(header)}${lines.slice(head.length)}`;
  writeFileSync(older, Buffer.concat(await Array.fromAsync(pack(Readable.from([text]), null))));
  const target = await createEmptyEnv(engine);
  await expect(restore(target, older)).rejects.toMatchObject({
    isPlain: true,
    message: expect.stringMatching(/^This backup is from version 0\.1\.0[^\n]*export[^\n]*import[^\n]*$/),
  });
  const source = { key: null, read: () => readBackupFile(older) };
  const single = restoreLead(db, source, { lead: "FD-1", evenErased: false, ...libraryContext });
  await expect(single).rejects.toThrow(/^This backup is from version 0\.1\.0/);
});

test("a backup excludes the tables of Litestream", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  await sql`create table _litestream_lock (id integer)`.execute(db.query);
  await restore(await createEmptyEnv("sqlite"), (await createBackup(db, null)).path);
});

test.each(engines)("%s: a restore overwrites no existing data", async (engine) => {
  const env = await createMigratedEnv(engine);
  const files = await openFileStore(env);
  const { db } = await createSite(env, files);
  const { path } = await createBackup(db, files);
  const target = await createEmptyEnv(engine);
  await restore(target, path);
  await expect(restore(target, path)).rejects.toThrow(/is not overwritten/);
  const withFiles = await createEmptyEnv(engine);
  await (await openFileStore(withFiles)).put("somebody-elses/page.pdf", Buffer.from("theirs"));
  await expect(restore(withFiles, path)).rejects.toThrow(/not known to be those of this backup/);
  expect(existsSync(join(withFiles.dataDir, "frontdesk.sqlite"))).toBe(false);
});

test("rejects a wrong secret unless the original one is lost", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const { path } = await createBackup(db, null);
  const otherSecret = {
    ...(await createEmptyEnv("sqlite")),
    secret: "another secret, also more than long enough",
  };
  await expect(restore(otherSecret, path)).rejects.toThrow(/SECRET: it is not the secret/);
  await restore(otherSecret, path, { secret: "lost" });
  await (await openUpToDate(otherSecret, { holder: "a test" })).close();
});

test("rejects an unencrypted backup if a key is set, unless allowed", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const key = await generateX25519Identity();
  const { path } = await createBackup(db, null);
  const target = await createEmptyEnv("sqlite");
  await expect(restore(target, path, { key })).rejects.toThrow(
    /not encrypted, though BACKUP_KEY is set.*--unsealed/,
  );
  const opened: string[] = [];
  const lines = unpack(readBackupFile(path), {
    key,
    takesUnsealed: true,
    onOpened: (is) => opened.push(is),
  });
  await restoreSite(target, { lines, secret: "checked" });
  expect(opened).toEqual(["not sealed"]);
});

test("rejects a backup that names no secret", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  await db.query.deleteFrom("installation").where("name", "=", "secret-check").execute();
  const { path } = await createBackup(db, null);
  const target = await createEmptyEnv("sqlite");
  await expect(restore(target, path)).rejects.toThrow(/does not state which secret it needs/);
});

test("treats migrations named like object properties as unknown", async () => {
  const env = await createMigratedEnv("sqlite");
  const { db } = await createSite(env, await openFileStore(env));
  const { path } = await createBackup(db, null);
  const lines = Buffer.concat(await Array.fromAsync(unpack(readBackupFile(path), { key: null }))).toString();
  const [head = ""] = lines.split("\n");
  const header = JSON.parse(head);
  header.steps.push("__proto__", "constructor");
  const forged = join(createTempFolder(), "forged");
  const text = `${JSON.stringify(header)}${lines.slice(head.length)}`;
  writeFileSync(forged, Buffer.concat(await Array.fromAsync(pack(Readable.from([text]), null))));
  await expect(restore(await createEmptyEnv("sqlite"), forged)).rejects.toThrow(NewerDatabase);
});

test("a backup lists a missing or truncated file as a problem", async () => {
  const env = await createMigratedEnv("sqlite");
  const files = await openFileStore(env);
  const { db, fileId } = await createSite(env, files);
  const [name = ""] = await files.listOf(fileId);
  await files.put(name, Buffer.from("cut"));
  expect((await createBackup(db, files)).problems).toEqual([expect.stringContaining("3 bytes instead of")]);
  await files.remove(name);
  const { problems, path } = await createBackup(db, files);
  expect(problems).toEqual([`The file "prices.pdf" (${fileId}) is missing.`]);
  expect((await restore(await createEmptyEnv("sqlite"), path)).trailer.problems).toEqual(problems);
});

test("rejects a truncated or changed backup and leaves no database", async () => {
  const env = await createMigratedEnv("sqlite");
  const files = await openFileStore(env);
  const { db } = await createSite(env, files);
  const key = await generateX25519Identity();
  const sealed = await createBackup(db, files, { key });
  const plain = await createBackup(db, files);
  const target = await createEmptyEnv("sqlite");
  const path = join(createTempFolder(), "broken");
  const refuse = async (bytes: Buffer) => {
    writeFileSync(path, bytes);
    await expect(restore(target, path, { key })).rejects.toMatchObject({ isPlain: true });
  };
  for (const intact of [sealed, plain]) {
    const bytes = readFileSync(intact.path);
    for (let n = 0; n < 12; n += 1) await refuse(bytes.subarray(0, Math.floor((n / 12) * bytes.length)));
    await refuse(bytes.subarray(0, -1));
  }
  const bytes = readFileSync(sealed.path);
  for (let n = 0; n < 12; n += 1) {
    const changed = Buffer.from(bytes);
    const at = Math.floor((n / 12) * bytes.length);
    changed[at] = (changed[at] ?? 0) ^ 0x10;
    await refuse(changed);
  }
  // Repacked with a valid format after a change of one word.
  const lines = Buffer.concat(
    await Array.fromAsync(unpack(readBackupFile(plain.path), { key: null })),
  ).toString();
  for (const text of [lines.replace("Nadia", "Nadja"), lines.replace(/\n\{"table":"leads"[^\n]*/, "")]) {
    expect(text).not.toBe(lines);
    await refuse(Buffer.concat(await Array.fromAsync(pack(Readable.from([text]), null))));
  }
  const doubled = lines.replace(/\n\[[^\n]*/, "$&$&");
  writeFileSync(path, Buffer.concat(await Array.fromAsync(pack(Readable.from([doubled]), null))));
  await expect(restore(target, path)).rejects.toThrow(
    /^A row of the table \w+ .* occurs twice in this backup\./,
  );
  expect(readdirSync(target.dataDir).filter((name) => /sqlite/.test(name))).toEqual([]);
  await expect(restore(target, sealed.path)).rejects.toThrow(/encrypted/);
  await expect(restore(target, sealed.path, { key: await generateX25519Identity() })).rejects.toThrow(
    /another key/,
  );
  await restore(target, sealed.path, { key });
});
