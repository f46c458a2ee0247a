import { existsSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import type { FileStore } from "#app/domain/files/store/store.ts";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { named, unpack } from "#app/ops/backup/file/packing.ts";
import { isPageName } from "#app/ops/backup/increments/page-sets.ts";
import { openPagePlace } from "#app/ops/backup/increments/read-increment.ts";
import { proveIncrement } from "#app/ops/backup/increments/restore-increment.ts";
import type { RenderPage } from "#app/ops/backup/proof/check-pages.ts";
import { type Proof, proveBackup } from "#app/ops/backup/proof/prove-backup.ts";
import type { Database } from "#app/platform/database/database.ts";
import { createRequestContext } from "#app/platform/http/listener/request-context.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { makeScratch } from "#app/platform/settings/data-dir.ts";
import { type Env, readEnv } from "#app/platform/settings/env.ts";

/**
 * `node cli/prove.ts NAME`: tests whether a backup at BACKUP_URL can be restored and prints the result as a JSON line. The site
 * and `npm run backup` run it in its own process, without jobs or mail and with a temporary database.
 */
const folder = join(import.meta.dirname, "..");
try {
  const [name = ""] = process.argv.slice(2);
  // Requests of the site have priority.
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

/** Renders pages of the built product on the restored database. */
async function openPages(env: Env, db: Database, files: Pick<FileStore, "read">): Promise<RenderPage> {
  const program = join(folder, "build/server/index.js");
  if (!existsSync(program)) throw new PlainError("The site is not built, so no page could be rendered.");
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
