import { expect, test } from "vitest";
import { noteRefused } from "#app/domain/accounts/sessions/identify.ts";
import { signIn } from "#app/domain/accounts/sessions/sign-in.ts";
import { write } from "#app/platform/database/database.ts";
import { openTestAccounts } from "#tests/support/accounts.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { type AuditAttempt, auditDays, cleanUpAudit, recordAttempt, recordAudit } from "./audit.ts";

const visitor = { id: "visitor", requestId: "test" };
const attempt = (network: string, subject = "p1"): AuditAttempt => ({
  actor: visitor,
  action: "sign-in-failed",
  subject,
  about: { network, detail: "password" },
});

test.each(engines)("%s: M13 counts repeated attempts in one row", async (engine) => {
  await using open = await openTestDatabase(engine);
  const now = new Date();
  const tried = async (at: Date, network = "203.0.113.0/24") =>
    write(open.db, (tx) => recordAttempt(tx, attempt(network), at));
  for (let n = 0; n < 25; n += 1) await tried(now);
  await tried(now, "198.51.100.0/24");
  await tried(new Date(now.getTime() + 3_600_001));
  const rows = await open.db.query.selectFrom("audit").select("detail").orderBy("at").orderBy("id").execute();
  expect(rows.map(({ detail }) => JSON.parse(detail))).toEqual([
    { network: "203.0.113.0/24", detail: "password", times: 25 },
    { network: "198.51.100.0/24", detail: "password", times: 1 },
    { network: "203.0.113.0/24", detail: "password", times: 1 },
  ]);
});

test("M13 counts attempts together beyond a thousand networks an hour", async () => {
  await using open = await openTestDatabase("sqlite");
  const now = new Date();
  await write(open.db, async (tx) => {
    for (let n = 0; n < 1100; n += 1) await recordAttempt(tx, attempt(`10.${n >> 8}.${n & 255}.0/24`), now);
  });
  const rows = await open.db.query.selectFrom("audit").select("detail").execute();
  expect(rows).toHaveLength(1001);
  expect(
    rows.some(({ detail }) => detail.includes(`"network":"many"`) && detail.includes(`"times":100`)),
  ).toBe(true);
});

test("M13 counts attempts together beyond a thousand details an hour", async () => {
  await using open = await openTestDatabase("sqlite");
  const now = new Date();
  await write(open.db, async (tx) => {
    for (let n = 0; n < 1100; n += 1)
      await recordAttempt(
        tx,
        {
          actor: { id: "p1", requestId: "test" },
          action: "access-refused",
          subject: "",
          about: { network: "203.0.113.0/24", detail: `/made-up-${n}` },
        },
        now,
      );
  });
  const rows = await open.db.query.selectFrom("audit").select("detail").execute();
  expect(rows).toHaveLength(1001);
  expect(rows.map(({ detail }) => detail)).toContain('{"network":"many","detail":"","times":100}');
});

test("M13 groups refused paths beyond twenty a network", async () => {
  await using site = await openTestAccounts("sqlite");
  const browser = site.browser("203.0.113.77");
  const refuse = async (path: string) => {
    const accountRequest = browser.accountRequest();
    const request = new Request(new URL(path, accountRequest.request.url), accountRequest.request);
    await noteRefused(site.accounts, { ...accountRequest, request }, "p1");
  };
  await refuse("/dashboard/user.data");
  await refuse("/dashboard/user");
  for (let n = 0; n < 40; n += 1) await refuse(`/dashboard/made-up-${n}`);
  const details = (await site.audit()).map(({ detail }) => detail);
  expect(details).toHaveLength(21);
  expect(details).toContain('{"network":"203.0.113.0/24","detail":"/dashboard/user","times":2}');
  expect(details).toContain('{"network":"203.0.113.0/24","detail":"/dashboard/*","times":21}');
});

test.each(engines)("%s: M13 deletes sign-ins sooner than other actions", async (engine) => {
  await using open = await openTestDatabase(engine);
  const at = (days: number) => new Date(Date.now() + days * 86_400_000);
  await write(open.db, async (tx) => {
    await recordAudit(tx, { id: "p1", requestId: "" }, "signed-in", "p1");
    await recordAudit(tx, { id: "p1", requestId: "" }, "settings.save", "company");
  });
  const left = async () =>
    (await open.db.query.selectFrom("audit").select("action").orderBy("id").execute()).map(
      ({ action }) => action,
    );
  await cleanUpAudit(open.db, at(auditDays.access - 1));
  expect(await left()).toEqual(["signed-in", "settings.save"]);
  await cleanUpAudit(open.db, at(auditDays.access + 1));
  expect(await left()).toEqual(["settings.save"]);
  await cleanUpAudit(open.db, at(auditDays.actions + 1));
  expect(await left()).toEqual([]);
});

test.each([
  ["203.0.113.77", "203.0.113.0/24"],
  ["2001:db8:1234:5678::9", "2001:db8:1234::/48"],
])("M13 records %s as network %s", async (address, prefix) => {
  await using site = await openTestAccounts("sqlite");
  await expect(
    signIn(site.accounts, site.browser(address).accountRequest(), {
      email: "no@shapla.example",
      password: "wrong word",
    }),
  ).rejects.toMatchObject({ code: "unauthenticated" });
  const text = JSON.stringify(await site.audit());
  expect(text).toContain(prefix);
  expect(text).not.toContain(address);
});
