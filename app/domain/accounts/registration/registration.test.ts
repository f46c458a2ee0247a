import { expect, test } from "vitest";
import { forgot } from "#app/domain/accounts/passwords/reset.ts";
import { identify } from "#app/domain/accounts/sessions/identify.ts";
import { describeNewsletterForm } from "#app/domain/leads/intake/newsletter-form.ts";
import { goodPassword, openTestAccounts, signInAs } from "../../../../tests/support/accounts.ts";
import { engines } from "../../../../tests/support/database.ts";
import { accountConsent } from "../accounts.ts";
import { isPassword } from "../passwords/password.ts";
import { readVerification, register, resendVerification, verify } from "./register.ts";

const rahima = {
  name: "Rahima Khatun",
  email: "rahima@shapla.example",
  password: goodPassword,
  passwordAgain: goodPassword,
  consent: true,
};
const stranger = {
  ...rahima,
  name: "Stranger",
  password: "owned by a stranger",
  passwordAgain: "owned by a stranger",
};

function tokenOf(mail: { link: string } | undefined): string {
  return new URL(mail?.link ?? "http://none").searchParams.get("token") ?? "";
}

test.each(engines)("%s: creates the account only after confirmation by mailed link", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { accounts } = site;
  const browser = site.browser();
  browser.keep(await register(accounts, browser.accountRequest(), rahima));
  expect(await site.db.query.selectFrom("users").selectAll().execute()).toEqual([]);
  await expect(signInAs(accounts, browser, rahima.email)).rejects.toMatchObject({
    reason: "wrong-credentials",
  });
  const [mail] = await site.mails();
  expect(mail).toMatchObject({ to: rahima.email, template: "verify", name: rahima.name });
  const token = tokenOf(mail);
  expect(await readVerification(accounts, browser.accountRequest(), token)).toEqual({
    state: "ready",
    email: rahima.email,
    needsPassword: false,
  });
  browser.keep(await verify(accounts, browser.accountRequest(), { token }));
  expect(await identify(accounts, browser.accountRequest())).toBeNull();
  expect(await signInAs(accounts, browser, "Rahima@Shapla.example")).toMatchObject({ next: "in" });
  expect(await identify(accounts, browser.accountRequest())).toMatchObject({
    isFresh: true,
    needsTwoFactor: false,
    person: { name: rahima.name, email: rahima.email, role: "member", hasPassword: true, deletesAt: null },
  });
  expect((await site.mails())[0]).toMatchObject({ template: "welcome", to: rahima.email });
  await expect(verify(accounts, browser.accountRequest(), { token })).rejects.toMatchObject({
    reason: "gone",
  });
});

test.each(engines)("%s: A5 registering first never gives access to another's address", async (engine) => {
  for (const first of ["stranger", "owner"]) {
    await using site = await openTestAccounts(engine);
    const { accounts } = site;
    const [theirs, own] = [site.browser("198.51.100.1"), site.browser()];
    const steps = [
      () => register(accounts, theirs.accountRequest(), stranger).then(theirs.keep),
      () => register(accounts, own.accountRequest(), rahima).then(own.keep),
    ];
    for (const step of first === "stranger" ? steps : steps.reverse()) await step();
    for (const mail of (await site.mails()).filter(({ template }) => template === "verify")) {
      const token = tokenOf(mail);
      const { state, needsPassword } = await readVerification(accounts, own.accountRequest(), token);
      if (state === "gone") continue;
      if (needsPassword)
        await expect(verify(accounts, own.accountRequest(), { token })).rejects.toMatchObject({
          code: "invalid",
        });
      await verify(accounts, own.accountRequest(), {
        token,
        ...(needsPassword && { password: goodPassword, passwordAgain: goodPassword }),
      });
    }
    await expect(signInAs(accounts, theirs, rahima.email, stranger.password)).rejects.toMatchObject({
      reason: "wrong-credentials",
    });
    expect(await signInAs(accounts, own, rahima.email)).toMatchObject({ next: "in" });
    expect(await site.db.query.selectFrom("users").select("id").execute()).toHaveLength(1);
    expect(await site.db.query.selectFrom("registrations").select("id").execute()).toEqual([]);
  }
});

test.each(engines)("%s: A5 one of twenty concurrent uses of a link succeeds", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  browser.keep(await register(site.accounts, browser.accountRequest(), rahima));
  const token = tokenOf((await site.mails())[0]);
  const tries = Array.from({ length: 20 }, () => verify(site.accounts, browser.accountRequest(), { token }));
  const done = await Promise.allSettled(tries);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of done) if (one.status === "rejected") expect(one.reason).toMatchObject({ reason: "gone" });
});

test.each(engines)("%s: a link expires after 30 minutes", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  browser.keep(await register(site.accounts, browser.accountRequest(), rahima));
  const token = tokenOf((await site.mails())[0]);
  site.clock.pass(30 * 60 + 1);
  expect(await readVerification(site.accounts, browser.accountRequest(), token)).toMatchObject({
    state: "gone",
  });
  await expect(verify(site.accounts, browser.accountRequest(), { token })).rejects.toMatchObject({
    reason: "gone",
  });
});

test.each(engines)("%s: A12 answers an existing address alike and mails its owner", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(rahima.email, { name: "Rahima" });
  const browser = site.browser();
  const known = await register(site.accounts, browser.accountRequest(), { ...rahima, name: "Somebody" });
  const fresh = await register(site.accounts, browser.accountRequest(), {
    ...rahima,
    email: "new@shapla.example",
  });
  const shape = (cookies: readonly string[]) => cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;"));
  expect(shape(known.cookies)).toEqual(shape(fresh.cookies));
  expect((await site.mails()).map(({ to, template, name }) => [to, template, name])).toEqual([
    ["new@shapla.example", "verify", "Rahima Khatun"],
    [rahima.email, "already-registered", "Rahima"],
  ]);
});

test.each(engines)("%s: M4 limits mails per address, but leaves one valid link", async (engine) => {
  await using site = await openTestAccounts(engine);
  await site.person(rahima.email);
  const ask = async (n: number) => {
    const browser = site.browser(`198.51.100.${n}`);
    if (n % 2 === 0) return forgot(site.accounts, browser.accountRequest(), { email: rahima.email });
    await register(site.accounts, browser.accountRequest(), rahima);
  };
  const requestTwentyTimes = async () => {
    for (let n = 0; n < 20; n += 1) await ask(n);
    const mails = await site.mails();
    return ["reset", "already-registered"].map(
      (wanted) => mails.filter(({ template }) => template === wanted).length,
    );
  };
  // One extra mail while no link is valid; otherwise the owner is locked out.
  expect(await requestTwentyTimes()).toEqual([6, 5]);
  site.clock.pass(1801 + 360);
  expect(await requestTwentyTimes()).toEqual([12, 10]);
  site.clock.pass(1801 + 360);
  expect(await requestTwentyTimes()).toEqual([13, 11]);
});

test.each([
  [{ name: " " }, "name"],
  [{ email: "a@b" }, "email"],
  [{ email: ["rahima@shapla.example"] }, "email"],
  [{ email: "a@x.example,b@x.example" }, "email"],
  [{ email: "a@x.example\r\nBcc: z@x.example" }, "email"],
  [{ consent: false }, "consent"],
  [{ password: "short", passwordAgain: "short" }, "password"],
  [{ password: "x".repeat(129), passwordAgain: "x".repeat(129) }, "password"],
  [{ password: "Password123!", passwordAgain: "Password123!" }, "password"],
  [{ password: "qwertyuiop", passwordAgain: "qwertyuiop" }, "password"],
  [{ password: "1234567890", passwordAgain: "1234567890" }, "password"],
  [{ password: "kolpona2026", passwordAgain: "kolpona2026" }, "password"],
  [{ password: "rahima khatun", passwordAgain: "rahima khatun" }, "password"],
  [{ password: "aaaaaaaaaaaa", passwordAgain: "aaaaaaaaaaaa" }, "password"],
  [{ passwordAgain: "something else" }, "passwordAgain"],
  [{ password: 1234567890 }, "password"],
  [{ role: "admin" }, "role"],
  [{ emailVerified: true }, "emailVerified"],
  [{ id: "x" }, "id"],
])("Z3, A9 %j is rejected with an error for %s", async (wrong, field) => {
  await using site = await openTestAccounts("sqlite");
  const input = { ...rahima, ...wrong } as typeof rahima;
  const refusal = register(site.accounts, site.browser().accountRequest(), input);
  await expect(refusal).rejects.toMatchObject({ code: "invalid", fields: { [field]: expect.any(String) } });
  expect(await site.mails()).toEqual([]);
});

test("reports all form errors at once and in order", async () => {
  await using site = await openTestAccounts("sqlite");
  const fieldsOf = (input: object) =>
    register(site.accounts, site.browser().accountRequest(), input as typeof rahima).then(
      () => [],
      ({ fields }) => Object.entries(fields),
    );
  expect(await fieldsOf({ name: "", email: "", password: "", passwordAgain: "", consent: false })).toEqual([
    ["name", "Enter your name"],
    ["email", expect.any(String)],
    ["password", "Enter a password"],
    ["consent", "Tick this box to create an account"],
  ]);
  const short = { ...rahima, password: "short", passwordAgain: "shorter", consent: false };
  expect(await fieldsOf(short)).toEqual([
    ["password", "Use at least 10 characters"],
    ["passwordAgain", "The two passwords don’t match"],
    ["consent", "Tick this box to create an account"],
  ]);
  const differing = { ...rahima, email: "a@b", passwordAgain: "something else" };
  expect(await fieldsOf(differing)).toEqual([
    ["email", expect.any(String)],
    ["passwordAgain", "The two passwords don’t match"],
  ]);
});

test.each(engines)("%s: stores the consent text verbatim with the account", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  browser.keep(await register(site.accounts, browser.accountRequest(), { ...rahima, newsletter: true }));
  const [mail] = await site.mails();
  const token = new URL(mail.link).searchParams.get("token") ?? "";
  site.clock.pass(60);
  await verify(site.accounts, browser.accountRequest(), { token });
  const user = await site.db.query.selectFrom("users").selectAll().executeTakeFirstOrThrow();
  expect(user).toMatchObject({ consent_text: accountConsent, consented_at: "2026-03-01T10:00:00.000Z" });
  const reader = await site.db.query.selectFrom("subscribers").selectAll().executeTakeFirstOrThrow();
  expect(reader.consent_text).toBe(describeNewsletterForm().consent);
});

test.each([
  "seven green mango crates",
  "  spaces at both ends  ",
  "আমার সোনার বাংলা দেশ",
  "🍃🌿🍀🌾🌱🌲🌳🌴🌵🌷",
  `${"x1y2z3w4v5".repeat(12)}abcdefgh`,
])("A14 hashes a password of any script unchanged: %s", async (password) => {
  await using site = await openTestAccounts("sqlite");
  await register(site.accounts, site.browser().accountRequest(), {
    ...rahima,
    password,
    passwordAgain: password,
  });
  const { password: hash } = await site.db.query
    .selectFrom("registrations")
    .select("password")
    .executeTakeFirstOrThrow();
  const [, m = "", t = ""] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/.exec(hash) ?? [];
  expect(Number(m)).toBeGreaterThanOrEqual(19_456);
  expect(Number(t)).toBeGreaterThanOrEqual(2);
  expect(await isPassword(password.normalize("NFD"), hash)).toBe(true);
  expect(await isPassword(password.trim() === password ? `${password} ` : password.trim(), hash)).toBe(false);
});

test.each(engines)("%s: A11, S3 links use the public address; secrets are hashed", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  const hostile = {
    "x-forwarded-host": "evil.example",
    forwarded: "host=evil.example",
    host: "evil.example",
  };
  browser.keep(await register(site.accounts, browser.accountRequest("/", { headers: hostile }), rahima));
  const [mail] = await site.mails();
  expect(mail?.link).toMatch(/^https:\/\/www\.company\.example\/verify-email\?token=[\w-]{43}$/);
  const row = await site.db.query.selectFrom("registrations").selectAll().executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(tokenOf(mail));
  for (const secret of browser.cookies.values()) expect(JSON.stringify(row)).not.toContain(secret);
});

test.each(engines)("%s: resends a link only for the browser that registered", async (engine) => {
  await using site = await openTestAccounts(engine);
  const [own, other] = [site.browser(), site.browser("198.51.100.9")];
  own.keep(await register(site.accounts, own.accountRequest(), rahima));
  const before = tokenOf((await site.mails())[0]);
  await resendVerification(site.accounts, other.accountRequest(), { email: rahima.email });
  expect(await site.mails()).toHaveLength(1);
  await resendVerification(site.accounts, own.accountRequest(), { email: rahima.email });
  const mails = await site.mails();
  expect(mails).toHaveLength(2);
  expect(await readVerification(site.accounts, own.accountRequest(), before)).toMatchObject({
    state: "gone",
  });
  expect(await readVerification(site.accounts, own.accountRequest(), tokenOf(mails[0]))).toMatchObject({
    needsPassword: false,
  });
});

test.each(engines)("%s: A12 strangers' resets do not reveal whether an account exists", async (engine) => {
  await using site = await openTestAccounts(engine);
  const known = "karim@shapla.example";
  await site.person(known);
  for (const email of [known, rahima.email]) {
    for (let n = 0; n < 8; n += 1) {
      await forgot(site.accounts, site.browser(`198.51.100.${n}`).accountRequest(), { email });
      await site.mails();
    }
    const browser = site.browser("192.0.2.1");
    const before = (await site.mails()).length;
    for (let n = 0; n < 7; n += 1)
      browser.keep(await register(site.accounts, browser.accountRequest(), { ...rahima, email }));
    for (let n = 0; n < 7; n += 1)
      await resendVerification(site.accounts, browser.accountRequest(), { email });
    expect((await site.mails()).length - before).toBe(5);
  }
});

test.each(engines)("%s: A7 resend requests without a registration lock out no one", async (engine) => {
  await using site = await openTestAccounts(engine);
  for (let n = 0; n < 12; n += 1)
    await resendVerification(site.accounts, site.browser().accountRequest(), { email: rahima.email });
  const own = site.browser();
  own.keep(await register(site.accounts, own.accountRequest(), rahima));
  expect(await site.mails()).toMatchObject([{ to: rahima.email, template: "verify" }]);
});

test.each(engines)("%s: A7 any mailed link registers the owner after strangers' requests", async (engine) => {
  await using site = await openTestAccounts(engine);
  const { accounts } = site;
  for (let n = 0; n < 7; n += 1)
    await register(accounts, site.browser(`198.51.100.${n}`).accountRequest(), stranger);
  const theirs = await site.mails();
  expect(theirs).toHaveLength(5);
  const own = site.browser();
  own.keep(await register(accounts, own.accountRequest(), rahima));
  await resendVerification(accounts, own.accountRequest(), { email: rahima.email });
  expect(await site.mails()).toHaveLength(5);
  const token = tokenOf(theirs[0]);
  expect(await readVerification(accounts, own.accountRequest(), token)).toMatchObject({
    needsPassword: false,
  });
  expect(await readVerification(accounts, site.browser().accountRequest(), token)).toMatchObject({
    needsPassword: true,
  });
  own.keep(await verify(accounts, own.accountRequest(), { token }));
  await signInAs(accounts, own, rahima.email);
  expect(await identify(accounts, own.accountRequest())).toMatchObject({ person: { name: rahima.name } });
});

test.each(engines)("%s: A7 mails a link despite limits without a valid one", async (engine) => {
  await using site = await openTestAccounts(engine);
  for (const _ of [1, 2, 3]) {
    for (let n = 0; n < 12; n += 1) await register(site.accounts, site.browser().accountRequest(), stranger);
    site.clock.pass(1200);
  }
  const own = site.browser();
  own.keep(await register(site.accounts, own.accountRequest(), rahima));
  const before = (await site.mails()).length;
  site.clock.pass(1300);
  await resendVerification(site.accounts, own.accountRequest(), { email: rahima.email });
  const mails = await site.mails();
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]).toMatchObject({ template: "verify", name: rahima.name });
  own.keep(await verify(site.accounts, own.accountRequest(), { token: tokenOf(mails[0]) }));
  expect(await signInAs(site.accounts, own, rahima.email)).toMatchObject({ next: "in" });
});
