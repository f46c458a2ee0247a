import { expect, test, vi } from "vitest";
import { passkeySignIn } from "#app/domain/accounts/passkeys.ts";
import { answerResetRequests, forgot, reset } from "#app/domain/accounts/passwords/reset.ts";
import { register, resendVerification } from "#app/domain/accounts/registration/register.ts";
import {
  type Browser,
  goodPassword,
  openTestAccounts,
  signInAs,
} from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";

// Hashes dozens of passwords with production parameters.
vi.setConfig({ testTimeout: 120_000 });

const email = "rahima@shapla.example";
const fresh = "eight yellow paper boats";
type Site = Awaited<ReturnType<typeof openTestAccounts>>;

const strangers = (site: Site, many: number, first = 0) =>
  Array.from({ length: many }, (_, n) => site.browser(`198.51.100.${first + n}`));

async function guessAsStrangers(site: Site, many: number) {
  for (const stranger of strangers(site, many))
    await signInAs(site.accounts, stranger, email, "not the right one").catch(() => {});
}

async function resetIn(site: Site, browser: Browser) {
  await forgot(site.accounts, browser.accountRequest(), { email });
  const [mail] = (await site.mails()).filter(({ template }) => template === "reset");
  const token = new URL(mail.link).searchParams.get("token") ?? "";
  const input = { token, password: fresh, passwordAgain: fresh };
  return browser.keep(await reset(site.accounts, browser.accountRequest(), input));
}

test.each(engines)(
  "%s: A7 strangers' wrong passwords do not block known browsers or networks",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const own = site.browser("192.0.2.1");
    await signInAs(site.accounts, own, email);
    await guessAsStrangers(site, 26);
    const elsewhere = signInAs(site.accounts, site.browser("192.0.2.99"), email);
    await expect(elsewhere).rejects.toMatchObject({ code: "too-many" });
    expect(await signInAs(site.accounts, site.browser("192.0.2.1"), email)).toMatchObject({ next: "in" });
    expect(await signInAs(site.accounts, own, email)).toMatchObject({ next: "in" });
  },
);

test.each(engines)("%s: A7 a reset restores access from an unknown browser", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await guessAsStrangers(site, 26);
  const owner = site.browser("192.0.2.1");
  await expect(signInAs(site.accounts, owner, email)).rejects.toMatchObject({ code: "too-many" });
  await resetIn(site, owner);
  // The browser of the reset has a separate count.
  await guessAsStrangers(site, 26);
  expect(await signInAs(site.accounts, owner, email, fresh)).toMatchObject({ next: "in" });
});

test.each(engines)("%s: A7 the owner gets a link after strangers' reset requests", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  for (const many of [5, 10])
    for (const stranger of strangers(site, many))
      await forgot(site.accounts, stranger.accountRequest(), { email });
  await resetIn(site, site.browser("192.0.2.1"));
  // Also after the first links expire and strangers used the daily mails.
  for (let hour = 0; hour < 3; hour += 1) {
    for (const stranger of strangers(site, 20, 20 * hour))
      await forgot(site.accounts, stranger.accountRequest(), { email });
    await site.mails();
    site.clock.pass(2400);
  }
  const owner = site.browser("192.0.2.200");
  await resetIn(site, owner);
  expect(await signInAs(site.accounts, owner, email, fresh)).toMatchObject({ next: "in" });
});

test.each(engines)(
  "%s: A7 above the limit answers alike; known browsers have separate mails",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const own = site.browser("192.0.2.1");
    await signInAs(site.accounts, own, email);
    const mailed = async () => (await site.mails()).filter(({ template }) => template === "reset").length;
    const one = site.browser("198.51.100.1");
    for (let n = 0; n < 8; n += 1)
      expect(await forgot(site.accounts, one.accountRequest(), { email })).toBeUndefined();
    expect(await mailed()).toBe(5);
    for (const stranger of strangers(site, 60, 10))
      await forgot(site.accounts, stranger.accountRequest(), { email });
    expect(await mailed()).toBe(6);
    await forgot(site.accounts, own.accountRequest(), { email });
    expect(await mailed()).toBe(7);
  },
);

test.each(engines)("%s: A7 each action has a separate limit", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser("198.51.100.1");
  const taken = {
    name: "Somebody",
    email,
    password: fresh,
    passwordAgain: fresh,
    consent: true,
  };
  for (let n = 0; n < 8; n += 1) await register(site.accounts, browser.accountRequest(), taken);
  expect(await site.mails()).toHaveLength(5);
  for (let n = 0; n < 40; n += 1)
    await resendVerification(site.accounts, browser.accountRequest(), {
      email: `a${n}@shapla.example`,
    }).catch(() => {});
  await resetIn(site, browser);
  await guessAsStrangers(site, 3);
  for (let n = 0; n < 30; n += 1)
    await signInAs(site.accounts, browser, `a${n}@shapla.example`, "not the right one").catch(() => {});
  const response = { id: "an-unknown-key" };
  await expect(passkeySignIn(site.accounts, browser.accountRequest(), { response })).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
});

test.each(engines)("%s: A10 a reset forgets known browsers", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const stranger = site.browser("198.51.100.1");
  await signInAs(site.accounts, stranger, email, goodPassword);
  const owner = site.browser("192.0.2.1");
  await resetIn(site, owner);
  await signInAs(site.accounts, owner, email, fresh);
  const countWarnings = async () =>
    (await site.mails()).filter(({ template }) => template === "new-device").length;
  expect(await countWarnings()).toBe(0);
  await signInAs(site.accounts, stranger, email, fresh);
  expect(await countWarnings()).toBe(1);
});

test.each(engines)("%s: M1 one instance answers a request left over by a shutdown", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await forgot(site.accounts, site.browser().accountRequest(), { email });
  await Promise.all(Array.from({ length: 5 }, () => answerResetRequests(site.accounts)));
  expect((await site.mails()).map(({ template }) => template)).toEqual(["reset"]);
  const left = await site.db.query.selectFrom("one_time_tokens").select("purpose").execute();
  expect(left).toEqual([{ purpose: "reset" }]);
});
