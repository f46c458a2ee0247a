import { engines, prepareTemplates } from "./database.ts";
import { needPostgres } from "./postgres.ts";
import { preferMemory } from "./quick-disk.ts";

/** Global setup of unit tests: starts PostgreSQL if the run includes it, and migrates a template of each database. */
export default async function prepare(): Promise<() => Promise<void>> {
  preferMemory();
  const server = engines.includes("postgres") ? await needPostgres() : null;
  if (server) process.env.TEST_DATABASE_URL = server.url;
  const removeTemplates = await prepareTemplates();
  return async () => {
    await removeTemplates();
    server?.stop();
  };
}
