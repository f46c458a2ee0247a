import { expect, test } from "vitest";
import { askDeletion } from "#app/domain/accounts/profile/profile.ts";
import { offerSetup, readSetup, setUp } from "#app/domain/accounts/registration/setup.ts";
import { identifyByToken, issueToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { goodPassword, openTestAccounts, race, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";
import { atStart, startWithAccounts } from "../start-accounts.ts";
import { listAdmins } from "../users.ts";
import { ban, changeRole } from "./change-others.ts";

const admin = {
  name: "Nadia",
  email: "nadia@kolpona.example",
  password: goodPassword,
  passwordAgain: goodPassword,
};

test.each(engines)("%s: A18 one of fifty concurrent setup links makes an admin", async (engine) => {
  await using site = await openTestAccounts(engine);
  const link = await offerSetup(site.accounts, atStart(site.accounts));
  const token = link?.searchParams.get("token") ?? "";
  const accountRequest = site.browser().accountRequest();
  expect(await readSetup(site.accounts, accountRequest, token)).toEqual({ state: "ready" });
  const answers = await race(50, (n) =>
    setUp(site.accounts, site.browser(`198.51.100.${n}`).accountRequest(), {
      ...admin,
      token,
      email: `a${n}@kolpona.example`,
    }),
  );
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "gone")).toHaveLength(49);
  expect(await listAdmins(site.db)).toHaveLength(1);
  expect(await site.db.query.selectFrom("users").select("id").execute()).toHaveLength(1);
  expect(await readSetup(site.accounts, accountRequest, token)).toEqual({ state: "gone" });
  await expect(setUp(site.accounts, accountRequest, { ...admin, token })).rejects.toMatchObject({
    reason: "gone",
  });
  expect(await offerSetup(site.accounts, atStart(site.accounts))).toBeNull();
});

test.each(engines)("%s: A18 a setup link is invalid once an admin exists", async (engine) => {
  await using site = await openTestAccounts(engine);
  const link = await offerSetup(site.accounts, atStart(site.accounts));
  const token = link?.searchParams.get("token") ?? "";
  const { id } = await site.person("first@kolpona.example", { role: "admin" });
  const made = setUp(site.accounts, site.browser().accountRequest(), { ...admin, token });
  await expect(made).rejects.toMatchObject({ reason: "gone" });
  expect(await listAdmins(site.db)).toEqual([id]);
});

test.each(engines)("%s: A18 two links create one admin; forged links are rejected", async (engine) => {
  await using site = await openTestAccounts(engine);
  const tokens = [
    await offerSetup(site.accounts, atStart(site.accounts)),
    await offerSetup(site.accounts, atStart(site.accounts)),
  ];
  const tryToken = (token: string, email: string) =>
    setUp(site.accounts, site.browser().accountRequest(), { ...admin, token, email });
  await expect(tryToken("x".repeat(43), admin.email)).rejects.toMatchObject({ reason: "gone" });
  const done = await Promise.allSettled(
    tokens.map((link, n) => tryToken(link?.searchParams.get("token") ?? "", `a${n}@kolpona.example`)),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await listAdmins(site.db)).toHaveLength(1);
});

test.each(engines)("%s: A18 settings create the first admin once and report errors", async (engine) => {
  await using site = await openTestAccounts(engine);
  const lines: string[] = [];
  const start = async (email: string, password: string) => {
    const started = await startWithAccounts(site.accounts, {
      admin: { email, password },
      print: (line) => lines.push(line),
      failed: () => {},
    });
    await started.stop();
  };
  await expect(start("nobody", goodPassword)).rejects.toThrow(/^ADMIN_EMAIL: /);
  await expect(start(admin.email, "short")).rejects.toThrow(/^ADMIN_PASSWORD: /);
  await start(admin.email, goodPassword);
  await start(admin.email, goodPassword);
  await start("other@kolpona.example", goodPassword);
  expect(await listAdmins(site.db)).toHaveLength(1);
  expect(lines).toEqual([]);
  expect(await signInAs(site.accounts, site.browser(), admin.email)).toMatchObject({ next: "in" });
});

test.each(engines)("%s: A18 rejects demoting, banning or deleting the last admin", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person(admin.email, { role: "admin" });
  const here = atStart(site.accounts);
  const change = { actor: id, userId: id };
  await expect(changeRole(site.accounts, here, { ...change, role: "editor" })).rejects.toMatchObject({
    reason: "last-admin",
  });
  await expect(ban(site.accounts, here, change)).rejects.toMatchObject({ reason: "last-admin" });
  const browser = site.browser();
  await signInAs(site.accounts, browser, admin.email);
  await expect(askDeletion(site.accounts, browser.accountRequest())).rejects.toMatchObject({
    reason: "last-admin",
  });
  expect(await listAdmins(site.db)).toEqual([id]);
});

test.each(engines)("%s: A18 one of two admins who remove each other remains", async (engine) => {
  for (const way of ["demote", "ban"] as const) {
    await using site = await openTestAccounts(engine);
    const [one, two] = [
      await site.person(admin.email, { role: "admin" }),
      await site.person("b@kolpona.example", { role: "admin" }),
    ];
    const here = atStart(site.accounts);
    const remove = (actor: string, userId: string) =>
      way === "ban"
        ? ban(site.accounts, here, { actor, userId })
        : changeRole(site.accounts, here, { actor, userId, role: "member" });
    const done = await Promise.allSettled([remove(one.id, two.id), remove(two.id, one.id)]);
    expect([way, done.filter(({ status }) => status === "fulfilled").length]).toEqual([way, 1]);
    expect(await listAdmins(site.db)).toHaveLength(1);
  }
});

test.each(engines)("%s: A2, A10, S5 a role change ends sessions, mails, is logged", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person("rahima@shapla.example");
  const browser = site.browser();
  await signInAs(site.accounts, browser, "rahima@shapla.example");
  const { token } = await issueToken(site.accounts, browser.accountRequest(), {
    email: "rahima@shapla.example",
  });
  await changeRole(site.accounts, atStart(site.accounts, "r-1"), {
    actor: "command",
    userId: id,
    role: "editor",
  });
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  const accountRequest = site
    .browser()
    .accountRequest("/api", { headers: { authorization: `Bearer ${token}` } });
  expect(await identifyByToken(site.accounts, accountRequest)).toBeNull();
  expect((await site.mails())[0]).toMatchObject({ template: "role-changed", role: "editor" });
  expect((await site.audit()).at(-1)).toMatchObject({
    actor: "command",
    action: "role-changed",
    subject: id,
    request_id: "r-1",
  });
});
