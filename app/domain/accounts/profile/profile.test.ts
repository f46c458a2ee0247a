import sharp from "sharp";
import { expect, test } from "vitest";
import { listPasskeys, removePasskey, renamePasskey } from "#app/domain/accounts/passkeys.ts";
import { forgot } from "#app/domain/accounts/passwords/reset.ts";
import { register } from "#app/domain/accounts/registration/register.ts";
import { identifyByToken, issueToken } from "#app/domain/accounts/sessions/access-tokens.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { endOtherSessions, endSession, listSessions } from "#app/domain/accounts/sessions/own-sessions.ts";
import { cleanUpAccounts } from "#app/domain/accounts/start-accounts.ts";
import { acceptMessage } from "#app/domain/leads/intake/accept-lead.ts";
import { goodPassword, openTestAccounts, signInAs } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { exportMe } from "./export-me.ts";
import { setNewsletter } from "./newsletter.ts";
import { askDeletion, keepAccount, listMyMessages, readPhoto, savePhoto, saveProfile } from "./profile.ts";

const email = "rahima@shapla.example";
type Site = Awaited<ReturnType<typeof openTestAccounts>>;

async function signedIn(site: Site, address = email, name = "Rahima Khatun") {
  const user = await site.person(address, { name });
  const browser = site.browser();
  await signInAs(site.accounts, browser, address);
  return { user, browser };
}

async function writeToCompany(site: Site, from: string) {
  const origin = { address: "192.0.2.9", consentText: "Yes", now: site.clock.now() };
  const message = { name: "Rahima Khatun", email: from, message: "Three looms, please", consent: true };
  return acceptMessage(site.db, message, origin);
}

test.each(engines)("%s: Z2 hides other people's sessions, passkeys, photos and messages", async (engine) => {
  await using site = await openTestAccounts(engine);
  const [mine, theirs] = [await signedIn(site), await signedIn(site, "karim@shapla.example", "Karim")];
  const { accounts } = site;
  const [session] = await listSessions(accounts, theirs.browser.accountRequest());
  const id = session?.id ?? "";
  const missing = { code: "missing" };
  await expect(endSession(accounts, mine.browser.accountRequest(), { id })).rejects.toMatchObject(missing);
  await endOtherSessions(accounts, mine.browser.accountRequest());
  expect(await identify(accounts, theirs.browser.accountRequest())).not.toBeNull();
  const key = {
    credential_id: "c",
    public_key: "k",
    counter: 0,
    device_type: "x",
    backed_up: 0,
    transports: "",
    aaguid: "",
  };
  await site.db.query
    .insertInto("passkeys")
    .values({
      id: "k-1",
      user_id: theirs.user.id,
      name: "Phone",
      created_at: "",
      last_used_at: null,
      ...key,
    })
    .execute();
  expect(await listPasskeys(accounts, mine.browser.accountRequest())).toEqual([]);
  await expect(
    renamePasskey(accounts, mine.browser.accountRequest(), { id: "k-1", name: "Mine" }),
  ).rejects.toMatchObject(missing);
  await expect(removePasskey(accounts, mine.browser.accountRequest(), { id: "k-1" })).rejects.toMatchObject(
    missing,
  );
  const png = await sharp({ create: { width: 400, height: 300, channels: 3, background: "#0a7" } })
    .png()
    .toBuffer();
  await savePhoto(accounts, theirs.browser.accountRequest(), png);
  const photo =
    (await identify(accounts, theirs.browser.accountRequest()))?.person.image?.split("/").at(-1) ?? "";
  expect((await readPhoto(accounts, theirs.browser.accountRequest(), photo))?.byteLength).toBeGreaterThan(50);
  expect(await readPhoto(accounts, mine.browser.accountRequest(), photo)).toBeNull();
  for (let n = 1; n < 10; n += 1) await savePhoto(accounts, theirs.browser.accountRequest(), png);
  await expect(savePhoto(accounts, theirs.browser.accountRequest(), png)).rejects.toMatchObject({
    code: "too-many",
  });
  await writeToCompany(site, "karim@shapla.example");
  expect(await listMyMessages(accounts, mine.browser.accountRequest())).toEqual([]);
  expect(await listMyMessages(accounts, theirs.browser.accountRequest())).toMatchObject([
    { kind: "message", summary: "Three looms, please" },
  ]);
});

test.each(engines)("%s: Z3 changes only the name and phone of a profile", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { browser, user } = await signedIn(site);
  for (const more of [
    { role: "admin" },
    { banned: 0 },
    { id: "x" },
    { email: "x@x.example" },
    { createdAt: "x" },
    { deletesAt: null },
  ]) {
    const input = { name: "Rahima", phone: "", ...more };
    await expect(saveProfile(site.accounts, browser.accountRequest(), input)).rejects.toMatchObject({
      code: "invalid",
    });
  }
  await saveProfile(site.accounts, browser.accountRequest(), { name: "Rahima K.", phone: "01711 123456" });
  expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({
    person: { id: user.id, name: "Rahima K.", phone: "+8801711123456", role: "member", email },
  });
});

test.each(engines)(
  "%s: R1 export requires reauthentication, includes all tables, omits secrets",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const { browser, user } = await signedIn(site);
    await writeToCompany(site, email);
    await setNewsletter(site.accounts, browser.accountRequest(), { wanted: true, consentText: "Send it" });
    await forgot(site.accounts, site.browser().accountRequest(), { email });
    const { id: nadia } = await site.person("nadia@kolpona.example", { role: "editor" });
    await site.db.query
      .updateTable("leads")
      .set({ status: "spam", spam_reasons: "too-fast", assignee_id: nadia })
      .execute();
    const exported = (await exportMe(site.accounts, browser.accountRequest())) as Record<string, unknown>;
    expect(exported.messages).toMatchObject([{ status: "new", message: "Three looms, please", replies: [] }]);
    expect(JSON.stringify(exported)).not.toMatch(
      /spam|too-fast|assignee|fingerprint|unsubscribe_token|leave_key/,
    );
    expect(JSON.stringify(exported)).not.toContain(nadia);
    const tables = await site.db.query.introspection.getTables();
    for (const { name, columns, isView } of tables) {
      if (isView) continue;
      const isTheirs = columns.some(({ name }) => ["user_id", "email", "email_key", "to_key"].includes(name));
      const parts = name === "leads" ? ["messages", "calls"] : [name];
      if (isTheirs) expect(Object.keys(exported), name).toEqual(expect.arrayContaining(parts));
    }
    const text = JSON.stringify(exported);
    for (const part of ["Three looms, please", email, user.id, "signed-in"]) expect(text).toContain(part);
    expect(text).not.toMatch(/\$argon2id|"token"|"secret"|private_key/);
    site.clock.pass(901);
    await expect(exportMe(site.accounts, browser.accountRequest())).rejects.toMatchObject({
      code: "stale-session",
    });
  },
);

test.each(engines)("%s: R2 erases an account with its personal data after 14 days", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person("admin@kolpona.example", { role: "admin", name: "Nadia" });
  const { browser, user } = await signedIn(site);
  await writeToCompany(site, email);
  await setNewsletter(site.accounts, browser.accountRequest(), { wanted: true, consentText: "Send it" });
  await register(site.accounts, site.browser().accountRequest(), {
    name: "Rahima Khatun",
    email,
    password: goodPassword,
    passwordAgain: goodPassword,
    consent: true,
  });
  const { token } = await issueToken(site.accounts, browser.accountRequest(), { email });
  await askDeletion(site.accounts, browser.accountRequest());
  expect((await site.mails())[0]).toMatchObject({ template: "deletion-asked" });
  expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({
    person: { deletesAt: "2026-03-15T10:00:00.000Z" },
  });
  await keepAccount(site.accounts, browser.accountRequest());
  await askDeletion(site.accounts, browser.accountRequest());
  site.clock.pass(14 * 86_400 - 60);
  await cleanUpAccounts(site.accounts);
  expect(await site.db.query.selectFrom("users").select("id").execute()).toHaveLength(2);
  site.clock.pass(120);
  await cleanUpAccounts(site.accounts);
  expect(await site.db.query.selectFrom("users").select("email").execute()).toEqual([
    { email: "admin@kolpona.example" },
  ]);
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  const bearer = site.browser().accountRequest("/api", { headers: { authorization: `Bearer ${token}` } });
  expect(await identifyByToken(site.accounts, bearer)).toBeNull();
  const [farewell] = await site.mails();
  expect(farewell).toMatchObject({ template: "deleted", to: email });
  await site.db.query
    .updateTable("outbox")
    .set({ status: "sent" })
    .where("template", "=", "deleted")
    .execute();
  await cleanUpAccounts(site.accounts);
  for (const { name } of await site.db.query.introspection.getTables()) {
    if (/^(entry_search|lead_search_(data|idx)|kysely_)/.test(name)) continue;
    const rows = JSON.stringify(
      await site.db.query
        .selectFrom(name as "users")
        .selectAll()
        .execute(),
    );
    expect(rows, name).not.toMatch(/rahima/i);
    if (name !== "audit") expect(rows, name).not.toContain(user.id);
  }
});

test.each(engines)("%s: the newsletter follows the setting; cleanup deletes expired rows", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { browser } = await signedIn(site);
  const newsletter = async () => (await identify(site.accounts, browser.accountRequest()))?.person.newsletter;
  expect(await newsletter()).toBe("none");
  await setNewsletter(site.accounts, browser.accountRequest(), { wanted: true, consentText: "Send it" });
  expect(await newsletter()).toBe("confirmed");
  await setNewsletter(site.accounts, browser.accountRequest(), { wanted: false, consentText: "" });
  expect(await newsletter()).toBe("none");
  await forgot(site.accounts, site.browser().accountRequest(), { email });
  site.clock.pass(31 * 86_400);
  await cleanUpAccounts(site.accounts);
  for (const table of ["one_time_tokens", "sessions", "registrations"] as const)
    expect(await site.db.query.selectFrom(table).select("id").execute(), table).toEqual([]);
});
