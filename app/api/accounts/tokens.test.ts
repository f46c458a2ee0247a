import { createHmac, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";
import { issueToken, listPublicKeys } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { endSession, listSessions } from "#app/domain/accounts/sessions/own-sessions.ts";
import { signOut } from "#app/domain/accounts/sessions/sign-in.ts";
import { ban, changeRole } from "#app/domain/accounts/staff/change-others.ts";
import { atStart } from "#app/domain/accounts/start-accounts.ts";
import { openLeadFeed } from "#app/domain/leads/lead-feed.ts";
import { type Browser, openTestAccounts, signInAs } from "../../../tests/support/accounts.ts";
import { engines } from "../../../tests/support/database.ts";
import { aFileStore } from "../../../tests/support/files.ts";
import { createTestMailService } from "../../../tests/support/mail-service.ts";
import { createApi } from "../server/api.ts";
import { defineRoute, type Route } from "../server/route.ts";
import { routes } from "../server/routes.ts";

const email = "rahima@shapla.example";
const own = { origin: "https://www.company.example", "sec-fetch-site": "same-origin" };
type Site = Awaited<ReturnType<typeof openTestAccounts>>;

/** One route for each role. */
const guarded = (["signed-in", "editor", "admin"] as const).map((who) =>
  defineRoute({
    method: "get",
    path: `/test/${who}`,
    who,
    name: who,
    group: "Test",
    summary: "",
    answer: "nothing",
    status: 204,
    handle: () => new Response(null, { status: 204 }),
  }),
);

function apiOf(site: Site, table: readonly Route[] = [...routes, ...guarded]) {
  const { accounts } = site;
  const api = createApi(
    {
      db: site.db,
      files: aFileStore(),
      clock: accounts.clock,
      publicUrl: accounts.publicUrl,
      accounts,
      mail: createTestMailService(site.db, accounts.publicUrl),
      leadFeed: openLeadFeed(site.db, accounts.clock),
    },
    table,
  );
  const ask = async (browser: Browser, path: string, init: RequestInit = {}) => {
    const { request, requestContext } = browser.accountRequest(path, init);
    return api.request(request, undefined, { requestContext });
  };
  const post = (browser: Browser, path: string, body: unknown, headers: Record<string, string> = own) =>
    ask(browser, path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
  const withToken = (token: string, path = "/test/signed-in", scheme = "Bearer ") =>
    ask(site.browser(), path, { headers: { authorization: `${scheme}${token}` } });
  return { ask, post, withToken };
}

test.each(engines)("%s: A1 issues a token only for the session's own address", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await site.person("karim@shapla.example");
  const { post } = apiOf(site);
  const browser = site.browser();
  const bodies = await Promise.all(
    [email, "nobody@shapla.example"].map(async (email) => {
      const answer = await post(site.browser(), "/jwt", { email });
      return [answer.status, await answer.text()];
    }),
  );
  expect(bodies[0]?.[0]).toBe(401);
  expect(bodies[1]).toEqual(bodies[0]);
  await signInAs(site.accounts, browser, email);
  for (const other of ["karim@shapla.example", "nobody@shapla.example"])
    expect((await post(browser, "/jwt", { email: other })).status).toBe(403);
  const given = await post(browser, "/jwt", { email: "Rahima@Shapla.example" });
  expect([given.status, given.headers.get("cache-control")]).toEqual([200, "no-store"]);
  const body = await given.json();
  expect(Object.keys(body)).toEqual(["token"]);
  const [head, claims] = body.token
    .split(".")
    .slice(0, 2)
    .map((part: string) => JSON.parse(String(Buffer.from(part, "base64url"))));
  expect(head).toEqual({ alg: "EdDSA", typ: "JWT", kid: expect.any(String) });
  expect(claims).toMatchObject({
    role: "member",
    iss: "https://www.company.example",
    aud: "https://www.company.example/api",
  });
  expect(claims.exp - claims.iat).toBe(300);
  expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "iss", "role", "sid", "sub"]);
  site.clock.pass(31 * 86_400);
  expect((await post(browser, "/jwt", { email })).status).toBe(401);
});

test.each(engines)("%s: A2 tokens end with session, role or password, after five minutes", async (engine) => {
  await using site = await openTestAccounts(engine);
  const user = await site.person(email);
  const { withToken } = apiOf(site);
  const change = { actor: "test", userId: user.id };
  const here = () => atStart(site.accounts);
  const ends: Record<string, (browser: Browser) => Promise<unknown>> = {
    "signing out": (browser) => signOut(site.accounts, browser.accountRequest()),
    "another role": () => changeRole(site.accounts, here(), { ...change, role: "editor" }),
    "ending the session": async (browser) => {
      const [session] = await listSessions(site.accounts, browser.accountRequest());
      await endSession(site.accounts, browser.accountRequest(), { id: session?.id ?? "" });
    },
    "five minutes": async () => site.clock.pass(301),
    "a ban": () => ban(site.accounts, here(), change),
  };
  for (const [name, end] of Object.entries(ends)) {
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    const { token } = await issueToken(site.accounts, browser.accountRequest(), { email });
    expect([name, (await withToken(token)).status]).toEqual([name, 204]);
    await end(browser);
    expect([name, (await withToken(token)).status]).toEqual([name, 401]);
  }
});

test.each(engines)("%s: A3 rejects twenty forged tokens without a server error", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { withToken } = apiOf(site);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const { token } = await issueToken(site.accounts, browser.accountRequest(), { email });
  const [head = "", claims = "", signature = ""] = token.split(".");
  const read = (part: string) => JSON.parse(String(Buffer.from(part, "base64url")));
  const part = (value: unknown) =>
    Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const forge = (header: object, payload: object) => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${sign(null, Buffer.from(text), privateKey).toString("base64url")}`;
  };
  const { keys } = await listPublicKeys(site.accounts);
  const key = site.accounts.encryption.decrypt(
    (await site.db.query.selectFrom("signing_keys").select("private_key").executeTakeFirstOrThrow())
      .private_key,
  );
  const signOurs = (header: object | string, payload: object | string) => {
    const text = `${part(header)}.${part(payload)}`;
    return `${text}.${sign(null, Buffer.from(text), key).toString("base64url")}`;
  };
  const now = read(claims).iat;
  const hmac = (secret: string) => {
    const text = `${part({ ...read(head), alg: "HS256" })}.${claims}`;
    return `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  };
  const forged: Record<string, string> = {
    none: `${part({ ...read(head), alg: "none" })}.${claims}.`,
    "none with a signature": `${part({ ...read(head), alg: "none" })}.${claims}.${signature}`,
    "HS256 with the public key": hmac(JSON.stringify(keys[0])),
    "HS256 with x": hmac(String((keys[0] as { x: string }).x)),
    "no signature": `${head}.${claims}.`,
    "another key": forge(read(head), read(claims)),
    "an unknown kid": signOurs({ ...read(head), kid: "0190b0a0-0000-7000-8000-000000000000" }, read(claims)),
    "a path as kid": forge({ ...read(head), kid: "../../../dev/null" }, read(claims)),
    "SQL as kid": forge({ ...read(head), kid: "' or 1=1 --" }, read(claims)),
    "its own key": forge({ ...read(head), jwk: publicKey.export({ format: "jwk" }) }, read(claims)),
    "a place for keys": signOurs({ ...read(head), jku: "https://evil.example/jwks" }, read(claims)),
    "a certificate": signOurs({ ...read(head), x5u: "https://evil.example/c.pem" }, read(claims)),
    "another issuer": signOurs(read(head), { ...read(claims), iss: "https://evil.example" }),
    "another audience": signOurs(read(head), { ...read(claims), aud: "https://www.company.example" }),
    "another type": signOurs({ ...read(head), typ: "at+jwt" }, read(claims)),
    "another role": signOurs(read(head), { ...read(claims), role: "admin" }),
    "over by a second": signOurs(read(head), { ...read(claims), iat: now - 301, exp: now - 1 }),
    "issued in the future": signOurs(read(head), { ...read(claims), iat: now + 60, exp: now + 300 }),
    "not before": signOurs(read(head), { ...read(claims), nbf: now + 600 }),
    "good for too long": signOurs(read(head), { ...read(claims), exp: now + 3600 }),
    "five parts": `${token}.x.y`,
    "another spelling of its signature": token.slice(0, -1) + nextLetter(token.slice(-1)),
    "a megabyte": `${head}.${"A".repeat(1_000_000)}.${signature}`,
    "a doubled claim": signOurs(read(head), JSON.stringify(read(claims)).replace("{", '{"role":"admin",')),
    "changed claims": `${head}.${part({ ...read(claims), role: "admin" })}.${signature}`,
    "no JSON": signOurs("x", read(claims)),
    "another's session": signOurs(read(head), {
      ...read(claims),
      sub: "0190b0a0-0000-7000-8000-000000000000",
    }),
  };
  for (const [name, value] of Object.entries(forged))
    expect([name, (await withToken(value)).status]).toEqual([name, 401]);
  for (const scheme of ["bearer ", "BEARER ", "Basic ", "Bearer", "Bearer  ", ""])
    expect([scheme, (await withToken(token, "/test/signed-in", scheme)).status]).toEqual([scheme, 401]);
  expect((await withToken(signOurs(read(head), read(claims)))).status).toBe(204);
  expect((await withToken(token)).status).toBe(204);
});

/** Base64url character that differs in its last bit, which a signature never uses. */
function nextLetter(letter: string): string {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return letters.charAt(letters.indexOf(letter) + 1);
}

test.each(engines)("%s: A3 rotates keys every 30 days without failed requests", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { withToken } = apiOf(site);
  const issue = async () => {
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    return (await issueToken(site.accounts, browser.accountRequest(), { email })).token;
  };
  const kidOf = (token: string) =>
    JSON.parse(String(Buffer.from(token.split(".")[0] ?? "", "base64url"))).kid;
  const first = await issue();
  site.clock.pass(30 * 86_400 - 100);
  const last = await issue();
  site.clock.pass(200);
  const next = await issue();
  expect(kidOf(last)).toBe(kidOf(first));
  expect(kidOf(next)).not.toBe(kidOf(last));
  expect((await withToken(last)).status).toBe(204);
  expect((await withToken(next)).status).toBe(204);
  expect((await listPublicKeys(site.accounts)).keys).toHaveLength(2);
  expect(JSON.stringify(await listPublicKeys(site.accounts))).not.toContain('"d"');
  site.clock.pass(2 * 86_400);
  expect((await listPublicKeys(site.accounts)).keys).toHaveLength(1);
});

test.each(engines)("%s: Z1 routes accept only their roles, by cookie and token", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { ask, withToken } = apiOf(site);
  const open = { member: 1, editor: 2, admin: 3 } as const;
  for (const [role, count] of Object.entries(open)) {
    const address = `${role}@kolpona.example`;
    await site.person(address, { role: role as "member" });
    const browser = site.browser();
    await signInAs(site.accounts, browser, address);
    const { token } = await issueToken(site.accounts, browser.accountRequest(), { email: address });
    const expected = guarded.map((_, n) => (n < count ? 204 : 403));
    expect(await Promise.all(guarded.map(async ({ path }) => (await ask(browser, path)).status))).toEqual(
      expected,
    );
    expect(await Promise.all(guarded.map(async ({ path }) => (await withToken(token, path)).status))).toEqual(
      expected,
    );
    const both = { headers: { authorization: "Bearer nonsense" } };
    expect((await ask(browser, "/test/signed-in", both)).status).toBe(401);
  }
  for (const { path } of guarded) expect((await ask(site.browser(), path)).status).toBe(401);
});

test.each(engines)("%s: Z6 requests with cookies must come from our own pages", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { post } = apiOf(site);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site", origin: own.origin },
  ] as Record<string, string>[]) {
    for (const [path, body] of [
      ["/auth/sign-out", {}],
      ["/jwt", { email }],
      ["/auth/sign-in", { email, password: "x" }],
    ] as const)
      expect([headers, path, (await post(browser, path, body, headers)).status]).toEqual([
        headers,
        path,
        403,
      ]);
  }
  expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
  const asForm = { ...own, "content-type": "text/plain" };
  expect((await post(browser, "/jwt", { email }, asForm)).status).toBe(415);
  expect((await post(browser, "/jwt", { email })).status).toBe(200);
});

test.each(engines)("%s: A4 no response contains the session cookie value", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { ask, post } = apiOf(site);
  const browser = site.browser();
  const signedIn = await post(browser, "/auth/sign-in", { email, password: "seven green mango crates" });
  browser.keep({ cookies: signedIn.headers.getSetCookie() });
  expect(await signedIn.json()).toEqual({ next: "in" });
  const secret = browser.cookies.get("__Host-frontdesk.session_token") ?? "";
  expect(secret).toHaveLength(43);
  const answers = [
    await ask(browser, "/auth/session"),
    await post(browser, "/jwt", { email }),
    await ask(browser, "/auth/jwks"),
  ];
  for (const answer of answers) {
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(JSON.stringify([...answer.headers]) + (await answer.text())).not.toContain(secret);
  }
  const wrong = await post(site.browser(), "/auth/sign-in", { email, password: "not the right one" });
  expect([wrong.status, (await wrong.json()).code, wrong.headers.getSetCookie()]).toEqual([
    401,
    "wrong-credentials",
    [],
  ]);
  expect((await post(browser, "/auth/sign-out", {})).status).toBe(204);
  expect(await (await ask(browser, "/auth/session")).json()).toEqual({ user: null });
});

test.each(engines)("%s: Z5 rejects everyone while the database is unavailable", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { ask, withToken } = apiOf(site);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const { token } = await issueToken(site.accounts, browser.accountRequest(), { email });
  await site.db.query.deleteFrom("signing_keys").execute();
  expect((await withToken(token)).status).toBe(401);
  await site.db.query.schema.alterTable("sessions").renameTo("sessions_gone").execute();
  expect((await ask(browser, "/test/signed-in")).status).toBeGreaterThanOrEqual(500);
});

test("returns project details only to our pages with the right key", async () => {
  await using site = await openTestAccounts("sqlite");
  const { ask } = apiOf(site);
  const answer = await ask(site.browser(), "/auth/v1/projects?key=frontdesk-web");
  expect(await answer.json()).toEqual({
    projectId: "frontdesk",
    authorizedDomains: ["www.company.example"],
    signInKinds: ["password", "passkey"],
  });
  for (const query of ["", "?key=", "?key=x", "?key=x&key=frontdesk-web"])
    expect((await ask(site.browser(), `/auth/v1/projects${query}`)).status).toBe(400);
});
