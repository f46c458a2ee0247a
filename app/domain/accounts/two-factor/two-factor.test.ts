import { HOTP, Secret } from "otpauth";
import { expect, test } from "vitest";
import { passkeyRegisterOptions } from "#app/domain/accounts/passkeys.ts";
import { confirmPassword } from "#app/domain/accounts/passwords/change-password.ts";
import { forgot, reset } from "#app/domain/accounts/passwords/reset.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { endOtherSessions, endSession } from "#app/domain/accounts/sessions/own-sessions.ts";
import {
  type Browser,
  goodPassword,
  openTestAccounts,
  signInAs,
} from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";
import {
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
  verifyTwoFactor,
} from "./two-factor.ts";

const email = "rahima@shapla.example";
type Site = Awaited<ReturnType<typeof openTestAccounts>>;

/** Enables two-factor authentication; returns a code generator for the site's clock. */
async function withApp(site: Site, browser: Browser) {
  await signInAs(site.accounts, browser, email);
  const { uri } = await beginTwoFactor(site.accounts, browser.accountRequest());
  const secret = Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "");
  const codeNow = async () =>
    HOTP.generate({ secret, counter: Math.floor(site.clock.now().getTime() / 30_000) });
  const enabled = await enableTwoFactor(site.accounts, browser.accountRequest(), { code: await codeNow() });
  const { recoveryCodes } = enabled;
  expect(recoveryCodes).toHaveLength(10);
  site.clock.pass(60);
  return { codeNow, recoveryCodes };
}

const wrongCode = { code: "000000", kind: "app" } as const;

test.each(engines)("%s: A13 requires the second step; each code works once", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  const { codeNow } = await withApp(site, browser);
  const other = site.browser("198.51.100.2");
  expect(await signInAs(site.accounts, other, email)).toMatchObject({ next: "second-step" });
  expect(await identify(site.accounts, other.accountRequest())).toBeNull();
  expect([...other.cookies.keys()]).toEqual(["__Host-frontdesk.second_step"]);
  const empty = { code: "", kind: "app" };
  await expect(verifyTwoFactor(site.accounts, other.accountRequest(), empty)).rejects.toMatchObject({
    fields: { code: "Enter the code" },
  });
  await expect(verifyTwoFactor(site.accounts, other.accountRequest(), wrongCode)).rejects.toMatchObject({
    reason: "second-step-wrong",
    fields: { code: "Wrong code" },
  });
  const code = await codeNow();
  other.keep(await verifyTwoFactor(site.accounts, other.accountRequest(), { code, kind: "app" }));
  expect(await identify(site.accounts, other.accountRequest())).toMatchObject({
    person: { hasSecondStep: true },
  });
  const third = site.browser();
  await signInAs(site.accounts, third, email);
  await expect(
    verifyTwoFactor(site.accounts, third.accountRequest(), { code, kind: "app" }),
  ).rejects.toMatchObject({
    reason: "second-step-wrong",
  });
});

test.each(engines)("%s: ASVS 6.5.5 accepts codes only within their 30 seconds", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { codeNow } = await withApp(site, site.browser());
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const enter = async (code: string) =>
    verifyTwoFactor(site.accounts, browser.accountRequest(), { code, kind: "app" });
  const wrong = { reason: "second-step-wrong" };
  const early = await codeNow();
  site.clock.pass(30);
  await expect(enter(early)).rejects.toMatchObject(wrong);
  site.clock.pass(30);
  const late = await codeNow();
  site.clock.pass(-30);
  await expect(enter(late)).rejects.toMatchObject(wrong);
  browser.keep(await enter(await codeNow()));
  expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
});

test.each(engines)("%s: accepts codes in the digits of any script", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const owner = site.browser();
  await signInAs(site.accounts, owner, email);
  const { uri } = await beginTwoFactor(site.accounts, owner.accountRequest());
  const secret = Secret.fromBase32(new URL(uri).searchParams.get("secret") ?? "");
  const codeNow = () => HOTP.generate({ secret, counter: Math.floor(site.clock.now().getTime() / 30_000) });
  const inBangla = (code: string) =>
    code.replace(/\d/g, (digit) => String.fromCodePoint(0x09e6 + Number(digit)));
  const fullWidth = (code: string) =>
    code.replace(/[a-z\d]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0));
  const enabled = await enableTwoFactor(site.accounts, owner.accountRequest(), { code: inBangla(codeNow()) });
  const [first = "", second = ""] = enabled.recoveryCodes;
  const enter = async (code: string, kind: "app" | "recovery") => {
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    browser.keep(await verifyTwoFactor(site.accounts, browser.accountRequest(), { code, kind }));
    return identify(site.accounts, browser.accountRequest());
  };
  site.clock.pass(60);
  expect(await enter(`\u200e${fullWidth(codeNow())}`, "app")).not.toBeNull();
  site.clock.pass(60);
  expect(await enter(inBangla(codeNow()), "app")).not.toBeNull();
  expect(await enter(inBangla(first), "recovery")).not.toBeNull();
  expect(await enter(fullWidth(second).replace("-", "–"), "recovery")).not.toBeNull();
});

test.each(engines)("%s: A13 a code works once, in the first step's browser", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { codeNow } = await withApp(site, site.browser());
  const code = await codeNow();
  const stranger = site.browser();
  await expect(
    verifyTwoFactor(site.accounts, stranger.accountRequest(), { code, kind: "app" }),
  ).rejects.toMatchObject({
    reason: "second-step-gone",
  });
  const browsers = Array.from({ length: 8 }, () => site.browser());
  for (const browser of browsers) await signInAs(site.accounts, browser, email);
  const done = await Promise.allSettled(
    browsers.map((browser) =>
      verifyTwoFactor(site.accounts, browser.accountRequest(), { code, kind: "app" }),
    ),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test.each(engines)("%s: A13 limits codes to five per sign-in, ten per account", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { codeNow } = await withApp(site, site.browser());
  const reasons: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    for (let guess = 0; guess < 6; guess += 1)
      await verifyTwoFactor(site.accounts, browser.accountRequest(), wrongCode).catch((error) =>
        reasons.push(error.reason),
      );
  }
  expect(reasons.filter((reason) => reason === "second-step-wrong")).toHaveLength(10);
  expect(reasons.filter((reason) => reason === "second-step-gone")).toHaveLength(2);
  expect(reasons.at(-1)).toBe("too-many");
  site.clock.pass(1000);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  browser.keep(
    await verifyTwoFactor(site.accounts, browser.accountRequest(), { code: await codeNow(), kind: "app" }),
  );
  expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
});

test.each(engines)("%s: strangers with the password do not block a known browser", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const own = site.browser("192.0.2.7");
  const { codeNow } = await withApp(site, own);
  const reasons: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    const stranger = site.browser("198.51.100.9");
    await signInAs(site.accounts, stranger, email);
    for (let guess = 0; guess < 5; guess += 1)
      await verifyTwoFactor(site.accounts, stranger.accountRequest(), wrongCode).catch((error) =>
        reasons.push(error.reason),
      );
  }
  expect(reasons.at(-1)).toBe("too-many");
  await signInAs(site.accounts, own, email);
  own.keep(
    await verifyTwoFactor(site.accounts, own.accountRequest(), { code: await codeNow(), kind: "app" }),
  );
  expect(await identify(site.accounts, own.accountRequest())).not.toBeNull();
});

test.each(engines)("%s: explains where to enter a recovery code", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { recoveryCodes } = await withApp(site, site.browser());
  const other = site.browser();
  await signInAs(site.accounts, other, email);
  const [code = ""] = recoveryCodes;
  const step = (kind: string) => verifyTwoFactor(site.accounts, other.accountRequest(), { code, kind });
  await expect(step("app")).rejects.toMatchObject({
    reason: "second-step-wrong",
    message: "This looks like a recovery code. Choose “Use a recovery code” to enter it.",
  });
  expect((await step("recovery")).cookies).not.toEqual([]);
});

test.each(engines)("%s: A13 recovery codes work once; a reset requires the second step", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const { recoveryCodes } = await withApp(site, site.browser());
  const [first = ""] = recoveryCodes;
  for (const [n, isIn] of [
    [0, true],
    [1, false],
  ] as const) {
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    const step = verifyTwoFactor(site.accounts, browser.accountRequest(), {
      code: first.toUpperCase(),
      kind: "recovery",
    });
    if (isIn) browser.keep(await step);
    else await expect(step).rejects.toMatchObject({ reason: "second-step-wrong" });
    expect([n, (await identify(site.accounts, browser.accountRequest())) !== null]).toEqual([n, isIn]);
  }
  expect(JSON.stringify(await site.db.query.selectFrom("two_factor").selectAll().execute())).not.toContain(
    recoveryCodes[1],
  );
  await forgot(site.accounts, site.browser().accountRequest(), { email });
  const token = new URL((await site.mails())[0].link).searchParams.get("token") ?? "";
  const password = "eight yellow paper boats";
  await reset(site.accounts, site.browser().accountRequest(), { token, password, passwordAgain: password });
  expect(await signInAs(site.accounts, site.browser(), email, password)).toMatchObject({
    next: "second-step",
  });
});

test.each(engines)("%s: A10, S5 changes end other sessions; staff cannot disable it", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person(email);
  const [here, elsewhere] = [site.browser(), site.browser()];
  await signInAs(site.accounts, elsewhere, email);
  await withApp(site, here);
  expect(await identify(site.accounts, elsewhere.accountRequest())).toBeNull();
  expect(await identify(site.accounts, here.accountRequest())).not.toBeNull();
  const { recoveryCodes } = await renewRecoveryCodes(site.accounts, here.accountRequest());
  expect(recoveryCodes).toHaveLength(10);
  await site.db.query.updateTable("users").set({ role: "editor" }).where("id", "=", id).execute();
  await expect(disableTwoFactor(site.accounts, here.accountRequest())).rejects.toMatchObject({
    code: "forbidden",
  });
  await site.db.query.updateTable("users").set({ role: "member" }).where("id", "=", id).execute();
  await disableTwoFactor(site.accounts, here.accountRequest());
  expect((await site.mails()).map(({ what }) => what).filter(Boolean)).toEqual([
    "second-step-off",
    "recovery-codes-renewed",
    "second-step-on",
  ]);
  site.clock.pass(901);
  await expect(beginTwoFactor(site.accounts, here.accountRequest())).rejects.toMatchObject({
    code: "stale-session",
  });
});

test.each(engines)(
  "%s: A13 requires two-factor authentication from staff after the grace period",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email, { role: "admin" });
    const needsTwoFactor = async () => {
      const browser = site.browser();
      await signInAs(site.accounts, browser, email);
      return (await identify(site.accounts, browser.accountRequest()))?.needsTwoFactor;
    };
    const setDays = (secondStepGraceDays: number) => site.saveSettings({ accounts: { secondStepGraceDays } });
    expect(await needsTwoFactor()).toBe(false);
    await setDays(0);
    expect(await needsTwoFactor()).toBe(true);
    await setDays(2);
    site.clock.pass(2 * 86_400 - 1);
    expect(await needsTwoFactor()).toBe(false);
    site.clock.pass(1);
    expect(await needsTwoFactor()).toBe(true);
    await site.saveSettings({});
    site.clock.pass(5 * 86_400 - 1);
    expect(await needsTwoFactor()).toBe(false);
    site.clock.pass(1);
    expect(await needsTwoFactor()).toBe(true);
    await site.person("member@shapla.example");
    const member = site.browser();
    await signInAs(site.accounts, member, "member@shapla.example");
    await setDays(0);
    expect(await identify(site.accounts, member.accountRequest())).toMatchObject({ needsTwoFactor: false });
    for (const days of [-1, 91, 1.5, "7"])
      await expect(setDays(days as number)).rejects.toMatchObject({
        fields: { "accounts.secondStepGraceDays": expect.any(String) },
      });
  },
);

test.each(engines)("%s: A13 reauthentication requires a code as well as the password", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  const { codeNow, recoveryCodes } = await withApp(site, browser);
  site.clock.pass(901);
  const accountRequest = () => browser.accountRequest();
  const isStale = { code: "stale-session" };
  await expect(renewRecoveryCodes(site.accounts, accountRequest())).rejects.toMatchObject(isStale);
  await expect(passkeyRegisterOptions(site.accounts, accountRequest())).rejects.toMatchObject(isStale);
  await expect(endOtherSessions(site.accounts, accountRequest())).rejects.toMatchObject(isStale);
  await expect(endSession(site.accounts, accountRequest(), { id: "x" })).rejects.toMatchObject(isStale);
  const confirm = (code?: string) =>
    confirmPassword(site.accounts, accountRequest(), { password: goodPassword, ...(code && { code }) });
  for (const wrong of [undefined, "000000"])
    await expect(confirm(wrong)).rejects.toMatchObject({ fields: { code: expect.any(String) } });
  await expect(renewRecoveryCodes(site.accounts, accountRequest())).rejects.toMatchObject(isStale);
  await confirm(await codeNow());
  expect((await renewRecoveryCodes(site.accounts, accountRequest())).recoveryCodes).toHaveLength(10);
  site.clock.pass(901);
  await expect(confirm(recoveryCodes[0])).rejects.toMatchObject({ fields: { code: expect.any(String) } });
});

test.each(engines)("%s: A13 mails the owner once after ten wrong codes", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await withApp(site, site.browser());
  const warned = async () => (await site.mails()).filter(({ what }) => what === "second-step-warned").length;
  const thief = site.browser("198.51.100.2");
  for (let n = 1; n <= 12; n += 1) {
    // Limits: five codes per attempt and ten per account in 15 minutes.
    if (n % 5 === 1) {
      site.clock.pass(1000);
      await signInAs(site.accounts, thief, email);
    }
    await verifyTwoFactor(site.accounts, thief.accountRequest(), wrongCode).catch(() => {});
    expect([n, await warned()]).toEqual([n, n < 10 ? 0 : 1]);
  }
});
