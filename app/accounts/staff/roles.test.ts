import { expect, test } from "vitest";
import { goodPassword, openTestAccounts, race, signIn } from "../../../tests/support/accounts.ts";
import { engines } from "../../../tests/support/database.ts";
import { offerSetup } from "../registration/setup.ts";
import { atStart, startWithAccounts } from "../start-accounts.ts";
import { listAdmins } from "./last-admin.ts";
import { ban, changeRole } from "./roles.ts";

const admin = {
  name: "Nadia",
  email: "nadia@kolpona.example",
  password: goodPassword,
  passwordAgain: goodPassword,
};

test.each(engines)(
  "%s: A18 of fifty who hold the setup link one becomes admin, and no link is made again",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const link = await offerSetup(site.world, atStart(site.world));
    const token = link?.searchParams.get("token") ?? "";
    const asking = site.browser().asking();
    expect(await site.accounts.readSetup(asking, token)).toEqual({ state: "ready" });
    const answers = await race(50, (n) =>
      site.accounts.setUp(site.browser(`198.51.100.${n}`).asking(), {
        ...admin,
        token,
        email: `a${n}@kolpona.example`,
      }),
    );
    expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "gone")).toHaveLength(49);
    expect(await listAdmins(site.db)).toHaveLength(1);
    expect(await site.db.query.selectFrom("users").select("id").execute()).toHaveLength(1);
    expect(await site.accounts.readSetup(asking, token)).toEqual({ state: "gone" });
    await expect(site.accounts.setUp(asking, { ...admin, token })).rejects.toMatchObject({ reason: "gone" });
    expect(await offerSetup(site.world, atStart(site.world))).toBeNull();
  },
);

test.each(engines)("%s: A18 a setup link is worth nothing once there is an admin", async (engine) => {
  await using site = await openTestAccounts(engine);
  const link = await offerSetup(site.world, atStart(site.world));
  const token = link?.searchParams.get("token") ?? "";
  const { id } = await site.person("first@kolpona.example", { role: "admin" });
  const setUp = site.accounts.setUp(site.browser().asking(), { ...admin, token });
  await expect(setUp).rejects.toMatchObject({ reason: "gone" });
  expect(await listAdmins(site.db)).toEqual([id]);
});

test.each(engines)("%s: A18 two links make one admin, and a made-up one none", async (engine) => {
  await using site = await openTestAccounts(engine);
  const tokens = [
    await offerSetup(site.world, atStart(site.world)),
    await offerSetup(site.world, atStart(site.world)),
  ];
  const setUp = (token: string, email: string) =>
    site.accounts.setUp(site.browser().asking(), { ...admin, token, email });
  await expect(setUp("x".repeat(43), admin.email)).rejects.toMatchObject({ reason: "gone" });
  const done = await Promise.allSettled(
    tokens.map((link, n) => setUp(link?.searchParams.get("token") ?? "", `a${n}@kolpona.example`)),
  );
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await listAdmins(site.db)).toHaveLength(1);
});

test.each(engines)(
  "%s: A18 the settings make the first admin once, and say what is wrong with them",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const told: string[] = [];
    const start = async (email: string, password: string) => {
      const started = await startWithAccounts(site.world, {
        admin: { email, password },
        tell: (line) => told.push(line),
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
    expect(told).toEqual([]);
    expect(await signIn(site.accounts, site.browser(), admin.email)).toMatchObject({ next: "in" });
  },
);

test.each(engines)("%s: A18 the last admin can't be demoted, banned or deleted", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person(admin.email, { role: "admin" });
  const here = atStart(site.world);
  const change = { actor: id, userId: id };
  await expect(changeRole(site.world, here, { ...change, role: "editor" })).rejects.toMatchObject({
    reason: "last-admin",
  });
  await expect(ban(site.world, here, change)).rejects.toMatchObject({ reason: "last-admin" });
  const browser = site.browser();
  await signIn(site.accounts, browser, admin.email);
  await expect(site.accounts.askDeletion(browser.asking())).rejects.toMatchObject({ reason: "last-admin" });
  expect(await listAdmins(site.db)).toEqual([id]);
});

test.each(engines)("%s: A18 two admins who remove each other at once leave one", async (engine) => {
  for (const way of ["demote", "ban"] as const) {
    await using site = await openTestAccounts(engine);
    const [one, two] = [
      await site.person(admin.email, { role: "admin" }),
      await site.person("b@kolpona.example", { role: "admin" }),
    ];
    const here = atStart(site.world);
    const remove = (actor: string, userId: string) =>
      way === "ban"
        ? ban(site.world, here, { actor, userId })
        : changeRole(site.world, here, { actor, userId, role: "member" });
    const done = await Promise.allSettled([remove(one.id, two.id), remove(two.id, one.id)]);
    expect([way, done.filter(({ status }) => status === "fulfilled").length]).toEqual([way, 1]);
    expect(await listAdmins(site.db)).toHaveLength(1);
  }
});

test.each(engines)(
  "%s: A2, A10, S5 another role ends the sessions of the old one, and is told and on record",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const { id } = await site.person("rahima@shapla.example");
    const browser = site.browser();
    await signIn(site.accounts, browser, "rahima@shapla.example");
    const { token } = await site.accounts.issueToken(browser.asking(), { email: "rahima@shapla.example" });
    await changeRole(site.world, atStart(site.world, "r-1"), {
      actor: "command",
      userId: id,
      role: "editor",
    });
    expect(await site.accounts.identify(browser.asking())).toBeNull();
    const asking = site.browser().asking("/api", { headers: { authorization: `Bearer ${token}` } });
    expect(await site.accounts.identifyByToken(asking)).toBeNull();
    expect((await site.mails())[0]).toMatchObject({ template: "role-changed", role: "editor" });
    expect((await site.audit()).at(-1)).toMatchObject({
      actor: "command",
      action: "role-changed",
      subject: id,
      request_id: "r-1",
    });
  },
);
