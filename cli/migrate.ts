import { join } from "node:path";
import { backUpBeforeUpdate } from "#app/backup/snapshot.ts";
import { openUpToDate } from "#app/database/open-up-to-date.ts";
import { readEnv } from "#app/platform/settings/env.ts";

/** `npm run migrate`: brings the deployer's database up to date and says what it did; `-- --without-copy` backs nothing up first. */
try {
  const folder = join(import.meta.dirname, "..");
  const env = readEnv(process.env, folder);
  const said: string[] = [];
  const open = await openUpToDate(env, {
    holder: "npm run migrate",
    tell: (line) => said.push(line),
    backUp: (db) => backUpBeforeUpdate(db, env, folder),
    withCopy: !process.argv.includes("--without-copy"),
  });
  await open.close();
  process.stdout.write(`${said.join("\n") || "The database is up to date."}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
