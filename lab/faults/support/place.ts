import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Data of a site under test, deleted when the test ends. */
export interface Place extends AsyncDisposable {
  engine: "sqlite" | "postgres";
  dataDir: string;
  databaseUrl: string | null;
}

/** @param server PostgreSQL server on which databases may be created */
export async function makePlace(engine: Place["engine"], server: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
  const name = `frontdesk_faults_${randomBytes(5).toString("hex")}`;
  if (engine === "postgres") await ask(server, `create database ${name}`);
  const databaseUrl =
    engine === "postgres" ? Object.assign(new URL(server), { pathname: `/${name}` }).href : null;
  const dispose = async () => {
    rmSync(dataDir, { recursive: true, force: true });
    if (engine === "postgres") await ask(server, `drop database ${name} with (force)`);
  };
  return { engine, dataDir, databaseUrl, [Symbol.asyncDispose]: dispose };
}

/** Copies the data to a new place; no connection to the source may be open. */
export async function copyPlace(place: Place, server: string): Promise<Place> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-faults-"));
  cpSync(place.dataDir, dataDir, { recursive: true });
  if (place.databaseUrl === null)
    return {
      engine: place.engine,
      dataDir,
      databaseUrl: null,
      [Symbol.asyncDispose]: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  const name = `frontdesk_faults_${randomBytes(5).toString("hex")}`;
  await ask(server, `create database ${name} template ${new URL(place.databaseUrl).pathname.slice(1)}`);
  return {
    engine: place.engine,
    dataDir,
    databaseUrl: Object.assign(new URL(place.databaseUrl), { pathname: `/${name}` }).href,
    [Symbol.asyncDispose]: async () => {
      rmSync(dataDir, { recursive: true, force: true });
      await ask(server, `drop database ${name} with (force)`);
    },
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, milliseconds)));
}

/** Runs one statement on a new connection. */
export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  statement: string,
): Promise<pg.QueryResult<Row>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Row>(statement);
  } finally {
    await client.end();
  }
}
