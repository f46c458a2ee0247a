import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { makeDatabase } from "../support/database.ts";
import { openDatabaseProxy } from "../support/database-proxy.ts";
import { startSite } from "../support/site.ts";

const jsonHeaders = { "content-type": "application/json" };
const cookieHeader = { cookie: `frontdesk.session_token=${"x".repeat(43)}` };
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

test("Z5 PostgreSQL outage: guarded addresses get 503 and cached pages 200, temporarily", async () => {
  const database = await makeDatabase("postgres");
  cleanups.push(database.remove);
  const proxy = await openDatabaseProxy(new URL(database.env.databaseUrl ?? ""));
  cleanups.push(async () => proxy.close());
  const site = await startSite({
    env: { DATABASE_URL: proxy.url, SECRET: "for the tests alone, long enough", SAMPLE_CONTENT: "off" },
  });
  cleanups.push(() => site.stop());
  const request = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: "manual", ...init });
  const guarded = () =>
    Promise.all([
      request("/myprofile", { headers: { ...cookieHeader, accept: "text/html" } }),
      request("/myprofile.data", { headers: cookieHeader }),
      request("/api/auth/session", { headers: cookieHeader }),
      request("/api/jwt", {
        method: "POST",
        headers: { ...jsonHeaders, ...cookieHeader, origin: site.url },
        body: "{}",
      }),
      request("/api/jwt", {
        method: "POST",
        headers: { ...jsonHeaders, authorization: "Bearer a.b.c" },
        body: "{}",
      }),
      request("/api/auth/sign-in", {
        method: "POST",
        headers: jsonHeaders,
        body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
      }),
    ]);
  expect((await request("/services")).status).toBe(200);
  expect((await guarded()).map(({ status }) => status)).toEqual([302, 202, 200, 401, 401, 401]);
  proxy.cut();
  for (const response of await guarded()) {
    const { url, status, headers } = response;
    // An invalid token is rejected without a query.
    if (status === 401) expect(await response.text()).toContain("unauthenticated");
    else expect([url, status, headers.get("retry-after")]).toEqual([url, 503, "5"]);
    expect(headers.has("set-cookie")).toBe(false);
  }
  expect((await request("/services")).status).toBe(200);
  // Readiness is cached for a second.
  await vi.waitFor(async () => expect((await request("/readyz")).status).toBe(503), 60_000);
  expect((await request("/healthz")).status).toBe(200);
  proxy.restore();
  expect((await guarded()).map(({ status }) => status)).toEqual([302, 202, 200, 401, 401, 401]);
});

test("Z5 locked embedded database: 503 with Retry-After, then it recovers", async () => {
  const site = await startSite({ env: { SAMPLE_CONTENT: "off" } });
  cleanups.push(() => site.stop());
  const signIn = () =>
    fetch(`${site.url}/api/auth/sign-in`, {
      method: "POST",
      headers: jsonHeaders,
      body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
    });
  const lockHolder = new DatabaseSync(join(site.dataDir, "frontdesk.sqlite"));
  lockHolder.exec("BEGIN IMMEDIATE");
  const response = await signIn();
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "5"]);
  lockHolder.exec("ROLLBACK");
  lockHolder.close();
  expect((await signIn()).status).toBe(401);
});
