import { Kysely, PostgresAdapter, PostgresDialect } from "kysely";
import pg from "pg";
import type { Schema } from "#app/platform/database/schema.ts";

/** Lends a connection without statement timeout, from a separate pool since the timeout is set when a connection opens. */
export async function withoutTimeLimit<Result>(
  url: string,
  work: (query: Kysely<Schema>) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({
    connectionString: withoutStatementTimeout(url),
    max: 1,
    connectionTimeoutMillis: connectTimeoutOf(url),
    keepAlive: true,
    application_name: "frontdesk-update",
  });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const query = new Kysely<Schema>({ dialect: new ServerDialect({ pool }) });
  try {
    return await work(query);
  } finally {
    await query.destroy();
  }
}

/** Disables the migration lock of Kysely, a session lock that does not work behind a pooler; `Locks` replaces it. */
export class ServerDialect extends PostgresDialect {
  override createAdapter() {
    return new ServerAdapter();
  }
}

class ServerAdapter extends PostgresAdapter {
  override async acquireMigrationLock() {}
  override async releaseMigrationLock() {}
}

/** Milliseconds to wait for a connection: `connect_timeout` of the URL, in seconds as in libpq. */
export function connectTimeoutOf(url: string): number {
  return Number(parametersOf(url).get("connect_timeout") ?? 2) * 1000;
}

/** Milliseconds after which the server cancels a statement: `statement_timeout` of the URL. */
export function statementTimeoutOf(url: string): number {
  return Number(parametersOf(url).get("statement_timeout") ?? 5000);
}

function parametersOf(url: string): URLSearchParams {
  return new URLSearchParams(url.split("?")[1]);
}

/** The URL without its own timeout, which would override the setting of a pool. */
export function withoutStatementTimeout(url: string): string {
  const [server = ""] = url.split("?");
  const parameters = parametersOf(url);
  parameters.delete("statement_timeout");
  return `${server}?${parameters}`;
}
