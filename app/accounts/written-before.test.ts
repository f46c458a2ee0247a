import { readFile } from "node:fs/promises";
import { decodeProtectedHeader } from "jose";
import { expect, test } from "vitest";
import { z } from "zod";
import { passkeyRegisterOptions, passkeySignIn, passkeySignInOptions } from "#app/accounts/passkeys.ts";
import { finishProvider } from "#app/accounts/providers/finish-provider.ts";
import { startProvider } from "#app/accounts/providers/providers.ts";
import { identifyByToken, issueToken, listPublicKeys } from "#app/accounts/sessions/access-tokens.ts";
import { identify } from "#app/accounts/sessions/identify.ts";
import { verifyTwoFactor } from "#app/accounts/two-factor/two-factor.ts";
import { openTestAccounts, signInAs } from "../../tests/support/accounts.ts";
import { createAuthenticator } from "../../tests/support/authenticator.ts";
import { type EngineName, engines } from "../../tests/support/database.ts";
import { startOpenIdProvider } from "../../tests/support/openid-provider.ts";
import { visitProvider } from "../../tests/support/visit-provider.ts";

const rowSchema = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
const tables = ["users", "identities", "sessions", "passkeys", "two_factor", "signing_keys"] as const;

/**
 * What somebody's account consisted of while passkeys, providers, codes and tokens were Better Auth's: written by that version, with the secret of the
 * tests, when their clock begins.
 */
const schema = z.object({
  rows: z.record(z.enum(tables), z.array(rowSchema)),
  devices: z.array(z.object({ id: z.string(), privateKey: z.string(), counter: z.number() })).length(2),
  /** What the app showed, by the moment. */
  codes: z.record(z.iso.datetime(), z.string()),
  token: z.string(),
  tokenAt: z.iso.datetime(),
  session: z.string(),
});

const file = new URL("../../tests/fixtures/accounts/written-by-better-auth.json", import.meta.url);
const before = schema.parse(JSON.parse(await readFile(file, "utf8")));
const email = "rahima@shapla.example";
const googleId = "g-1";

async function openSite(engine: EngineName, google: Parameters<typeof openTestAccounts>[1] = {}) {
  const site = await openTestAccounts(engine, google);
  // The rows are those of this table, as it stood then.
  for (const table of tables)
    await site.db.query
      .insertInto(table)
      .values(before.rows[table] as never)
      .execute();
  return site;
}

type Site = Awaited<ReturnType<typeof openSite>>;

async function answerWith(site: Site, device: ReturnType<typeof createAuthenticator>) {
  const browser = site.browser();
  const { options } = browser.keep(await passkeySignInOptions(site.accounts, browser.accountRequest()));
  const response = device.get(z.object({ challenge: z.string() }).parse(options));
  browser.keep(await passkeySignIn(site.accounts, browser.accountRequest(), { response }));
  return identify(site.accounts, browser.accountRequest());
}

test.each(engines)(
  "%s: a passkey from before opens the account, with and without a counter",
  async (engine) => {
    await using site = await openSite(engine);
    const [still, counting] = before.devices;
    const person = { person: { email }, isFresh: true };
    for (const kept of [still, still])
      expect(await answerWith(site, createAuthenticator(undefined, kept && { kept }))).toMatchObject(person);
    const counts = (counter: number) =>
      createAuthenticator(undefined, { counter, ...(counting && { kept: counting }) });
    expect(await answerWith(site, counts(8))).toMatchObject(person);
    for (const counter of [8, 7, 0])
      await expect(answerWith(site, counts(counter))).rejects.toMatchObject({ reason: "wrong-credentials" });
    expect(await answerWith(site, counts(9))).toMatchObject(person);
  },
);

test.each(engines)("%s: a device with a passkey from before is told that it has one", async (engine) => {
  await using site = await openSite(engine);
  const browser = site.browser();
  browser.cookies.set("__Host-frontdesk.session_token", before.session);
  const { options } = await passkeyRegisterOptions(site.accounts, browser.accountRequest());
  expect(options).toMatchObject({
    excludeCredentials: before.devices.map(({ id }) => ({ id, type: "public-key" })),
  });
});

test.each(engines)("%s: an app set up before makes codes that count, once", async (engine) => {
  await using site = await openSite(engine);
  const start = site.clock.now().getTime();
  for (const [at, code] of Object.entries(before.codes)) {
    site.clock.pass((Date.parse(at) - site.clock.now().getTime()) / 1000);
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    const answer = verifyTwoFactor(site.accounts, browser.accountRequest(), { code, kind: "app" });
    // The first was used to switch the app on.
    if (Date.parse(at) === start) await expect(answer).rejects.toMatchObject({ reason: "second-step-wrong" });
    else expect(await answer).toMatchObject({ cookies: expect.any(Array) });
  }
});

test.each(engines)("%s: a token from before is good, and its key signs on", async (engine) => {
  await using site = await openSite(engine);
  site.clock.pass((Date.parse(before.tokenAt) - site.clock.now().getTime()) / 1000 + 200);
  const withToken = (token: string) =>
    identifyByToken(
      site.accounts,
      site.browser().accountRequest("/", { headers: { authorization: `Bearer ${token}` } }),
    );
  expect(await withToken(before.token)).toMatchObject({ person: { email } });
  const browser = site.browser();
  browser.cookies.set("__Host-frontdesk.session_token", before.session);
  const { token } = await issueToken(site.accounts, browser.accountRequest(), { email });
  expect(decodeProtectedHeader(token)).toEqual(decodeProtectedHeader(before.token));
  expect(await withToken(token)).toMatchObject({ person: { email } });
  expect((await listPublicKeys(site.accounts)).keys).toEqual([
    JSON.parse(z.string().parse(before.rows.signing_keys[0]?.public_key)),
  ]);
  site.clock.pass(100);
  expect(await withToken(before.token)).toBeNull();
});

test.each(engines)("%s: an account linked before is found by its provider", async (engine) => {
  await using provider = await startOpenIdProvider({ sub: googleId, email, email_verified: true });
  await using site = await openSite(engine, { google: provider.settings });
  const browser = site.browser();
  const { location } = browser.keep(
    await startProvider(site.accounts, browser.accountRequest("/auth/start"), { mode: "redirect" }),
  );
  const back = await visitProvider(location);
  const done = await finishProvider(site.accounts, browser.accountRequest(back.pathname + back.search));
  expect(done.location).toBe("/login?step=second");
});
