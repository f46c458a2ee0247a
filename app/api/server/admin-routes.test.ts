import { expect, test } from "vitest";
import { issueToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { recordAudit } from "#app/domain/audit/audit.ts";
import { openNotFoundLog } from "#app/domain/content/not-found-log.ts";
import { write } from "#app/platform/database/database.ts";
import { signInAs } from "../../../tests/support/accounts.ts";
import { type EngineName, engines } from "../../../tests/support/database.ts";
import { openStaffApi } from "../staff-api.fixture.ts";

const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };

/** API with an admin, an editor and a member signed in. */
async function openAdminApi(engine: EngineName) {
  const api = await openStaffApi(engine);
  const nadia = await api.person("nadia@kolpona.example", { role: "admin", name: "Nadia" });
  const admin = api.browser();
  await signInAs(api.accounts, admin, nadia.email);
  const rahim = await api.person("rahim@shapla.example", { name: "Rahim" });
  const member = api.browser();
  await signInAs(api.accounts, member, rahim.email);
  const as = admin;
  return {
    api,
    nadia,
    rahim,
    admin,
    member,
    get: async (path: string) => {
      const answer = await api.ask(path, {}, as);
      return { answer, body: await answer.json() };
    },
    patch: (path: string, body: unknown, headers = {}) => api.patch(path, body, headers, as),
    post: (path: string, body: unknown, headers = {}) => api.post(path, body, headers, as),
    remove: (path: string) => api.ask(path, { method: "DELETE", headers: own }, as),
    [Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
  };
}

test.each(engines)("%s: S5 admins list, change and invite people", async (engine) => {
  await using site = await openAdminApi(engine);
  const { body, answer } = await site.get("/users?limit=1&order=name");
  expect(answer.headers.get("cache-control")).toBe("no-store");
  expect(body).toMatchObject([{ name: "Nadia", role: "admin", banned: false, signInKinds: ["password"] }]);
  const next = new URL(/<(.+)>; rel="next"/.exec(answer.headers.get("link") ?? "")?.[1] ?? "");
  expect((await site.get(`/users${next.search}`)).body).toMatchObject([{ name: "Rahim" }]);
  const path = `/users/${site.rahim.id}`;
  expect(await (await site.patch(path, { role: "editor" })).json()).toMatchObject({ role: "editor" });
  expect(await (await site.patch(path, { banned: true })).json()).toMatchObject({ banned: true });
  const { token } = await issueToken(site.api.accounts, site.admin.accountRequest(), {
    email: site.nadia.email,
  });
  const headers = { authorization: `Bearer ${token}` };
  const byToken = await site.api.patch(path, { banned: false }, headers, site.api.browser());
  expect([byToken.status, (await byToken.json()).banned]).toEqual([200, false]);
  const invited = await site.post("/users/invitations", {
    name: "Karim",
    email: "k@shapla.example",
    role: "member",
  });
  expect(invited.status).toBe(201);
  const { _id } = await invited.json();
  expect((await site.get("/users/invitations")).body).toMatchObject([{ _id, invitedBy: "Nadia" }]);
  expect((await site.remove(`/users/invitations/${_id}`)).status).toBe(204);
  const actions = (await site.api.audit())
    .filter(({ actor }) => actor === site.nadia.id)
    .map(({ action }) => action);
  expect(actions.toSorted()).toEqual([
    "account-created",
    "banned",
    "invitation-revoked",
    "invited",
    "role-changed",
    "signed-in",
    "unbanned",
  ]);
});

test.each(engines)("%s: Z3, A18 only admins change others' role and ban", async (engine) => {
  await using site = await openAdminApi(engine);
  const path = `/users/${site.rahim.id}`;
  const before = await site.api.db.query.selectFrom("users").selectAll().orderBy("id").execute();
  for (const more of [
    { email: "x@x.example" },
    { id: "x" },
    { _id: "x" },
    { role_since: "x" },
    { createdAt: "x" },
    { emailVerified: true },
  ])
    expect([more, (await site.patch(path, { banned: true, ...more })).status]).toEqual([more, 400]);
  expect((await site.patch(path, '{"role":"admin","__proto__":{"banned":0}}')).status).toBe(400);
  expect((await site.patch(path, { role: "owner" })).status).toBe(422);
  expect((await site.patch(path, { role: ["admin"] })).status).toBe(422);
  expect((await site.patch(path, { role: "admin", banned: false })).status).toBe(422);
  expect((await site.patch(path, {})).status).toBe(422);
  expect((await site.patch(`/users/${site.nadia.id}`, { role: "editor" })).status).toBe(403);
  expect((await site.patch(`/users/${site.nadia.id}`, { banned: true })).status).toBe(403);
  expect((await site.api.patch(path, { role: "admin" })).status).toBe(403);
  expect((await site.api.patch(path, { role: "admin" }, {}, site.member)).status).toBe(403);
  site.api.clock.pass(901);
  const stale = await site.patch(path, { role: "admin" });
  expect([stale.status, (await stale.json()).code]).toEqual([401, "stale-session"]);
  const after = await site.api.db.query.selectFrom("users").selectAll().orderBy("id").execute();
  const settled = (rows: typeof before) => rows.map(({ last_seen_at: _, ...row }) => row);
  expect(settled(after)).toEqual(settled(before));
});

test.each(engines)("%s: Z4 lists reject unknown query keys", async (engine) => {
  await using site = await openAdminApi(engine);
  const keys = [
    "password",
    "token",
    "email_key",
    "sort",
    "filter[role]",
    "select",
    "populate",
    "offset",
    "where",
    "__proto__",
  ];
  for (const list of ["/users", "/redirects", "/not-found", "/audit"]) {
    for (const key of keys)
      expect([list, key, (await site.get(`${list}?${key}=a`)).answer.status]).toEqual([list, key, 400]);
    for (const wrong of ["limit=101", "limit=0", "limit=1&limit=2", "cursor=x", "cursor=WyJhIiwxXQ"])
      expect([list, wrong, (await site.get(`${list}?${wrong}`)).answer.status]).toEqual([list, wrong, 400]);
  }
  expect((await site.get("/users?q=%25&role=admin")).body).toEqual([]);
  expect((await site.get("/users?order=password")).answer.status).toBe(400);
  expect((await site.get("/users?q=%00")).answer.status).toBe(400);
  for (const path of ["/settings", "/users/invitations"])
    expect((await site.get(`${path}?select=token`)).answer.status).toBe(400);
});

test.each(engines)("%s: D6 a settings change requires the current version", async (engine) => {
  await using site = await openAdminApi(engine);
  const first = await site.get("/settings");
  expect([first.answer.headers.get("etag"), first.body.company.name]).toEqual(['"0"', ""]);
  const seen = { "if-match": '"0"' };
  const changes = { company: { name: "Kolpona", social: { x: "https://x.example" } } };
  const changed = await site.patch("/settings", changes, seen);
  expect([changed.status, changed.headers.get("etag")]).toEqual([200, '"1"']);
  expect(await changed.json()).toMatchObject({
    company: { name: "Kolpona", foundedYear: null, social: { facebook: "" } },
  });
  const late = await site.patch("/settings", { company: { name: "Mine" } }, seen);
  expect(late.status).toBe(409);
  expect(await late.json()).toMatchObject({
    current: { version: 1, data: { company: { name: "Kolpona" } } },
    yours: { company: { name: "Mine" } },
  });
  expect((await site.patch("/settings", changes)).status).toBe(428);
  const version = { "if-match": '"1"' };
  expect((await site.patch("/settings", { secret: 1 }, version)).status).toBe(400);
  expect((await site.patch("/settings", { company: { secret: 1 } }, version)).status).toBe(422);
  expect((await site.patch("/settings", { company: { timeZone: "Mars" } }, version)).status).toBe(422);
  expect((await site.patch("/settings", { offices: "none" }, version)).status).toBe(422);
  expect((await site.api.patch("/settings", changes, version)).status).toBe(403);
});

test.each(engines)("%s: changing the two-factor policy requires reauthentication", async (engine) => {
  await using site = await openAdminApi(engine);
  const version = { "if-match": '"0"' };
  await site.api.db.query
    .updateTable("sessions")
    .set({ reauthenticated_at: "2020-01-01T00:00:00.000Z" })
    .execute();
  const accounts = { accounts: { secondStepGraceDays: 30 } };
  const late = await site.patch("/settings", accounts, version);
  expect([late.status, (await late.json()).detail]).toEqual([401, expect.stringContaining("confirm")]);
  expect((await site.patch("/settings", { company: { name: "Kolpona" } }, version)).status).toBe(200);
});

test.each(engines)("%s: stores redirects and lists missing addresses and audited actions", async (engine) => {
  await using site = await openAdminApi(engine);
  const made = await site.post("/redirects", { from: "/a", path: "/about" });
  expect(made.status).toBe(201);
  const { _id } = await made.json();
  expect((await site.post("/redirects", { from: "/A", path: "/x" })).status).toBe(422);
  expect((await site.post("/redirects", { from: "/b", path: "/x", hits: 1 })).status).toBe(400);
  expect((await site.post("/redirects", { from: "/b", url: "http://plain.example" })).status).toBe(422);
  const changed = await site.patch(`/redirects/${_id}`, { from: "/a", url: "https://shop.example/" });
  expect(await changed.json()).toMatchObject({
    from: "/a",
    url: "https://shop.example/",
    path: null,
    entry: null,
  });
  expect((await site.get("/redirects?q=shop")).body).toMatchObject([{ _id }]);
  expect((await site.remove(`/redirects/${_id}`)).status).toBe(204);
  expect((await site.remove(`/redirects/${_id}`)).status).toBe(404);
  const log = openNotFoundLog(site.api.db, site.api.clock, () => {});
  for (const path of ["/lost", "/lost", "/once"]) log.note(path, "https://news.example/x");
  await log.stop();
  expect((await site.get("/not-found?limit=1")).body).toMatchObject([
    { address: "/lost", count: 2, referrer: "news.example" },
  ]);
  await write(site.api.db, (tx) => recordAudit(tx, { id: "someone", requestId: "r" }, "blog.save", "e-1"));
  expect((await site.get("/audit?actor=someone&action=blog.save")).body).toMatchObject([
    { subject: "e-1", requestId: "r" },
  ]);
  const mine = (await site.get(`/audit?actor=${site.nadia.id}&limit=100`)).body as { action: string }[];
  expect(mine.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["redirect.create", "redirect.change", "redirect.delete"]),
  );
});
