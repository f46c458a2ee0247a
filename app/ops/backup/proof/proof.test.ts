import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { generateX25519Identity } from "age-encryption";
import { expect, test } from "vitest";
import { openFileStore } from "#app/domain/files/store/open-store.ts";
import { engines } from "#tests/support/database.ts";
import {
  createBackup,
  createMigratedEnv,
  createSite,
  createTempFolder,
  openPages,
} from "../backup.fixture.ts";
import { readBackupFile } from "../backup-store.ts";
import { unpack } from "../file/packing.ts";
import { type ProofDependencies, proveBackup } from "./prove-backup.ts";

async function prepare(engine: (typeof engines)[number]) {
  const env = await createMigratedEnv(engine);
  const files = await openFileStore(env);
  const site = await createSite(env, files);
  const prove = (path: string, more: Partial<ProofDependencies> = {}) => {
    const scratch = join(createTempFolder(), "scratch");
    mkdirSync(scratch);
    const lines = unpack(readBackupFile(path), { key: null });
    return proveBackup({ lines, secretPlace: env, scratch, openPages, ...more });
  };
  return { ...site, env, files, prove };
}

test.each(engines)("%s: proves a full backup", async (engine) => {
  const { db, files, prove } = await prepare(engine);
  const backup = await createBackup(db, files);
  const proof = await prove(backup.path);
  expect(proof).toMatchObject({ problems: [], pages: 2, rows: backup.rows, files: backup.files });
});

test("reports each problem; a check that cannot run is a problem", async () => {
  const { db, files, fileId, env, prove } = await prepare("sqlite");
  const backup = await createBackup(db, files);
  const problemsOf = async (path: string, more: Partial<ProofDependencies> = {}) =>
    (await prove(path, more)).problems.join(" ");
  const otherSecret = { ...env, secret: "another secret, also more than long enough" };
  expect(await problemsOf(backup.path, { secretPlace: otherSecret })).toMatch(
    /secret of this site is not the one/,
  );
  const notBuilt = () => Promise.reject(new Error("nothing is built"));
  expect(await problemsOf(backup.path, { openPages: notBuilt })).toMatch(
    /could not be checked: nothing is built/,
  );
  const lines = unpack(readBackupFile(backup.path), { key: await generateX25519Identity() });
  expect(await problemsOf(backup.path, { lines })).toMatch(/is not encrypted, though BACKUP_KEY is set/);
  const broken = async () => async () => ({ status: 500, html: "" });
  expect(await problemsOf(backup.path, { openPages: broken })).toMatch(/returns status 500/);
  const empty = async () => async () => ({ status: 200, html: "<main><h1>Nothing</h1></main>" });
  expect(await problemsOf(backup.path, { openPages: empty })).toMatch(/is headed “Nothing” instead of/);
  const [name = ""] = await files.listOf(fileId);
  const bytes = await files.read(name);
  await files.remove(name);
  expect(await problemsOf((await createBackup(db, files)).path)).toMatch(/prices\.pdf/);
  await files.put(name, bytes ?? Buffer.alloc(0));
  await db.query.deleteFrom("installation").where("name", "=", "secret-check").execute();
  expect(await problemsOf((await createBackup(db, files)).path)).toMatch(/does not state which secret/);
  await db.query.updateTable("entry_versions").set({ data: '{"title": 7}' }).execute();
  expect(await problemsOf((await createBackup(db, files)).path)).toMatch(/is not a valid entry of its kind/);
});

test("a proof without files requests no pictures", async () => {
  const { db, files, prove } = await prepare("sqlite");
  const requested: string[] = [];
  const withPicture = async () => {
    const render = await openPages();
    return async (path: string) => {
      if (path.startsWith("/files/")) {
        requested.push(path);
        return { status: 404, html: "" };
      }
      const page = await render();
      return { ...page, html: page.html.replace("</main>", '<img src="/files/mill/640.webp"></main>') };
    };
  };
  const before = await createBackup(db, null, { reason: "update" });
  expect((await prove(before.path, { openPages: withPicture })).problems).toEqual([]);
  expect(requested).toEqual([]);
  const backup = await createBackup(db, files);
  expect((await prove(backup.path, { openPages: withPicture })).problems.join()).toMatch(
    /returns status 404/,
  );
});
