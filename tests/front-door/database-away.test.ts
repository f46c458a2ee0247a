import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, expect, test, vi } from "vitest";
import { makeDatabase } from "../support/database.ts";
import { openWay } from "../support/database-way.ts";
import { startSite } from "../support/site.ts";

const json = { "content-type": "application/json" };
const cookie = { cookie: `frontdesk.session_token=${"x".repeat(43)}` };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test("Z5 PostgreSQL goes: guarded addresses answer 503 with Retry-After, kept pages 200; it comes back by itself", async () => {
  const made = await makeDatabase("postgres");
  ends.push(made.remove);
  const way = await openWay(new URL(made.env.databaseUrl ?? ""));
  ends.push(async () => way.close());
  const site = await startSite({
    env: { DATABASE_URL: way.url, SECRET: "for the tests alone, long enough", SAMPLE_CONTENT: "off" },
  });
  ends.push(() => site.stop());
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(site.url + path, { redirect: "manual", ...init });
  const guarded = () =>
    Promise.all([
      ask("/myprofile", { headers: { ...cookie, accept: "text/html" } }),
      ask("/myprofile.data", { headers: cookie }),
      ask("/api/auth/session", { headers: cookie }),
      ask("/api/jwt", { method: "POST", headers: { ...json, ...cookie, origin: site.url }, body: "{}" }),
      ask("/api/jwt", { method: "POST", headers: { ...json, authorization: "Bearer a.b.c" }, body: "{}" }),
      ask("/api/auth/sign-in", {
        method: "POST",
        headers: json,
        body: JSON.stringify({ email: "rahima@shapla.example", password: "seven green mango crates" }),
      }),
    ]);
  expect((await ask("/services")).status).toBe(200);
  expect((await guarded()).map(({ status }) => status)).toEqual([302, 202, 200, 401, 401, 401]);
  way.cut();
  for (const answer of await guarded()) {
    const { url, status, headers } = answer;
    // A token that is no token is refused before anybody is asked.
    if (status === 401) expect(await answer.text()).toContain("unauthenticated");
    else expect([url, status, headers.get("retry-after")]).toEqual([url, 503, "5"]);
    expect(headers.has("set-cookie")).toBe(false);
  }
  expect((await ask("/services")).status).toBe(200);
  // What it says is kept for a second.
  await vi.waitFor(async () => expect((await ask("/readyz")).status).toBe(503), 60_000);
  expect((await ask("/healthz")).status).toBe(200);
  way.mend();
  expect((await guarded()).map(({ status }) => status)).toEqual([302, 202, 200, 401, 401, 401]);
});

test("Z5 the embedded database is held by somebody else: 503 with Retry-After, and it goes on afterwards", async () => {
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
