import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { makeDatabase } from "../support/database.ts";
import { openDatabaseProxy } from "../support/database-proxy.ts";
import { startSite } from "../support/site.ts";

const json = { "content-type": "application/json" };
const cookie = { cookie: `frontdesk.session_token=${"x".repeat(43)}` };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test("Z5 PostgreSQL outage: guarded addresses get 503 and cached pages 200, temporarily", async () => {
  const made = await makeDatabase("postgres");
  ends.push(made.remove);
  const proxy = await openDatabaseProxy(new URL(made.env.databaseUrl ?? ""));
  ends.push(async () => proxy.close());
  const site = await startSite({
    env: { DATABASE_URL: proxy.url, SECRET: "for the tests alone, long enough", SAMPLE_CONTENT: "off" },
  });
  ends.push(() => site.stop());
  const request = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: "manual", ...init });
  const guarded = () =>
    Promise.all([
      request("/myprofile", { headers: { ...cookie, accept: "text/html" } }),
      request("/myprofile.data", { headers: cookie }),
      request("/api/auth/session", { headers: cookie }),
      request("/api/jwt", { method: "POST", headers: { ...json, ...cookie, origin: site.url }, body: "{}" }),
      request("/api/jwt", {
        method: "POST",
        headers: { ...json, authorization: "Bearer a.b.c" },
        body: "{}",
      }),
      request("/api/auth/sign-in", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
      }),
    ]);
  expect((await request("/services")).status).toBe(200);
  expect((await guarded()).map(({ status }) => status)).toEqual([302, 202, 200, 401, 401, 401]);
  proxy.cut();
  for (const answer of await guarded()) {
    const { url, status, headers } = answer;
    // An invalid token is rejected without a query.
    if (status === 401) expect(await answer.text()).toContain("unauthenticated");
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
  ends.push(() => site.stop());
  const signIn = () =>
    fetch(`${site.url}/api/auth/sign-in`, {
      method: "POST",
      headers: json,
      body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
    });
  const other = new DatabaseSync(join(site.dataDir, "frontdesk.sqlite"));
  other.exec("BEGIN IMMEDIATE");
  const answer = await signIn();
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  other.exec("ROLLBACK");
  other.close();
  expect((await signIn()).status).toBe(401);
});
