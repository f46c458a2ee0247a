import { expect, test } from "vitest";
import type { Role } from "#app/domain/accounts/accounts.ts";
import { issueToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { listSessions } from "#app/domain/accounts/sessions/own-sessions.ts";
import {
  banPerson,
  changeRoleOf,
  endSessionOf,
  endSessionsOf,
  turnOffTwoFactorOf,
  unbanPerson,
} from "#app/domain/accounts/staff/change-others.ts";
import { invite } from "#app/domain/accounts/staff/invitations.ts";
import { type Browser, openTestAccounts, race, signInAs } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { listAdmins } from "../users.ts";

type Site = Awaited<ReturnType<typeof openTestAccounts>>;

async function signedIn(site: Site, email: string, role: Role) {
  const { id } = await site.person(email, { role });
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  return { id, email, browser };
}

async function openStaff(engine: (typeof engines)[number]) {
  const site = await openTestAccounts(engine);
  const nadia = await signedIn(site, "nadia@kolpona.example", "admin");
  const rahima = await signedIn(site, "rahima@shapla.example", "member");
  return { site, nadia, rahima, staff: site.accounts };
}

/** All actions that change another person. */
function actionsOf(staff: Site["accounts"], browser: Browser, id: string) {
  return {
    changeRole: () => changeRoleOf(staff, browser.accountRequest(), { id, role: "editor" }),
    ban: () => banPerson(staff, browser.accountRequest(), { id }),
    unban: () => unbanPerson(staff, browser.accountRequest(), { id }),
    turnOffTwoFactor: () => turnOffTwoFactorOf(staff, browser.accountRequest(), { id }),
  };
}

test.each(engines)("%s: S5 an admin changes roles, bans and unbans, on record", async (engine) => {
  const { site, nadia, rahima, staff } = await openStaff(engine);
  await using _ = site;
  await changeRoleOf(staff, nadia.browser.accountRequest(), { id: rahima.id, role: "editor" });
  expect(await identify(site.accounts, rahima.browser.accountRequest())).toBeNull();
  await banPerson(staff, nadia.browser.accountRequest(), { id: rahima.id });
  await expect(signInAs(site.accounts, rahima.browser, rahima.email)).rejects.toMatchObject({
    reason: "banned",
  });
  await unbanPerson(staff, nadia.browser.accountRequest(), { id: rahima.id });
  expect(await signInAs(site.accounts, rahima.browser, rahima.email)).toMatchObject({ next: "in" });
  await turnOffTwoFactorOf(staff, nadia.browser.accountRequest(), { id: rahima.id });
  expect(await identify(site.accounts, rahima.browser.accountRequest())).toBeNull();
  const actions = (await site.audit()).filter(
    ({ actor, subject }) => actor === nadia.id && subject === rahima.id,
  );
  expect(actions.map(({ action }) => action)).toEqual([
    "role-changed",
    "banned",
    "unbanned",
    "second-step-dropped",
  ]);
  expect(actions[0]?.detail).toContain("member to editor");
});

test.each(engines)("%s: A19 changes to others require reauthentication", async (engine) => {
  const { site, nadia, rahima } = await openStaff(engine);
  await using _ = site;
  site.clock.pass(901);
  for (const [name, act] of Object.entries(actionsOf(site.accounts, nadia.browser, rahima.id)))
    await expect(act(), name).rejects.toMatchObject({ code: "stale-session" });
  const invitation = { name: "Karim", email: "karim@shapla.example", role: "admin" as const };
  await expect(invite(site.accounts, nadia.browser.accountRequest(), invitation)).rejects.toMatchObject({
    code: "stale-session",
  });
});

test.each(engines)("%s: Z1, Z3 only admins change others, by cookie or token", async (engine) => {
  const { site, nadia, rahima, staff } = await openStaff(engine);
  await using _ = site;
  const editor = await signedIn(site, "editor@kolpona.example", "editor");
  for (const { browser } of [editor, rahima])
    for (const [name, act] of Object.entries(actionsOf(site.accounts, browser, nadia.id)))
      await expect(act(), name).rejects.toMatchObject({ code: "forbidden" });
  for (const act of Object.values(actionsOf(site.accounts, site.browser(), nadia.id)))
    await expect(act()).rejects.toMatchObject({ code: "unauthenticated" });
  const { token } = await issueToken(site.accounts, editor.browser.accountRequest(), { email: editor.email });
  const byToken = site.browser().accountRequest("/api", { headers: { authorization: `Bearer ${token}` } });
  await expect(banPerson(staff, byToken, { id: rahima.id })).rejects.toMatchObject({ code: "forbidden" });
  const hostile = { id: rahima.id, role: "admin", actor: nadia.id } as never;
  await expect(changeRoleOf(staff, nadia.browser.accountRequest(), hostile)).rejects.toMatchObject({
    code: "invalid",
  });
  const roles = await site.db.query.selectFrom("users").select(["role", "banned"]).orderBy("role").execute();
  expect(roles.map(({ role, banned }) => [role, banned])).toEqual([
    ["admin", 0],
    ["editor", 0],
    ["member", 0],
  ]);
});

test.each(engines)("%s: A18 rejects changing one's own role and banning oneself", async (engine) => {
  const { site, nadia } = await openStaff(engine);
  await using _ = site;
  await site.person("other@kolpona.example", { role: "admin" });
  for (const [name, act] of Object.entries(actionsOf(site.accounts, nadia.browser, nadia.id)))
    await expect(act(), name).rejects.toMatchObject({ reason: "own-account" });
});

test.each(engines)("%s: A18 one of ten admins remains after removing each other", async (engine) => {
  await using site = await openTestAccounts(engine);
  const admins: Awaited<ReturnType<typeof signedIn>>[] = [];
  for (let n = 0; n < 10; n += 1) admins.push(await signedIn(site, `a${n}@kolpona.example`, "admin"));
  await race(10, (n) => {
    const [one, next] = [admins[n], admins[(n + 1) % 10]];
    if (!one || !next) throw new Error("There are ten.");
    return n % 2 === 0
      ? banPerson(site.accounts, one.browser.accountRequest(), { id: next.id })
      : changeRoleOf(site.accounts, one.browser.accountRequest(), { id: next.id, role: "member" });
  });
  expect((await listAdmins(site.db)).length).toBeGreaterThan(0);
});

test.each(engines)("%s: Z2, S5 an admin ends sessions of the given person only", async (engine) => {
  const { site, nadia, rahima, staff } = await openStaff(engine);
  await using _ = site;
  const [session] = await listSessions(site.accounts, rahima.browser.accountRequest());
  const accountRequest = nadia.browser.accountRequest();
  const ofNadia = { id: nadia.id, session: session?.id ?? "" };
  await expect(endSessionOf(staff, accountRequest, ofNadia)).rejects.toMatchObject({ code: "missing" });
  await endSessionOf(staff, accountRequest, { id: rahima.id, session: session?.id ?? "" });
  expect(await identify(site.accounts, rahima.browser.accountRequest())).toBeNull();
  await signInAs(site.accounts, rahima.browser, rahima.email);
  await endSessionsOf(staff, accountRequest, { id: rahima.id });
  expect(await identify(site.accounts, rahima.browser.accountRequest())).toBeNull();
  await endSessionsOf(staff, accountRequest, { id: nadia.id });
  expect(await identify(site.accounts, nadia.browser.accountRequest())).not.toBeNull();
  const actions = (await site.audit()).filter(({ actor }) => actor === nadia.id).map(({ action }) => action);
  expect(actions.slice(-3)).toEqual(["session-ended", "sessions-ended", "sessions-ended"]);
});

test.each(engines)("%s: M11 mails people who are banned, unbanned or signed out", async (engine) => {
  const { site, nadia, rahima, staff } = await openStaff(engine);
  await using _ = site;
  const ask = () => nadia.browser.accountRequest();
  const takeMails = async () => {
    const mails = await site.mails();
    await site.db.query.deleteFrom("outbox").execute();
    return mails.map(({ to, template, what, isClosed }) => [to, template, what ?? isClosed]);
  };
  await takeMails();
  const [session] = await listSessions(site.accounts, rahima.browser.accountRequest());
  await endSessionOf(staff, ask(), { id: rahima.id, session: session?.id ?? "" });
  expect(await takeMails()).toEqual([[rahima.email, "credential-changed", "sessions-ended"]]);
  await endSessionsOf(staff, ask(), { id: rahima.id });
  expect(await takeMails()).toEqual([[rahima.email, "credential-changed", "sessions-ended"]]);
  await turnOffTwoFactorOf(staff, ask(), { id: rahima.id });
  expect(await takeMails()).toEqual([[rahima.email, "credential-changed", "second-step-dropped"]]);
  await banPerson(staff, ask(), { id: rahima.id });
  expect(await takeMails()).toEqual([[rahima.email, "account-closed", true]]);
  await unbanPerson(staff, ask(), { id: rahima.id });
  expect(await takeMails()).toEqual([[rahima.email, "account-closed", false]]);
});
