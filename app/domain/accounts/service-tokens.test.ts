import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { hashSecret } from "#app/platform/secrets/bearer-secret.ts";
import { type Browser, openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import { type EngineName, engines } from "#tests/support/database.ts";
import {
  createServiceToken,
  identifyServiceToken,
  listServiceTokens,
  newTokenText,
  readTokenStart,
  revokeServiceToken,
} from "./service-tokens.ts";

const wanted = { name: "Importer", scopes: ["content:read", "content:draft"], days: "30" };
const day = 86_400;

async function openTokens(engine: EngineName) {
  const site = await openTestAccounts(engine);
  const admin = await site.person("asha@kolpona.example", { role: "admin" });
  const own = site.browser();
  await signInAs(site.accounts, own, "asha@kolpona.example");
  const { token } = await createServiceToken(site.accounts, own.accountRequest(), wanted);
  const show = (text: string) =>
    identifyServiceToken(
      site.accounts,
      site.browser().accountRequest("/api/posts", { headers: { authorization: `Bearer ${text}` } }),
    );
  return { ...site, admin, own, token, show };
}

test.each(engines)("%s: shows a token once, stores its hash, displays its prefix", async (engine) => {
  await using site = await openTokens(engine);
  const { token, db, clock } = site;
  const row = await db.query.selectFrom("service_tokens").selectAll().executeTakeFirstOrThrow();
  expect(token.startsWith(`${row.start}_`)).toBe(true);
  expect(row.token_hash).toBe(hashSecret(token));
  expect(JSON.stringify(await db.query.selectFrom("audit").selectAll().execute())).not.toContain(
    token.slice(20, 60),
  );
  expect(await site.show(token)).toEqual({
    id: row.id,
    name: "Importer",
    scopes: ["content:read", "content:draft"],
  });
  const [listed] = await listServiceTokens(db, clock.now());
  expect(listed).toMatchObject({ name: "Importer", state: "good", by: "Rahima", start: row.start });
  expect(JSON.stringify(listed)).not.toContain(row.token_hash);
  const made = (await site.audit()).filter(({ action }) => action === "service-token.created");
  expect(made).toMatchObject([{ actor: site.admin.id, subject: row.id }]);
});

test.each(engines)("%s: a token is valid until it expires or is revoked", async (engine) => {
  await using site = await openTokens(engine);
  const { token, db, clock, admin } = site;
  const longer = { ...wanted, days: "90" };
  const { token: other } = await createServiceToken(site.accounts, site.own.accountRequest(), longer);
  clock.pass(30 * day - 1);
  expect(await site.show(token)).not.toBeNull();
  clock.pass(1);
  expect(await site.show(token)).toBeNull();
  expect(await listServiceTokens(db, clock.now())).toMatchObject([{ state: "good" }, { state: "expired" }]);
  const shown = await site.show(other);
  const by = { actor: { id: admin.id, requestId: "test" }, now: clock.now() };
  await write(db, (tx) => revokeServiceToken(tx, shown?.id ?? "", by));
  await write(db, (tx) => revokeServiceToken(tx, shown?.id ?? "", by));
  expect(await site.show(other)).toBeNull();
  const revoked = (await site.audit()).filter(({ action }) => action === "service-token.revoked");
  expect(revoked).toHaveLength(1);
});

test.each(engines)("%s: rejects incomplete tokens", async (engine) => {
  await using site = await openTokens(engine);
  const { token } = site;
  const { token: strange } = newTokenText();
  const [start = ""] = token.split(/_(?=.{51}$)/);
  const forged = newTokenText(start).token;
  expect(readTokenStart(forged)).toBe(start);
  for (const wrong of ["", start, token.slice(0, -1), `${token}0`, token.toUpperCase(), strange, forged])
    expect(await site.show(wrong)).toBeNull();
  expect(await site.show(token)).not.toBeNull();
});

test.each(engines)("%s: records the last use hourly; limits requests", async (engine) => {
  await using site = await openTokens(engine);
  const { token, db, clock } = site;
  const lastUse = async () => (await listServiceTokens(db, clock.now()))[0]?.lastUsedAt;
  expect(await lastUse()).toBeNull();
  clock.pass(59 * 60);
  await site.show(token);
  expect(await lastUse()).toBe("2026-03-01T10:00:00.000Z");
  clock.pass(61);
  await site.show(token);
  expect(await lastUse()).toBe("2026-03-01T11:00:00.000Z");
  await db.query.updateTable("limits").set({ count: 600 }).where("rule", "=", "service-token").execute();
  await expect(site.show(token)).rejects.toMatchObject({ code: "too-many" });
  clock.pass(3600);
  expect(await site.show(token)).not.toBeNull();
});

test("requires a reauthenticated admin, an expiry and a scope", async () => {
  await using site = await openTokens("sqlite");
  const { accounts, clock } = site;
  const make = (browser: Browser, input: object = {}) =>
    createServiceToken(accounts, browser.accountRequest(), { ...wanted, ...input });
  for (const [input, field] of [
    [{ name: " " }, "name"],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["all"] }, "scopes.0"],
    [{ days: "366" }, "days"],
    [{ days: "" }, "days"],
  ] as const)
    await expect(make(site.own, input)).rejects.toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) },
    });
  await site.person("nadia@kolpona.example", { role: "editor" });
  const editor = site.browser();
  await signInAs(accounts, editor, "nadia@kolpona.example");
  await expect(make(editor)).rejects.toMatchObject({ code: "forbidden" });
  clock.pass(16 * 60);
  await expect(make(site.own)).rejects.toMatchObject({ code: "stale-session" });
});
