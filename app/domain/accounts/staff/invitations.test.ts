import { expect, test } from "vitest";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { atStart, cleanUpAccounts } from "#app/domain/accounts/start-accounts.ts";
import { goodPassword, openTestAccounts, race, signInAs } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { changeRole } from "./change-others.ts";
import {
  acceptInvitation,
  invite,
  listInvitations,
  readInvitation,
  resendInvitation,
  revokeInvitation,
} from "./invitations.ts";

const karim = { name: "Karim", email: "karim@kolpona.example", role: "editor" as const };
const passwords = { password: goodPassword, passwordAgain: goodPassword };

async function openInviting(engine: (typeof engines)[number]) {
  const site = await openTestAccounts(engine);
  const nadia = await site.person("nadia@kolpona.example", { role: "admin", name: "Nadia" });
  const browser = site.browser();
  await signInAs(site.accounts, browser, nadia.email);
  const staff = site.accounts;
  /** Secret from the newest mail. */
  const token = async () => new URL((await site.mails())[0]?.link).searchParams.get("token") ?? "";
  const accept = (secret: string) =>
    acceptInvitation(site.accounts, site.browser().accountRequest(), { token: secret, ...passwords });
  const read = async (secret: string) =>
    (await readInvitation(site.accounts, site.browser().accountRequest(), secret)).state;
  return { site, nadia, browser, staff, token, accept, read };
}

test.each(engines)("%s: an invited person sets a password once, gets the role", async (engine) => {
  const { site, nadia, browser, staff, token, accept } = await openInviting(engine);
  await using _ = site;
  const { id } = await invite(staff, browser.accountRequest(), karim);
  expect((await site.mails())[0]).toMatchObject({ to: karim.email, template: "invited", name: "Karim" });
  const secret = await token();
  const rows = JSON.stringify(await site.db.query.selectFrom("invitations").selectAll().execute());
  expect(rows).not.toContain(secret);
  expect(await listInvitations(site.db, site.clock.now())).toMatchObject([
    { ...karim, id, invitedBy: "Nadia", isExpired: false, expiresAt: "2026-03-08T10:00:00.000Z" },
  ]);
  expect(await readInvitation(site.accounts, site.browser().accountRequest(), secret)).toEqual({
    ...karim,
    state: "ready",
    hasAccount: false,
  });
  const answers = await race(20, () => accept(secret));
  expect(answers.filter((answer) => answer === "done")).toHaveLength(1);
  expect(answers.filter((answer) => answer === "gone")).toHaveLength(19);
  const theirs = site.browser();
  expect(await signInAs(site.accounts, theirs, karim.email)).toMatchObject({ next: "in" });
  expect(await identify(site.accounts, theirs.accountRequest())).toMatchObject({
    person: { id, role: "editor" },
  });
  expect(await listInvitations(site.db, site.clock.now())).toEqual([]);
  const about = (await site.audit()).filter(({ subject }) => subject === id);
  expect(about.map(({ actor, action }) => [actor, action]).slice(0, 2)).toEqual([
    [nadia.id, "invited"],
    [id, "account-created"],
  ]);
});

test.each(engines)("%s: S5 a link ends when resent, revoked or a week old", async (engine) => {
  const { site, browser, staff, token, accept, read } = await openInviting(engine);
  await using _ = site;
  await site.saveSettings({ accounts: { secondStepGraceDays: 30 } });
  const { id } = await invite(staff, browser.accountRequest(), karim);
  const first = await token();
  await resendInvitation(staff, browser.accountRequest(), { id });
  const second = await token();
  expect([await read(first), await read(second), await read("")]).toEqual(["gone", "ready", "gone"]);
  await expect(accept(first)).rejects.toMatchObject({ reason: "gone" });
  site.clock.pass(7 * 86_400);
  await expect(accept(second)).rejects.toMatchObject({ reason: "gone" });
  await cleanUpAccounts(site.accounts);
  await signInAs(site.accounts, browser, "nadia@kolpona.example");
  expect(await listInvitations(site.db, site.clock.now())).toMatchObject([{ id, isExpired: true }]);
  await resendInvitation(staff, browser.accountRequest(), { id });
  const third = await token();
  expect(await read(third)).toBe("ready");
  await revokeInvitation(staff, browser.accountRequest(), { id });
  await expect(accept(third)).rejects.toMatchObject({ reason: "gone" });
  await expect(revokeInvitation(staff, browser.accountRequest(), { id })).rejects.toMatchObject({
    code: "missing",
  });
  const actions = (await site.audit()).filter(({ subject }) => subject === id).map(({ action }) => action);
  expect(actions).toEqual(["invited", "invitation-resent", "invitation-resent", "invitation-revoked"]);
});

test.each(engines)("%s: Z5 an invitation ends when its inviter loses the admin role", async (engine) => {
  const { site, nadia, browser, staff, token, accept } = await openInviting(engine);
  await using _ = site;
  await site.person("other@kolpona.example", { role: "admin" });
  await invite(staff, browser.accountRequest(), { ...karim, role: "admin" });
  const secret = await token();
  const change = { actor: "command", userId: nadia.id, role: "member" as const };
  await changeRole(site.accounts, atStart(site.accounts), change);
  await expect(accept(secret)).rejects.toMatchObject({ reason: "gone" });
  expect(
    await site.db.query.selectFrom("users").select("id").where("email", "=", karim.email).execute(),
  ).toEqual([]);
});

test.each(engines)(
  "%s: promotes accounts created meanwhile; rejects inviting existing accounts",
  async (engine) => {
    const { site, browser, staff, token } = await openInviting(engine);
    await using _ = site;
    await invite(staff, browser.accountRequest(), karim);
    const again = invite(staff, browser.accountRequest(), { ...karim, email: "KARIM@kolpona.example" });
    await expect(again).rejects.toMatchObject({
      fields: { email: expect.stringContaining("invited already") },
    });
    const secret = await token();
    const { id } = await site.person(karim.email, { name: "Karim H." });
    const accountRequest = site.browser().accountRequest();
    expect(await readInvitation(site.accounts, accountRequest, secret)).toMatchObject({ hasAccount: true });
    const accepted = await acceptInvitation(site.accounts, accountRequest, { token: secret });
    expect(accepted).toEqual({ next: "sign-in", cookies: [] });
    const row = await site.db.query.selectFrom("users").selectAll().where("id", "=", id).executeTakeFirst();
    expect(row).toMatchObject({ name: "Karim H.", role: "editor" });
    const known = invite(staff, browser.accountRequest(), karim);
    await expect(known).rejects.toMatchObject({
      fields: { email: expect.stringContaining("account already") },
    });
  },
);

test.each(engines)("%s: A9 reports invalid addresses, roles and names by field", async (engine) => {
  const { site, browser, staff } = await openInviting(engine);
  await using _ = site;
  const wrong: [object, string][] = [
    [{ email: "a@b.example,c@d.example" }, "email"],
    [{ email: ["a@b.example"] }, "email"],
    [{ email: "a@b.example\r\nBcc: x@y.example" }, "email"],
    [{ role: "owner" }, "role"],
    [{ name: " " }, "name"],
    [{ banned: 0 }, "banned"],
  ];
  for (const [part, field] of wrong) {
    const input = { ...karim, ...part } as typeof karim;
    await expect(invite(staff, browser.accountRequest(), input)).rejects.toMatchObject({
      fields: { [field]: expect.any(String) },
    });
  }
  expect(await site.mails()).toEqual([]);
});

test.each(engines)("%s: accepting an invitation signs in to the new account", async (engine) => {
  const { site, browser, staff, token } = await openInviting(engine);
  await using _ = site;
  const { id } = await invite(staff, browser.accountRequest(), karim);
  await site.saveSettings({ accounts: { secondStepGraceDays: 0 } });
  const theirs = site.browser();
  const secret = await token();
  theirs.keep(await acceptInvitation(staff, theirs.accountRequest(), { token: secret, ...passwords }));
  expect(await identify(staff, theirs.accountRequest())).toMatchObject({
    person: { id },
    isFresh: true,
    needsTwoFactor: true,
  });
  expect(await site.audit()).toContainEqual(
    expect.objectContaining({ actor: id, action: "signed-in", detail: expect.stringContaining("password") }),
  );
});
