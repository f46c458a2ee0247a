import { prepareTemplates } from "./database.ts";
import { needPostgres } from "./postgres.ts";
import { preferMemory } from "./quick-disk.ts";

/** Before the first unit test: a PostgreSQL to test on, and a migrated database of either engine to copy. */
export default async function prepare(): Promise<() => Promise<void>> {
  preferMemory();
  const server = await needPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  const removeTemplates = await prepareTemplates();
  return async () => {
    await removeTemplates();
    server.stop();
  };
}
