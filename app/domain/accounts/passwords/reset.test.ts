import { expect, test } from "vitest";
import { changePassword, confirmPassword } from "#app/domain/accounts/passwords/change-password.ts";
import { forgot, readReset, reset } from "#app/domain/accounts/passwords/reset.ts";
import {
  askEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  readEmailChange,
} from "#app/domain/accounts/profile/email-change.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { goodPassword, openTestAccounts, race, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";

const email = "rahima@shapla.example";
const next = { password: "eight yellow paper boats", passwordAgain: "eight yellow paper boats" };

async function forgotten(site: Awaited<ReturnType<typeof openTestAccounts>>) {
  await forgot(site.accounts, site.browser().accountRequest(), { email });
  const [mail] = await site.mails();
  return new URL(mail.link).searchParams.get("token") ?? "";
}

test.each(engines)("%s: A9, A10 a reset works once, ends all sessions, sends mail", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browsers = [site.browser(), site.browser(), site.browser()];
  for (const browser of browsers) await signInAs(site.accounts, browser, email);
  const token = await forgotten(site);
  const here = site.browser().accountRequest();
  expect(await readReset(site.accounts, here, token)).toEqual({ state: "ready" });
  await expect(
    reset(site.accounts, here, { token, password: "short", passwordAgain: "short" }),
  ).rejects.toMatchObject({ code: "invalid" });
  await reset(site.accounts, here, { token, ...next });
  for (const browser of browsers) expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  expect(await readReset(site.accounts, here, token)).toEqual({ state: "gone" });
  await expect(reset(site.accounts, here, { token, ...next })).rejects.toMatchObject({ reason: "gone" });
  expect((await site.mails())[0]).toMatchObject({ template: "password-changed", to: email });
  await expect(signInAs(site.accounts, site.browser(), email, goodPassword)).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
  expect(await signInAs(site.accounts, site.browser(), email, next.password)).toMatchObject({ next: "in" });
});

test.each(engines)("%s: A9 one of twenty concurrent uses of a link succeeds", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const token = await forgotten(site);
  const passwordOf = (n: number) => `eight yellow paper boats ${n}`;
  const answers = await race(20, (n) =>
    reset(site.accounts, site.browser(`198.51.100.${n}`).accountRequest(), {
      token,
      password: passwordOf(n),
      passwordAgain: passwordOf(n),
    }),
  );
  expect(answers.filter((answer) => answer === "gone")).toHaveLength(19);
  const winner = answers.indexOf("done");
  const changes = (await site.mails()).filter(({ template }) => template === "password-changed");
  expect(changes).toHaveLength(1);
  expect(await signInAs(site.accounts, site.browser(), email, passwordOf(winner))).toMatchObject({
    next: "in",
  });
});

test.each(engines)("%s: a password change reports all wrong fields at once", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const change = (input: Record<"current" | "password" | "passwordAgain", string>) =>
    changePassword(site.accounts, browser.accountRequest(), input);
  await expect(change({ current: "", password: "", passwordAgain: "" })).rejects.toMatchObject({
    fields: { current: "Enter your current password", password: expect.any(String) },
  });
  const next = { password: "eight yellow paper boats", passwordAgain: "eight yellow paper boats" };
  await expect(change({ current: "not this one", ...next })).rejects.toMatchObject({
    fields: { current: "Wrong password" },
  });
});

test.each(engines)("%s: A9 links expire, are hashed, go to the stored address", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await forgot(site.accounts, site.browser().accountRequest(), { email: "RAHIMA@shapla.example" });
  const [mail] = await site.mails();
  expect(mail.to).toBe(email);
  const token = new URL(mail.link).searchParams.get("token") ?? "";
  expect(
    JSON.stringify(await site.db.query.selectFrom("one_time_tokens").selectAll().execute()),
  ).not.toContain(token);
  site.clock.pass(1801);
  await expect(
    reset(site.accounts, site.browser().accountRequest(), { token, ...next }),
  ).rejects.toMatchObject({
    reason: "gone",
  });
});

test.each([
  ["", "Please provide a valid email address"],
  ["  ", "Please provide a valid email address"],
  [["rahima@shapla.example", "evil@evil.example"], expect.any(String)],
  [{ email: "rahima@shapla.example" }, expect.any(String)],
  ["rahima@shapla.example,evil@evil.example", expect.any(String)],
  ["rahima@shapla.example\r\nBcc: evil@evil.example", expect.any(String)],
  [null, expect.any(String)],
])("A9 rejects %j as an address", async (typed, message) => {
  await using site = await openTestAccounts("sqlite");
  await site.person(email);
  const refusal = forgot(site.accounts, site.browser().accountRequest(), { email: typed as string });
  await expect(refusal).rejects.toMatchObject({ code: "invalid", fields: { email: message } });
  expect(await site.mails()).toEqual([]);
});

test.each([{}, [], null, "", "x", 5])("A9 rejects %j as a token", async (token) => {
  await using site = await openTestAccounts("sqlite");
  const refusal = reset(site.accounts, site.browser().accountRequest(), { token: token as string, ...next });
  await expect(refusal).rejects.toMatchObject({ code: expect.stringMatching(/^(invalid|missing)$/) });
});

test.each(engines)(
  "%s: A12, M5 answers unknown addresses alike, without waiting for mail",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const known = await forgot(site.accounts, site.browser().accountRequest(), { email });
    const unknown = await forgot(site.accounts, site.browser().accountRequest(), {
      email: "nobody@shapla.example",
    });
    expect(unknown).toEqual(known);
    // Until the response, known and unknown addresses must cause the same work.
    const waiting = await site.db.query
      .selectFrom("one_time_tokens")
      .select(["purpose", "user_id"])
      .execute();
    expect(waiting).toEqual(Array(2).fill({ purpose: "reset-asked", user_id: null }));
    expect(await site.db.query.selectFrom("outbox").select("id").execute()).toEqual([]);
    expect(await site.mails()).toHaveLength(1);
    const audit = (await site.audit()).filter(({ action }) => action === "reset-asked");
    expect(audit).toHaveLength(2);
  },
);

test.each(engines)(
  "%s: A10 a password change ends other sessions and requires reauthentication",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const [here, elsewhere] = [site.browser(), site.browser()];
    for (const browser of [here, elsewhere]) await signInAs(site.accounts, browser, email);
    const change = (current: string) =>
      changePassword(site.accounts, here.accountRequest(), { current, ...next });
    await expect(change("not the right one")).rejects.toMatchObject({
      fields: { current: expect.any(String) },
    });
    site.clock.pass(901);
    await expect(change(goodPassword)).rejects.toMatchObject({ code: "stale-session" });
    await expect(
      confirmPassword(site.accounts, here.accountRequest(), { password: "wrong" }),
    ).rejects.toMatchObject({
      code: "invalid",
    });
    await confirmPassword(site.accounts, here.accountRequest(), { password: goodPassword });
    await change(goodPassword);
    expect(await identify(site.accounts, here.accountRequest())).not.toBeNull();
    expect(await identify(site.accounts, elsewhere.accountRequest())).toBeNull();
  },
);

test.each(engines)("%s: A10 both addresses confirm an email change; sessions then end", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  await askEmailChange(site.accounts, browser.accountRequest(), { email: "new@shapla.example" });
  const mails = await site.mails();
  const tokenIn = (template: string) =>
    new URL(mails.find((mail) => mail.template === template).link).searchParams.get("change") ?? "";
  const [old, fresh] = [tokenIn("email-change-old"), tokenIn("email-change-new")];
  const anyone = site.browser().accountRequest();
  expect(await readEmailChange(site.accounts, anyone, old)).toEqual({
    state: "ready",
    end: "old",
    newEmail: "new@shapla.example",
  });
  expect(await confirmEmailChange(site.accounts, anyone, { token: fresh })).toMatchObject({
    changed: false,
  });
  await expect(confirmEmailChange(site.accounts, anyone, { token: fresh })).rejects.toMatchObject({
    reason: "gone",
  });
  expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({ person: { email } });
  expect(await confirmEmailChange(site.accounts, anyone, { token: old })).toMatchObject({ changed: true });
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  expect((await site.mails())[0]).toMatchObject({ template: "email-changed", to: email });
  expect(await signInAs(site.accounts, browser, "new@shapla.example")).toMatchObject({ next: "in" });
});

test.each(engines)("%s: A12 hides existing addresses; the old address can cancel", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await site.person("taken@shapla.example", { name: "Karim" });
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const answer = await askEmailChange(site.accounts, browser.accountRequest(), {
    email: "taken@shapla.example",
  });
  expect(answer).toEqual({ cookies: [] });
  const mails = await site.mails();
  expect(mails.map(({ to, template }) => [to, template]).sort()).toEqual([
    [email, "email-change-old"],
    ["taken@shapla.example", "already-registered"],
  ]);
  const cancel =
    new URL(mails.find(({ template }) => template === "email-change-old").cancelLink).searchParams.get(
      "cancel",
    ) ?? "";
  await cancelEmailChange(site.accounts, site.browser().accountRequest(), { token: cancel });
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  expect(await site.db.query.selectFrom("one_time_tokens").select("id").execute()).toEqual([]);
});
