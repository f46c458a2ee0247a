import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { engines } from "../../../tests/support/database.ts";
import { anEntry, openApi } from "./api.fixture.ts";
import { createApi } from "./api.ts";
import { defineRoute, type Route } from "./route.ts";
import { routes } from "./routes.ts";

const person = { name: "Rahima", email: "rahima@shapla.example", message: "Hello", consent: true };

test("Z1 rejects a route without access rule at startup", () => {
  const deps = { db: {} as never, clock: { now: () => new Date() }, publicUrl: new URL("http://localhost") };
  const parts = {
    ...deps,
    files: {} as never,
    accounts: {} as never,
    mail: {} as never,
    leadFeed: {} as never,
  };
  // @ts-expect-error a route requires `who`
  const open: Route = { ...defineRoute({ ...routes[0], method: "get" } as Route), who: undefined };
  expect(() => createApi(parts, [open])).toThrow(/who may use it/);
  expect(() => createApi(parts, routes)).not.toThrow();
});

test("unknown addresses return a problem; wrong methods list allowed ones", async () => {
  await using api = await openApi("sqlite");
  for (const path of ["/api", "/api/", "/api/nothing", "/api/services/a/b", "/api//services", "/api/jwt/x"]) {
    const answer = await api.ask(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
      path,
      404,
      "application/problem+json",
    ]);
    expect(await answer.json()).toMatchObject({ title: "Not found", status: 404 });
  }
  for (const [path, method, allow] of [
    ["/api/services", "DELETE", "GET, HEAD, POST, OPTIONS"],
    ["/api/services/x", "POST", "GET, HEAD, PATCH, DELETE, OPTIONS"],
    ["/api/jwt", "GET", "POST, OPTIONS"],
    ["/api/subscribers", "PUT", "POST, GET, HEAD, OPTIONS"],
  ] as const) {
    const answer = await api.ask(path, { method });
    expect([path, answer.status, answer.headers.get("allow")]).toEqual([path, 405, allow]);
  }
  const question = await api.ask("/api/jwt", { method: "OPTIONS" });
  expect([question.status, question.headers.get("allow")]).toEqual([204, "POST, OPTIONS"]);
});

test.each(engines)("%s: HEAD responds like GET, without the body", async (engine) => {
  await using api = await openApi(engine);
  await anEntry(api.db, "service", { title: "Ledgers" });
  for (const path of [
    "/api/services",
    "/api/services/Ledgers",
    "/api/services/ledgers",
    "/api/openapi.json",
    "/api/docs",
  ]) {
    const [get, head] = [await api.ask(path), await api.ask(path, { method: "HEAD" })];
    expect([head.status, [...head.headers], await head.text()]).toEqual([get.status, [...get.headers], ""]);
  }
});

test.each(engines)("%s: Z6 accepts writes from own pages and programs only", async (engine) => {
  await using api = await openApi(engine);
  const own = "https://www.company.example";
  for (const headers of [
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: `${own}.evil.example` },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: own },
    { "sec-fetch-site": "cross-site", origin: own },
    { "sec-fetch-site": "same-origin", origin: "https://evil.example" },
  ] as Record<string, string>[]) {
    const answer = await api.post("/api/contact", person, headers);
    expect([headers, answer.status]).toEqual([headers, 403]);
  }
  expect(await api.db.query.selectFrom("leads").select("id").execute()).toEqual([]);
  expect(
    (await api.post("/api/contact", person, { origin: own, "sec-fetch-site": "same-origin" })).status,
  ).toBe(201);
  expect((await api.post("/api/contact", { ...person, message: "From a program" })).status).toBe(201);
});

test.each(engines)("%s: Z6 rejects bodies that are not one JSON object", async (engine) => {
  await using api = await openApi(engine);
  const text = JSON.stringify(person);
  const refused: [number, string | Uint8Array, Record<string, string>?][] = [
    [415, text, { "content-type": "text/plain" }],
    [415, text, { "content-type": "application/x-www-form-urlencoded" }],
    [415, text, { "content-type": "multipart/form-data; boundary=x" }],
    [415, text, { "content-type": "" }],
    [415, text, { "content-type": "application/json; charset=utf-16" }],
    [415, text, { "content-type": "application/json, text/plain" }],
    [415, gzipSync(Buffer.alloc(5_000_000)), { "content-encoding": "gzip" }],
    [400, ""],
    [400, "{"],
    [400, "[]"],
    [400, "null"],
    [400, '"text"'],
    [400, `${text}x`],
    [400, "[".repeat(90_000)],
    [413, "[".repeat(900_000)],
    [422, text.replace("Rahima", "Rah\\u0000ima")],
    [400, `{"a":${"[".repeat(65)}${"]".repeat(65)}}`],
    [400, Buffer.from(text.replace("Rahima", "Rah\u00efma"), "latin1")],
    [413, `{"name":"${"x".repeat(1_000_001)}"}`],
  ];
  for (const [status, body, headers] of refused) {
    const answer = await api.post("/api/contact", body, headers);
    expect([String(body).slice(0, 40), headers, answer.status]).toEqual([
      String(body).slice(0, 40),
      headers,
      status,
    ]);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
  }
  const chunks = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100_000).fill(32)),
  });
  const init = {
    method: "POST",
    body: chunks,
    duplex: "half",
    headers: { "content-type": "application/json" },
  };
  // The DOM types lack `duplex`.
  expect((await api.ask("/api/contact", init as RequestInit)).status).toBe(413);
  expect((await api.post("/api/contact?x=1", person)).status).toBe(400);
  expect(await api.db.query.selectFrom("leads").select("id").execute()).toEqual([]);
  const withMark = Buffer.from(`\ufeff${text}`);
  expect(
    (await api.post("/api/contact", withMark, { "content-type": "Application/JSON; charset=UTF-8" })).status,
  ).toBe(201);
});
