import { expect, test } from "vitest";
import {
  listPasskeys,
  passkeyRegisterOptions,
  passkeySignIn,
  passkeySignInOptions,
  registerPasskey,
  removePasskey,
  renamePasskey,
} from "#app/domain/accounts/passkeys.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { type Browser, openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import { createAuthenticator } from "#tests/support/authenticator.ts";
import { engines } from "#tests/support/database.ts";
import { cleanUpAccounts } from "./start-accounts.ts";

const email = "rahima@shapla.example";
type Site = Awaited<ReturnType<typeof openTestAccounts>>;
type Device = ReturnType<typeof createAuthenticator>;
type Challenge = { challenge: string };

async function addPasskey(site: Site, browser: Browser, device: Device) {
  const { options } = browser.keep(await passkeyRegisterOptions(site.accounts, browser.accountRequest()));
  const response = device.create(options as Challenge);
  browser.keep(
    await registerPasskey(site.accounts, browser.accountRequest(), { name: "My phone", response }),
  );
}

async function signInWithPasskey(site: Site, browser: Browser, device: Device) {
  const { options } = browser.keep(await passkeySignInOptions(site.accounts, browser.accountRequest()));
  expect(options).toMatchObject({ rpId: "www.company.example", userVerification: "required" });
  const response = device.get(options as Challenge);
  browser.keep(await passkeySignIn(site.accounts, browser.accountRequest(), { response }));
  return response;
}

test.each(engines)("%s: adds a passkey, signs in without a second step, removes it", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const device = createAuthenticator();
  await addPasskey(site, browser, device);
  expect(await listPasskeys(site.accounts, browser.accountRequest())).toMatchObject([
    { name: "My phone", lastUsedAt: null },
  ]);
  expect((await site.mails())[0]).toMatchObject({ template: "credential-changed", what: "passkey-added" });
  await site.db.query
    .insertInto("two_factor")
    .values({ user_id: id, secret: "", recovery_codes: "", verified: 1, last_step: 0, created_at: "" })
    .execute();
  const other = site.browser();
  const response = await signInWithPasskey(site, other, device);
  expect(await identify(site.accounts, other.accountRequest())).toMatchObject({
    person: { email },
    isFresh: true,
  });
  expect(await site.db.query.selectFrom("sessions").select("method").orderBy("created_at").execute()).toEqual(
    [{ method: "password" }, { method: "passkey" }],
  );
  await expect(passkeySignIn(site.accounts, other.accountRequest(), { response })).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
  const [passkey] = await listPasskeys(site.accounts, other.accountRequest());
  expect(passkey?.lastUsedAt).not.toBeNull();
  await renamePasskey(site.accounts, other.accountRequest(), { id: passkey?.id ?? "", name: "Old phone" });
  await removePasskey(site.accounts, other.accountRequest(), { id: passkey?.id ?? "" });
  expect(await listPasskeys(site.accounts, other.accountRequest())).toEqual([]);
  await expect(signInWithPasskey(site, site.browser(), device)).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
});

test.each(engines)(
  "%s: A13 rejects unverified users, foreign origins and foreign challenges",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    const careless = createAuthenticator("www.company.example", { verifiesUser: false });
    await expect(addPasskey(site, browser, careless)).rejects.toMatchObject({ reason: "passkey-wrong" });
    const foreign = createAuthenticator("www.company.example", { origin: "https://evil.example" });
    await expect(addPasskey(site, browser, foreign)).rejects.toMatchObject({ reason: "passkey-wrong" });
    expect(await listPasskeys(site.accounts, browser.accountRequest())).toEqual([]);
    const device = createAuthenticator();
    await addPasskey(site, browser, device);
    const [one, two] = [site.browser(), site.browser()];
    const { options } = one.keep(await passkeySignInOptions(site.accounts, one.accountRequest()));
    two.keep(await passkeySignInOptions(site.accounts, two.accountRequest()));
    const response = device.get(options as Challenge);
    await expect(passkeySignIn(site.accounts, two.accountRequest(), { response })).rejects.toMatchObject({
      reason: "wrong-credentials",
    });
    await expect(
      passkeySignIn(site.accounts, site.browser().accountRequest(), { response }),
    ).rejects.toMatchObject({
      reason: "wrong-credentials",
    });
    site.clock.pass(901);
    await expect(addPasskey(site, browser, createAuthenticator())).rejects.toMatchObject({
      code: "stale-session",
    });
  },
);

test.each(engines)("%s: rejects a passkey whose counter does not grow", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const device = createAuthenticator(undefined, { counter: 7 });
  await addPasskey(site, browser, device);
  const usedTimes = (counter: number) => createAuthenticator(undefined, { counter, stored: device.keep() });
  await signInWithPasskey(site, site.browser(), usedTimes(8));
  for (const counter of [8, 7, 0])
    await expect(signInWithPasskey(site, site.browser(), usedTimes(counter))).rejects.toMatchObject({
      reason: "wrong-credentials",
    });
  await signInWithPasskey(site, site.browser(), usedTimes(9));
});

test.each(engines)("%s: Z2 rejects registration options created for another person", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await site.person("karim@shapla.example");
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const { options } = browser.keep(await passkeyRegisterOptions(site.accounts, browser.accountRequest()));
  await signInAs(site.accounts, browser, "karim@shapla.example");
  const response = createAuthenticator().create(options as Challenge);
  await expect(
    registerPasskey(site.accounts, browser.accountRequest(), { name: "x", response }),
  ).rejects.toMatchObject({ code: "missing" });
  expect(await site.db.query.selectFrom("passkeys").select("id").execute()).toEqual([]);
});

test.each(engines)("%s: A7 limits challenges per network, across all its /64", async (engine) => {
  await using site = await openTestAccounts(engine);
  const countRows = async () =>
    (await site.db.query.selectFrom("passkey_challenges").select("id").execute()).length;
  const begin = (address: string) =>
    passkeySignInOptions(site.accounts, site.browser(address).accountRequest()).then(
      () => "begun",
      ({ code }) => code,
    );
  for (let n = 0; n < 70; n += 1) expect(await begin("198.51.100.1")).toBe(n < 60 ? "begun" : "too-many");
  expect(await countRows()).toBe(60);
  expect(await begin("198.51.100.2")).toBe("begun");
  for (let n = 0; n < 620; n += 1) await begin(`2001:db8:7:${(n % 31).toString(16)}::1`);
  // A /48 counts as one network, with four times the limit of one address.
  expect(await countRows()).toBe(301);
});

test.each(engines)("%s: deletes expired rows in batches that yield to other requests", async (engine) => {
  await using site = await openTestAccounts(engine);
  const row = (n: number, expires_at: string) => ({
    id: `row-${n}`,
    token_hash: `hash-${n}`,
    challenge: "",
    expires_at,
    created_at: "",
  });
  const rows = Array.from({ length: 2500 }, (_, n) => row(n, "2026-02-01T00:00:00.000Z"));
  for (let at = 0; at < rows.length; at += 500)
    await site.db.query
      .insertInto("passkey_challenges")
      .values(rows.slice(at, at + 500))
      .execute();
  await site.db.query
    .insertInto("passkey_challenges")
    .values(row(9999, "2027-01-01T00:00:00.000Z"))
    .execute();
  const left: number[] = [];
  const look = async () => {
    while (left.at(-1) !== 1) {
      left.push((await site.db.query.selectFrom("passkey_challenges").select("id").execute()).length);
      await new Promise((go) => setImmediate(go));
    }
  };
  await Promise.all([look(), cleanUpAccounts(site.accounts)]);
  // SQLite statements block the event loop; counts between batches show that other work ran.
  if (engine === "sqlite") expect(left.some((many) => many > 1 && many < 2501)).toBe(true);
  expect(left.at(-1)).toBe(1);
});
