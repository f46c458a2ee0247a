import { hashPassword } from "#app/domain/accounts/passwords/password.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { createUser, setPassword, type User } from "#app/domain/accounts/users.ts";
import { write } from "#app/platform/database/database.ts";
import { openDatabase } from "#app/platform/database/open.ts";
import { systemClock } from "#app/platform/runtime/clock.ts";
import { type EngineName, makeMigrated, testSecret } from "./database.ts";
import { startSite } from "./site.ts";

export const commonPassword = "seven green mango crates";

/** Database with accounts of these addresses, all with one password; `start` starts the product with `siteOptions`. */
export async function createPopulatedDatabase(engine: EngineName, people: Record<string, User["role"]>) {
  const database = await makeMigrated(engine);
  const { databaseUrl, dataDir } = database.env;
  const open = await openDatabase(database.env, "a test", () => {});
  const hash = await hashPassword(commonPassword);
  const here = atStart({ clock: systemClock });
  await write(open.db, async (tx) => {
    for (const [email, role] of Object.entries(people)) {
      const user = await createUser(tx, here, { name: "Rahima", email, role, by: "test" });
      await setPassword(tx, here, user.id, hash);
    }
  });
  await open.close();
  const onPostgres = databaseUrl && { DATABASE_URL: databaseUrl, SECRET: testSecret };
  const baseEnv = { SAMPLE_CONTENT: "off", TRUST_PROXY: "127.0.0.1", ...onPostgres };
  const siteOptions = { env: baseEnv, ...(databaseUrl === null && { dataDir }) };
  return {
    env: database.env,
    siteOptions,
    start: (env: Record<string, string> = {}) => startSite({ ...siteOptions, env: { ...baseEnv, ...env } }),
    remove: database.remove,
  };
}

/** Address of the benchmark block (RFC 2544), so that each visitor has separate limits. */
export function visitorAddress(n: number): string {
  return `198.18.${(n >> 8) & 255}.${n & 255}`;
}
