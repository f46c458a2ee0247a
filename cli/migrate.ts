import { join } from "node:path";
import { migrate } from "#app/database/migrations.ts";
import { openDatabase } from "#app/database/open.ts";
import { readEnv } from "#app/platform/env.ts";

/** `npm run migrate`: brings the deployer's database up to date and says which steps it took. */
try {
  const env = readEnv(process.env, join(import.meta.dirname, ".."));
  await using open = await openDatabase(env, "npm run migrate", () => {});
  const steps = await migrate(open.db);
  process.stdout.write(steps.length === 0 ? "The database is up to date.\n" : `Done: ${steps.join(", ")}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
