import { expect, test } from "vitest";
import { enabledSignInKinds } from "#app/domain/accounts/accounts.ts";
import { finishProvider } from "#app/domain/accounts/providers/finish-provider.ts";
import { register } from "#app/domain/accounts/registration/register.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { signOut } from "#app/domain/accounts/sessions/sign-in.ts";
import { hashRecoveryCodes } from "#app/domain/accounts/two-factor/codes.ts";
import { verifyTwoFactor } from "#app/domain/accounts/two-factor/two-factor.ts";
import {
  type Browser,
  goodPassword,
  openTestAccounts,
  signInAs,
} from "../../../../tests/support/accounts.ts";
import { type EngineName, engines } from "../../../../tests/support/database.ts";
import { type Claims, startOpenIdProvider } from "../../../../tests/support/openid-provider.ts";
import { visitProvider } from "../../../../tests/support/visit-provider.ts";
import { ban } from "../staff/change-others.ts";
import { atStart } from "../start-accounts.ts";
import { checkProvider, linkedProviders, startProvider, unlinkProvider } from "./providers.ts";

const email = "rahima@shapla.example";
const rahima: Claims = { sub: "g-1", email, email_verified: true };
const callback = "https://www.company.example/api/auth/callback/google";

async function openSite(engine: EngineName) {
  const provider = await startOpenIdProvider(rahima);
  const site = await openTestAccounts(engine, { google: provider.settings });
  const begin = async (browser: Browser, input: object = { mode: "redirect" }) => {
    const started = browser.keep(
      await startProvider(site.accounts, browser.accountRequest("/auth/start"), input),
    );
    return visitProvider(started.location);
  };
  const finish = async (browser: Browser, back: URL) =>
    browser.keep(await finishProvider(site.accounts, browser.accountRequest(back.pathname + back.search)));
  return {
    ...site,
    provider,
    begin,
    finish,
    /** Runs the complete flow; returns its final address. */
    go: async (browser: Browser, input?: object) =>
      (await finish(browser, await begin(browser, input))).location,
    isIn: async (browser: Browser) => (await identify(site.accounts, browser.accountRequest())) !== null,
    async [Symbol.asyncDispose]() {
      await site[Symbol.asyncDispose]();
      await provider[Symbol.asyncDispose]();
    },
  };
}

test.each(engines)("%s: Google creates an account for a verified address, then reuses it", async (engine) => {
  await using site = await openSite(engine);
  site.provider.state.claims = { ...rahima, name: "Rahima Khatun" };
  const browser = site.browser();
  expect(await site.go(browser, { mode: "redirect", next: "/blog?tag=a" })).toBe("/blog?tag=a");
  expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({
    person: { email, name: "Rahima Khatun", hasPassword: false, role: "member" },
  });
  expect((await site.mails()).map(({ template }) => template)).toEqual(["welcome"]);
  const again = site.browser();
  site.provider.state.claims = { ...rahima, email: "moved@shapla.example" };
  expect(await site.go(again, { mode: "popup", attempt: "a-1" })).toBe("/auth/done?attempt=a-1&outcome=in");
  expect(await identify(site.accounts, again.accountRequest())).toMatchObject({ person: { email } });
  const rows = await site.db.query.selectFrom("identities").selectAll().execute();
  expect(rows).toMatchObject([{ provider_id: "google", account_id: "g-1", email }]);
  expect(enabledSignInKinds(site.accounts)).toEqual(["password", "google", "passkey"]);
});

test.each(engines)("%s: rejects an account of another provider with the same id", async (engine) => {
  await using site = await openSite(engine);
  site.provider.state.claims = { ...rahima };
  expect(await site.go(site.browser(), { mode: "redirect" })).toBe("/");
  await site.db.query.updateTable("identities").set({ issuer: "https://former.example" }).execute();
  const browser = site.browser();
  expect(await site.go(browser, { mode: "redirect" })).toBe("/login?problem=not-linked");
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
});

const locals = ["none", "waiting", "verified", "banned", "admin"] as const;
const verifieds: [string, Partial<Claims>][] = [
  ["true", { email_verified: true }],
  ["false", { email_verified: false }],
  ["missing", { email_verified: undefined }],
  ["the word true", { email_verified: "true" }],
];

test.each(engines)("%s: A6 signs in only with a verified, unambiguous address", async (engine) => {
  await using provider = await startOpenIdProvider(rahima);
  for (const local of locals)
    for (const [verified, claims] of verifieds) {
      await using site = await openTestAccounts(engine, { google: provider.settings });
      provider.state.claims = { sub: "g-1", email, ...claims };
      await site.person("other@kolpona.example", { role: "admin" });
      if (local === "waiting")
        await register(site.accounts, site.browser("198.51.100.1").accountRequest(), {
          name: "S",
          email,
          password: "owned by a stranger",
          passwordAgain: "owned by a stranger",
          consent: true,
        });
      else if (local !== "none") {
        const user = await site.person(email, { role: local === "admin" ? "admin" : "member" });
        if (local === "banned")
          await ban(site.accounts, atStart(site.accounts), { actor: "test", userId: user.id });
      }
      const browser = site.browser();
      const { location } = browser.keep(
        await startProvider(site.accounts, browser.accountRequest(), { mode: "redirect" }),
      );
      const back = await visitProvider(location);
      const done = browser.keep(
        await finishProvider(site.accounts, browser.accountRequest(back.pathname + back.search)),
      );
      const isIn = (await identify(site.accounts, browser.accountRequest())) !== null;
      const expected = verified === "true" && (local === "none" || local === "waiting");
      expect([local, verified, isIn]).toEqual([local, verified, expected]);
      if (!expected)
        expect(done.location).toBe(`/login?problem=${verified === "true" ? "not-linked" : "unverified"}`);
      const linked = await site.db.query
        .selectFrom("identities")
        .select("id")
        .where("provider_id", "=", "google")
        .execute();
      expect([local, verified, linked.length]).toEqual([local, verified, expected ? 1 : 0]);
      // Pending registrations of strangers for the address are deleted.
      if (expected)
        expect(await site.db.query.selectFrom("registrations").select("id").execute()).toEqual([]);
    }
});

test.each(engines)("%s: A16 a state is single-use and bound to its browser", async (engine) => {
  await using site = await openSite(engine);
  const mismatch = "/login?problem=state-mismatch";
  const browser = site.browser();
  const back = await site.begin(browser);
  const other = site.browser();
  await site.begin(other);
  const cases: [string, URL, Browser][] = [
    ["another browser", back, other],
    ["a browser without cookies", back, site.browser()],
    ["no state", new URL(`${callback}?code=${back.searchParams.get("code")}`), browser],
    ["a made-up state", new URL(`${callback}?code=x&state=${"x".repeat(43)}`), browser],
  ];
  for (const [name, url, by] of cases) {
    const accountRequest = by.accountRequest(url.pathname + url.search);
    expect([name, (await finishProvider(site.accounts, accountRequest)).location]).toEqual([name, mismatch]);
  }
  const cookies = new Map(browser.cookies);
  expect((await site.finish(browser, back)).location).toBe("/");
  await signOut(site.accounts, browser.accountRequest());
  browser.cookies.clear();
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  expect((await site.finish(browser, back)).location).toBe(mismatch);
  expect(await site.isIn(browser)).toBe(false);
});

test.each(engines)("%s: A16 rejects a wrong nonce, verifier, issuer and used code", async (engine) => {
  await using site = await openSite(engine);
  const change = async (what: Record<string, string>) => {
    const row = await site.db.query
      .selectFrom("one_time_tokens")
      .selectAll()
      .where("used_at", "is", null)
      .executeTakeFirstOrThrow();
    const data = JSON.stringify({ ...JSON.parse(row.data), ...what });
    await site.db.query.updateTable("one_time_tokens").set({ data }).where("id", "=", row.id).execute();
  };
  for (const what of [{ nonce: "another" }, { verifier: "x".repeat(86) }]) {
    const browser = site.browser();
    const back = await site.begin(browser);
    await change(what);
    expect((await site.finish(browser, back)).location).toBe("/login?problem=provider-error");
    expect(await site.isIn(browser)).toBe(false);
  }
  const browser = site.browser();
  const back = await site.begin(browser);
  back.searchParams.set("iss", "https://evil.example");
  expect((await site.finish(browser, back)).location).toBe("/login?problem=provider-error");
  const [one, two] = [site.browser(), site.browser()];
  const [first, second] = [await site.begin(one), await site.begin(two)];
  await site.finish(one, first);
  second.searchParams.set("code", first.searchParams.get("code") ?? "");
  expect((await site.finish(two, second)).location).toBe("/login?problem=provider-error");
  expect(await site.isIn(two)).toBe(false);
});

test.each(engines)("%s: reports a cancelled sign-in, in a popup on its own page", async (engine) => {
  await using site = await openSite(engine);
  const browser = site.browser();
  const started = browser.keep(
    await startProvider(site.accounts, browser.accountRequest(), { mode: "popup", attempt: "p-9" }),
  );
  const state = new URL(started.location).searchParams.get("state");
  const accountRequest = browser.accountRequest(
    `/api/auth/callback/google?error=access_denied&state=${state}`,
  );
  expect((await finishProvider(site.accounts, accountRequest)).location).toBe(
    "/auth/done?attempt=p-9&outcome=cancelled&code=cancelled",
  );
});

test.each(engines)("%s: A13, A17 requires the second step after Google; checks next", async (engine) => {
  await using site = await openSite(engine);
  const browser = site.browser();
  expect(await site.go(browser, { mode: "redirect", next: "//evil.example" })).toBe("/");
  const user_id = (await identify(site.accounts, browser.accountRequest()))?.person.id ?? "";
  await site.db.query
    .insertInto("two_factor")
    .values({
      user_id,
      secret: site.accounts.encryption.encrypt("x"),
      recovery_codes: hashRecoveryCodes(site.accounts, user_id, ["aaaaa-bbbbb"]),
      verified: 1,
      last_step: 0,
      created_at: "",
    })
    .execute();
  const other = site.browser();
  expect(await site.go(other, { mode: "redirect", next: "/blog" })).toBe("/login?next=%2Fblog&step=second");
  expect(await site.isIn(other)).toBe(false);
  other.keep(
    await verifyTwoFactor(site.accounts, other.accountRequest(), { code: "aaaaabbbbb", kind: "recovery" }),
  );
  expect(await site.isIn(other)).toBe(true);
});

test.each(engines)(
  "%s: A6 linking requires reauthentication; the last method cannot be removed",
  async (engine) => {
    await using site = await openSite(engine);
    await site.person(email);
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    site.provider.state.claims = { ...rahima, email: "rahima@gmail.example" };
    expect(await site.go(browser, { mode: "link" })).toBe("/myprofile");
    expect(await linkedProviders(site.accounts, browser.accountRequest())).toMatchObject([
      { id: "google", email: "rahima@gmail.example" },
    ]);
    expect((await site.mails())[0]).toMatchObject({ template: "credential-changed", what: "google-linked" });
    const other = site.browser();
    expect(await site.go(other)).toBe("/");
    expect(await identify(site.accounts, other.accountRequest())).toMatchObject({ person: { email } });
    const back = await site.begin(browser, { mode: "link" });
    const thief = site.browser();
    await site.person("thief@shapla.example");
    await signInAs(site.accounts, thief, "thief@shapla.example", goodPassword);
    thief.cookies.set("__Host-frontdesk.provider", browser.cookies.get("__Host-frontdesk.provider") ?? "");
    expect((await site.finish(thief, back)).location).toBe("/myprofile?problem=state-mismatch");
    await unlinkProvider(site.accounts, browser.accountRequest(), { id: "google" });
    site.provider.state.claims = { sub: "g-2", email: "only@gmail.example", email_verified: true };
    const only = site.browser();
    await site.go(only);
    await expect(
      unlinkProvider(site.accounts, only.accountRequest(), { id: "google" }),
    ).rejects.toMatchObject({
      reason: "last-way-in",
    });
    expect(await linkedProviders(site.accounts, only.accountRequest())).toHaveLength(1);
    site.clock.pass(901);
    await expect(site.begin(browser, { mode: "link" })).rejects.toMatchObject({ code: "stale-session" });
  },
);

test("reports an unreachable provider and retries later", async () => {
  const provider = await startOpenIdProvider(rahima);
  await using site = await openTestAccounts("sqlite", {
    google: { ...provider.settings, discoveryUrl: "http://127.0.0.1:9/.well-known/openid-configuration" },
  });
  expect(await checkProvider(site.accounts)).toBe(false);
  await expect(
    startProvider(site.accounts, site.browser().accountRequest(), { mode: "redirect" }),
  ).rejects.toMatchObject({
    code: "unavailable",
    reason: "provider-unreachable",
  });
  await provider[Symbol.asyncDispose]();
  await using without = await openTestAccounts("sqlite");
  expect(enabledSignInKinds(without.accounts)).toEqual(["password", "passkey"]);
  await expect(
    startProvider(without.accounts, site.browser().accountRequest(), { mode: "redirect" }),
  ).rejects.toMatchObject({ reason: "provider-off" });
});
