import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

/** Where a site under test keeps its data; gone when the test ends. */
export interface Place extends AsyncDisposable {
  engine: "sqlite" | "postgres";
  dataDir: string;
  databaseUrl: string | null;
}

/** @param server of PostgreSQL, on which databases may be made */
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

/** The same data in a place of its own, which nobody may be connected to meanwhile. */
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

/** One statement on a connection of its own. */
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
