import { expect, test } from "vitest";
import { revokeServiceToken, type Scope, scopes } from "#app/domain/accounts/service-tokens.ts";
import { kinds } from "#app/domain/content/kinds.ts";
import { createWebhook } from "#app/domain/webhooks/webhooks.ts";
import { write } from "#app/platform/database/database.ts";
import { engines } from "#tests/support/database.ts";
import { openProgramApi } from "../staff-api.fixture.ts";
import { routes } from "./routes.ts";

const guarded = routes.filter(({ who }) => who !== "anyone");
const pathOf = (path: string) =>
  path.replace(/:number/g, "1").replace(/:\w+/g, "0194f5d0-0000-7000-8000-000000000000");

test.each(engines)("%s: Z1 a token opens only routes with its scope", async (engine) => {
  await using api = await openProgramApi(engine);
  const tokens = new Map<Scope, string>();
  for (const scope of scopes) tokens.set(scope, await api.token(scope));
  const outcomes: [string, Scope, string][] = [];
  const wanted: typeof outcomes = [];
  for (const route of guarded)
    for (const [scope, token] of tokens) {
      const answer = await api.call(token, route.method.toUpperCase(), pathOf(route.path), route.body && {});
      const isOpen = answer.status !== 401 && answer.status !== 403 && answer.status < 500;
      outcomes.push([`${route.method} ${route.path}`, scope, isOpen ? "open" : String(answer.status)]);
      wanted.push([`${route.method} ${route.path}`, scope, route.scope === scope ? "open" : "403"]);
      await api.db.query.deleteFrom("limits").execute();
    }
  expect(outcomes).toEqual(wanted);
});

test("service tokens can only read content and write drafts", () => {
  const plurals = new RegExp(`^/(${kinds.map(({ plural }) => plural).join("|")})(?=/|$)`);
  const open = guarded.flatMap(({ scope, method, path }) =>
    scope ? [`${scope} ${method} ${path.replace(plurals, "/:kind")}`] : [],
  );
  expect([...new Set(open)].toSorted()).toEqual([
    "content:draft patch /:kind/:address",
    "content:draft post /:kind",
    "content:draft post /:kind/:address/versions/:number/restore",
    "content:read get /:kind/:address/check",
    "content:read get /:kind/:address/draft",
    "content:read get /:kind/:address/versions",
    "content:read get /:kind/:address/versions/:number",
    "content:read get /file-tags",
    "content:read get /files",
    "content:read get /files/:address",
    "leads:read get /calls",
    "leads:read get /calls/:address",
    "leads:read get /contact",
    "leads:read get /contact/:address",
    "mcp post /mcp",
    "subscribers:read get /subscribers",
    "webhooks:read get /webhook-deliveries",
    "webhooks:read get /webhooks",
  ]);
});

test.each(engines)("%s: programs write drafts, and the audit log names the token", async (engine) => {
  await using api = await openProgramApi(engine);
  const token = await api.token("content:draft", "content:read");
  const made = await api.call(token, "POST", "/blogs", { title: "Rain" });
  expect(made.status).toBe(201);
  const { _id, state, version } = await made.json();
  expect([state, version]).toEqual(["draft", 1]);
  const changed = await api.call(token, "PATCH", `/blogs/${_id}`, { title: "Wind" }, { "if-match": '"1"' });
  expect([changed.status, (await changed.json()).state]).toEqual([200, "draft"]);
  const { id } = await api.db.query.selectFrom("service_tokens").select("id").executeTakeFirstOrThrow();
  const acts = (await api.audit()).filter(({ action }) => action.startsWith("blog."));
  expect(acts.map(({ actor, action }) => [actor, action])).toEqual([
    [id, "blog.create"],
    [id, "blog.save"],
  ]);
  const versions = await (await api.call(token, "GET", `/blogs/${_id}/versions`)).json();
  expect(versions[0]).toMatchObject({ by: "Importer (service token)" });
  expect(await api.db.query.selectFrom("entries").select("live_version").execute()).toEqual([
    { live_version: null },
  ]);
});

test("a token limited to drafts returns no unpublished text", async () => {
  await using api = await openProgramApi("sqlite");
  const [drafts, both] = [await api.token("content:draft"), await api.token("content:draft", "content:read")];
  const made = await (
    await api.call(both, "POST", "/blogs", { title: "Rain", summary: "Nobody knows" })
  ).json();
  const change = (by: string, seen: string) =>
    api.call(by, "PATCH", `/blogs/${made._id}`, { title: "Wind" }, { "if-match": `"${seen}"` });
  const refused = await change(drafts, "7");
  expect(refused.status).toBe(409);
  const conflict = await refused.json();
  expect(conflict).toMatchObject({ code: "stale", current: { version: 1 } });
  expect(JSON.stringify(conflict)).not.toMatch(/Nobody knows|yours|data/);
  expect(await (await change(both, "7")).json()).toMatchObject({
    current: { version: 1, data: { summary: "Nobody knows" } },
    yours: { title: "Wind" },
  });
  const changed = await (await change(drafts, "1")).json();
  expect(changed).toMatchObject({ version: 2, title: "Wind" });
  expect(changed).not.toHaveProperty("data");
  expect((await (await change(both, "2")).json()).data).toMatchObject({ summary: "Nobody knows" });
});

test("a token sees only the host of a webhook address", async () => {
  await using api = await openProgramApi("sqlite");
  const url = "https://hooks.shapla.example/T0/made-up-secret?key=also-made-up";
  const by = { actor: { id: "test", requestId: "test" }, now: api.clock.now() };
  await write(api.db, (tx) =>
    createWebhook(tx, { url, events: ["lead.received"], hasPersonalData: false }, by),
  );
  const token = await api.token("webhooks:read");
  const shown = await (await api.call(token, "GET", "/webhooks")).json();
  expect(shown).toMatchObject([{ url: "hooks.shapla.example" }]);
  expect(JSON.stringify(shown)).not.toContain("made-up");
});

test.each(engines)("%s: reports revoked, invalid and rate-limited tokens without details", async (engine) => {
  await using api = await openProgramApi(engine);
  const token = await api.token("leads:read");
  const read = (by: string) => api.call(by, "GET", "/contact");
  expect((await read(token)).status).toBe(200);
  await api.db.query.updateTable("limits").set({ count: 600 }).where("rule", "=", "service-token").execute();
  const over = await read(token);
  expect([over.status, Number(over.headers.get("retry-after")) > 0]).toEqual([429, true]);
  await api.db.query.deleteFrom("limits").execute();
  const { id } = await api.db.query.selectFrom("service_tokens").select("id").executeTakeFirstOrThrow();
  const by = { actor: { id: "test", requestId: "test" }, now: api.clock.now() };
  await write(api.db, (tx) => revokeServiceToken(tx, id, by));
  const bodies = [];
  for (const wrong of [token, `${token.slice(0, -1)}x`, "fdk_x"]) {
    const answer = await read(wrong);
    bodies.push([answer.status, await answer.text()]);
  }
  expect(bodies).toEqual([bodies[0], bodies[0], bodies[0]]);
  expect(bodies[0]?.[0]).toBe(401);
});
