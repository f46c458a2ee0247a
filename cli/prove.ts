import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { named, unpack } from "#app/backup/file/packing.ts";
import { isPageName } from "#app/backup/increments/page-sets.ts";
import { openPagePlace } from "#app/backup/increments/read-increment.ts";
import { proveIncrement } from "#app/backup/increments/restore-increment.ts";
import type { RenderPage } from "#app/backup/proof/check-pages.ts";
import { type Proof, proveBackup } from "#app/backup/proof/prove-backup.ts";
import type { Database } from "#app/database/database.ts";
import type { FileStore } from "#app/files/store/store.ts";
import { createRequestContext } from "#app/http/listener/request-context.ts";
import { systemClock } from "#app/platform/clock.ts";
import { PlainError } from "#app/platform/domain-error.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/prove.ts NAME`: tries whether a backup at BACKUP_URL can be restored, and writes what it found as one line of JSON. The
 * site and `npm run backup` run it by themselves, apart, with no job, no mail and no database but the one it makes.
 */
const folder = join(import.meta.dirname, "..");
try {
  const [name = ""] = process.argv.slice(2);
  // The site goes first.
  setPriority(10);
  const env = readEnv(process.env, folder);
  process.env.NODE_ENV = "production";
  process.stdout.write(`${JSON.stringify(await prove(env, name))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}

async function prove(env: Env, name: string): Promise<Proof> {
  using scratch = makeScratch(env.dataDir);
  const parts = {
    secretPlace: env,
    scratch: scratch.path,
    openPages: (db: Database, files: Pick<FileStore, "read">) => openPages(env, db, files),
  };
  const place = openPagePlace(env.backup);
  if (isPageName(name)) return await proveIncrement(place, name, parts);
  return await proveBackup({ ...parts, lines: named(name, unpack(place.backups.read(name), place)) });
}

/** The built product on the restored database: what a visitor would get of it. */
async function openPages(env: Env, db: Database, files: Pick<FileStore, "read">): Promise<RenderPage> {
  const program = join(folder, "build/server/index.js");
  if (!existsSync(program)) throw new PlainError("Nothing is built here, so no page could be rendered.");
  const built = await import(program);
  const parts = {
    db,
    clock: systemClock,
    publicUrl: env.publicUrl,
    secret: "of a proof alone, where nobody signs in",
    google: null,
  };
  const application = built.createApplication({
    ...parts,
    files,
    accounts: built.createAccountContext({
      ...parts,
      companyName: async () => "",
      secondStepGraceDays: async () => 0,
      staffIdleMinutes: async () => ({ editor: 30, admin: 30 }),
      warn: () => {},
    }),
    folder,
    dataDir: env.dataDir,
    backup: env.backup,
    leadFeed: built.openLeadFeed(db, systemClock),
  });
  return async (path) => {
    const answer: Response = await application(
      new Request(new URL(path, env.publicUrl)),
      createRequestContext({ id: "proof", address: "127.0.0.1", secure: true }),
    );
    return {
      status: answer.status,
      html: await answer.text(),
    };
  };
}
