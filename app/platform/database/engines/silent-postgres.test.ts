import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { createEncryption } from "#app/platform/secrets/encryption.ts";
import { makeMigrated } from "#tests/support/database.ts";
import { isDatabaseUnavailable } from "./bounded-pool.ts";
import { openPostgres } from "./postgres/open.ts";

const quick = {
  queryMs: 300,
  reading: {
    everyMs: 100,
    pollMs: 100,
    answerMs: 200,
    reachMs: 60_000,
  },
};

/** Starts a proxy to PostgreSQL that can freeze its open connections: they stay open and pass no data. New ones work. */
async function openDatabaseProxy(target: URL) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const other = connect(Number(target.port), target.hostname);
    sockets.add(socket).add(other);
    for (const one of [socket, other]) one.on("error", () => {});
    socket.pipe(other).pipe(socket);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // it listens on TCP
  return {
    url: Object.assign(new URL(target), { hostname: "127.0.0.1", port: String(port) }).href,
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
  };
}

async function openThroughProxy() {
  const made = await makeMigrated("postgres");
  onTestFinished(made.remove);
  const direct = made.env.databaseUrl ?? "";
  const proxy = await openDatabaseProxy(new URL(direct));
  const encryption = createEncryption("for the tests alone, long enough");
  const open = (url: string) => ({ ...openPostgres(url, () => {}, quick), encryption });
  const db = open(proxy.url);
  onTestFinished(() => db.close());
  const other = open(direct);
  onTestFinished(() => other.close());
  return { db, other, proxy };
}

test("Z5 a frozen connection fails one query and is replaced", async () => {
  const { db, proxy } = await openThroughProxy();
  await sql`select 1`.execute(db.query);
  proxy.freeze();
  const error = await sql`select 1`.execute(db.query).catch((failure: unknown) => failure);
  expect(error).toSatisfy(isDatabaseUnavailable);
  await sql`select 1`.execute(db.query);
});

test("Z5 a frozen connection fails one transaction and is replaced", async () => {
  const { db, proxy } = await openThroughProxy();
  const error = await write(db, async ({ query }) => {
    await sql`select 1`.execute(query);
    proxy.freeze();
    await sql`select 2`.execute(query);
  }).catch((failure: unknown) => failure);
  expect(error).toSatisfy(isDatabaseUnavailable);
  for (let n = 0; n < 3; n += 1) await sql`select 1`.execute(db.query);
});

test("Z5 the change log reader reconnects and receives only missed changes", async () => {
  const { db, other, proxy } = await openThroughProxy();
  const received: (Set<string> | null)[] = [];
  db.changes.onChange((tags) => received.push(tags));
  await vi.waitFor(() => expect(received).toEqual([null]), 60_000);
  proxy.freeze();
  await write(other, async (tx) => tx.invalidate("blogs"));
  await vi.waitFor(() => expect(received).toEqual([null, new Set(["blogs"])]), 60_000);
  await write(other, async (tx) => tx.invalidate("services"));
  await vi.waitFor(() => expect(received).toEqual([null, new Set(["blogs"]), new Set(["services"])]), 60_000);
});

test("Z5 closing a frozen database finishes", async () => {
  const { db, proxy } = await openThroughProxy();
  const received: unknown[] = [];
  db.changes.onChange((tags) => received.push(tags));
  await vi.waitFor(() => expect(received).toHaveLength(1), 60_000);
  await sql`select 1`.execute(db.query);
  proxy.freeze();
  const failedQuery = sql`select 1`.execute(db.query).catch((failure: unknown) => failure);
  await db.close();
  expect(await failedQuery).toSatisfy(isDatabaseUnavailable);
});
