import type { argon2 } from "node:crypto";
import { expect, test, vi } from "vitest";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { signIn, signOut } from "#app/domain/accounts/sessions/sign-in.ts";
import { goodPassword, openTestAccounts, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";
import { ban } from "../staff/change-others.ts";
import { atStart } from "../start-accounts.ts";

const hashing = vi.hoisted(() => ({ work: [] as object[] }));
vi.mock("node:crypto", async (importOriginal) => {
  const crypto = await importOriginal<typeof import("node:crypto")>();
  const counted: typeof argon2 = (algorithm, parameters, done) => {
    const { memory, passes, parallelism } = parameters;
    hashing.work.push({ algorithm, memory, passes, parallelism });
    return crypto.argon2(algorithm, parameters, done);
  };
  return { ...crypto, argon2: counted };
});

const email = "rahima@shapla.example";
const wrong = { email, password: "not the right one" };

test.each(engines)(
  "%s: A7, P4 the account limit stops distributed guesses, not the owner",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(email);
    const own = site.browser();
    await signInAs(site.accounts, own, email);
    let checked = 0;
    for (let n = 0; n < 500; n += 1) {
      const guess = site.browser(`198.51.${n >> 8}.${n & 255}`);
      const error = await signIn(site.accounts, guess.accountRequest(), wrong).catch((error) => error);
      if (error.reason === "wrong-credentials") checked += 1;
      else expect(error).toMatchObject({ code: "too-many", detail: expect.any(Number) });
    }
    // The owner's own first sign-in came from an unknown browser.
    expect(checked).toBe(24);
    await expect(signInAs(site.accounts, site.browser("192.0.2.1"), email)).rejects.toMatchObject({
      code: "too-many",
    });
    expect(await signInAs(site.accounts, own, email)).toMatchObject({ next: "in" });
  },
);

test.each(engines)("%s: A7 limits sign-ins per network, also within one IPv6 /64", async (engine) => {
  await using site = await openTestAccounts(engine);
  const guesses = (address: (n: number) => string) =>
    Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        signIn(site.accounts, site.browser(address(n)).accountRequest(), {
          email: `a${n}@shapla.example`,
          password: "guess a word",
        }).catch((error) => error.reason),
      ),
    );
  for (const address of [() => "198.51.100.7", (n: number) => `2001:db8:1:2::${n + 1}`]) {
    const answers = await guesses(address);
    expect(answers.filter((reason) => reason === "wrong-credentials").length).toBeLessThanOrEqual(25);
    expect(answers).toContain("too-many");
  }
});

test.each(engines)("%s: A19, A4 sets a 256-bit session id in an HttpOnly cookie", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  browser.cookies.set("__Host-frontdesk.session_token", "chosen-by-somebody-else-0000000000000000000");
  const first = await signInAs(site.accounts, browser, email);
  const name = "__Host-frontdesk.session_token";
  const one = browser.cookies.get(name) ?? "";
  expect(first.cookies[0]).toBe(`${name}=${one}; Path=/; Max-Age=2592000; SameSite=Lax; Secure; HttpOnly`);
  expect(Buffer.from(one, "base64url")).toHaveLength(32);
  expect(browser.cookies.get("__Host-signed-in")).toBe("1");
  await signInAs(site.accounts, browser, email);
  const two = browser.cookies.get(name);
  expect(two).not.toBe(one);
  const rows = await site.db.query.selectFrom("sessions").selectAll().execute();
  expect(rows).toHaveLength(1);
  expect(JSON.stringify([rows, await site.audit(), await site.mails()])).not.toContain(two);
});

test.each(engines)("%s: A19 sessions expire by idle and absolute limits per role", async (engine) => {
  for (const [role, idle, absolute] of [
    ["member", 7 * 86_400, 30 * 86_400],
    ["admin", 1800, 12 * 3600],
  ] as const) {
    await using site = await openTestAccounts(engine);
    await site.person(email, { role });
    await site.person("other@shapla.example", { role: "admin" });
    const browser = site.browser();
    await signInAs(site.accounts, browser, email);
    site.clock.pass(idle - 61);
    expect(await identify(site.accounts, browser.accountRequest())).toMatchObject({ isFresh: false });
    site.clock.pass(idle - 1);
    expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
    site.clock.pass(idle + 1);
    expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
    await signInAs(site.accounts, browser, email);
    for (let gone = 0; gone < absolute - idle / 2; gone += idle / 2) {
      expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
      site.clock.pass(idle / 2);
    }
    expect(await identify(site.accounts, browser.accountRequest())).not.toBeNull();
    site.clock.pass(idle / 2);
    expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  }
});

test.each(engines)("%s: A12 answers known and unknown addresses alike, with equal work", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  await site.person("google@shapla.example", { password: null });
  const works: object[][] = [];
  for (const address of [email, "nobody@shapla.example", "google@shapla.example"]) {
    hashing.work = [];
    const error = await signIn(site.accounts, site.browser().accountRequest(), {
      email: address,
      password: "not the right one",
    }).catch((e) => e);
    works.push(hashing.work);
    expect({ ...error, stack: "", message: error.message }).toMatchObject({
      code: "unauthenticated",
      reason: "wrong-credentials",
      fields: { password: "Enter it again or reset your password" },
      message: "Wrong e-mail address or password.",
    });
  }
  // A hash takes tens of milliseconds; a missing one would reveal whether an account exists.
  const [known] = works;
  expect(known).toHaveLength(1);
  expect(works).toEqual([known, known, known]);
});

test.each(engines)("%s: A2 bans end sessions; only correct passwords show the reason", async (engine) => {
  await using site = await openTestAccounts(engine);
  const user = await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const other = site.browser();
  await signInAs(site.accounts, other, email);
  await site.db.query.updateTable("users").set({ banned: 1 }).where("id", "=", user.id).execute();
  expect(await identify(site.accounts, other.accountRequest())).toBeNull();
  await ban(site.accounts, atStart(site.accounts), { actor: "test", userId: user.id });
  expect(await site.db.query.selectFrom("sessions").select("id").execute()).toEqual([]);
  expect(await identify(site.accounts, browser.accountRequest())).toBeNull();
  await expect(signInAs(site.accounts, browser, email)).rejects.toMatchObject({
    code: "forbidden",
    reason: "banned",
  });
  await expect(signIn(site.accounts, browser.accountRequest(), wrong)).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
});

test.each(engines)("%s: mails the owner about a new browser only", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const [home, phone] = [site.browser(), site.browser("198.51.100.44")];
  for (const browser of [home, home, phone, home, phone]) await signInAs(site.accounts, browser, email);
  expect((await site.mails()).map(({ template, browser, network }) => [template, browser, network])).toEqual([
    ["new-device", "Firefox on Linux", "198.51.100.44"],
  ]);
});

test.each(engines)("%s: S5 logs each sign-in and failure with actor and origin", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { id } = await site.person(email);
  const browser = site.browser();
  await signIn(site.accounts, browser.accountRequest(), wrong).catch(() => {});
  await signIn(site.accounts, browser.accountRequest(), { ...wrong, email: "nobody@shapla.example" }).catch(
    () => {},
  );
  await signInAs(site.accounts, browser, email);
  await signOut(site.accounts, browser.accountRequest());
  const rows = (await site.audit()).filter(({ action }) => action !== "account-created");
  expect(rows.map(({ actor, action, subject }) => [actor, action, subject])).toEqual([
    ["visitor", "sign-in-failed", id],
    ["visitor", "sign-in-failed", ""],
    [id, "signed-in", id],
    [id, "signed-out", id],
  ]);
  for (const row of rows) {
    expect(row).toMatchObject({ request_id: "test-request", at: expect.stringMatching(/Z$/) });
    expect(JSON.parse(row.detail)).toMatchObject({ network: "203.0.113.0/24" });
    expect(JSON.stringify(row)).not.toMatch(/shapla|not the right/);
  }
});

test("P1 rejects excess concurrent sign-ins immediately", async () => {
  await using site = await openTestAccounts("sqlite");
  await site.person(email);
  const started = performance.now();
  const all = Array.from({ length: 100 }, (_, n) => {
    const accountRequest = site.browser(`198.51.100.${n}`).accountRequest();
    return signIn(site.accounts, accountRequest, {
      email: `a${n}@shapla.example`,
      password: goodPassword,
    }).catch((error) => ({
      code: error.code,
      after: performance.now() - started,
    }));
  });
  const answers = (await Promise.all(all)) as { code: string; after: number }[];
  const busy = answers.filter(({ code }) => code === "too-busy");
  expect(busy.length).toBeGreaterThan(70);
  const others = answers.filter(({ code }) => code === "unauthenticated");
  expect(others.length).toBeLessThanOrEqual(20);
  expect(Math.min(...busy.map(({ after }) => after))).toBeLessThan(
    Math.max(...others.map(({ after }) => after)),
  );
});

test("P1 one connection cannot block known browsers or other networks", async () => {
  await using site = await openTestAccounts("sqlite");
  await site.person(email);
  const own = site.browser("192.0.2.1");
  await signInAs(site.accounts, own, email);
  const guess = (n: number) =>
    signInAs(site.accounts, site.browser(`2001:db8:7:${n.toString(16)}::1`), `a${n}@shapla.example`).catch(
      ({ code }) => code,
    );
  const guesses = Array.from({ length: 60 }, (_, n) => guess(n));
  // After the first response the queue is full.
  await Promise.race(guesses);
  expect(await signInAs(site.accounts, own, email)).toMatchObject({ next: "in" });
  expect(await signInAs(site.accounts, site.browser("198.51.100.1"), email)).toMatchObject({ next: "in" });
  expect((await Promise.all(guesses)).filter((code) => code === "too-busy").length).toBeGreaterThan(40);
});

test("P1 strangers from many networks cannot fill the known-browser queue", async () => {
  await using site = await openTestAccounts("sqlite");
  await site.person(email);
  const own = site.browser("192.0.2.1");
  await signInAs(site.accounts, own, email);
  const guesses = Array.from({ length: 60 }, (_, n) =>
    signInAs(site.accounts, site.browser(`198.51.100.${n}`), `a${n}@shapla.example`).catch(
      ({ code }) => code,
    ),
  );
  await Promise.race(guesses);
  expect(await signInAs(site.accounts, own, email)).toMatchObject({ next: "in" });
  await Promise.all(guesses);
});

test.each([
  ["/56", 1, 120, 20],
  ["/48", 16, 260, 10],
] as const)("A7 password checks of one IPv6 %s are counted together", async (_, step, guesses, refused) => {
  await using site = await openTestAccounts("sqlite");
  const guess = (n: number) =>
    signInAs(
      site.accounts,
      site.browser(`2001:db8:7:${(n * step).toString(16)}::1`),
      `a${n}@shapla.example`,
    ).catch(({ code }) => code);
  // Of concurrent requests most are rejected by the queue, but counted.
  const codes = await Promise.all(Array.from({ length: guesses }, (_each, n) => guess(n)));
  expect(codes.filter((code) => code === "too-many")).toHaveLength(refused);
});

test.each(engines)("%s: rejects two cookies with the same name", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(email);
  const browser = site.browser();
  await signInAs(site.accounts, browser, email);
  const twice = `${browser.header()}; __Host-frontdesk.session_token=other`;
  const accountRequest = site.browser().accountRequest("/", { headers: { cookie: twice } });
  expect(await identify(site.accounts, accountRequest)).toBeNull();
});
