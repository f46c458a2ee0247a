import { expect, test } from "vitest";
import { goodPassword, openTestAccounts, signIn } from "#tests/support/accounts.ts";
import { engines } from "#tests/support/database.ts";
import { isPassword } from "./password.ts";

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

test.each(engines)(
  "%s: an address is proven by the button behind the mailed link, and only then has an account",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const { accounts } = site;
    const browser = site.browser();
    browser.keep(await accounts.register(browser.asking(), rahima));
    expect(await site.db.query.selectFrom("users").selectAll().execute()).toEqual([]);
    await expect(signIn(accounts, browser, rahima.email)).rejects.toMatchObject({
      reason: "wrong-credentials",
    });
    const [mail] = await site.mails();
    expect(mail).toMatchObject({ to: rahima.email, template: "verify", name: rahima.name });
    const token = tokenOf(mail);
    expect(await accounts.readVerification(browser.asking(), token)).toEqual({
      ...{ state: "ready", email: rahima.email, needsPassword: false },
    });
    browser.keep(await accounts.verify(browser.asking(), { token }));
    expect(await accounts.identify(browser.asking())).toBeNull();
    expect(await signIn(accounts, browser, "Rahima@Shapla.example")).toMatchObject({ next: "in" });
    expect(await accounts.identify(browser.asking())).toMatchObject({
      ...{ isFresh: true, needsSecondStep: false },
      person: { name: rahima.name, email: rahima.email, role: "member", hasPassword: true, deletesAt: null },
    });
    expect((await site.mails())[0]).toMatchObject({ template: "welcome", to: rahima.email });
    await expect(accounts.verify(browser.asking(), { token })).rejects.toMatchObject({ reason: "gone" });
  },
);

test.each(engines)(
  "%s: A5 whoever registered somebody's address first never gets in, in either order",
  async (engine) => {
    for (const first of ["stranger", "owner"]) {
      await using site = await openTestAccounts(engine);
      const { accounts } = site;
      const [theirs, own] = [site.browser("198.51.100.1"), site.browser()];
      const steps = [
        () => accounts.register(theirs.asking(), stranger).then(theirs.keep),
        () => accounts.register(own.asking(), rahima).then(own.keep),
      ];
      for (const step of first === "stranger" ? steps : steps.reverse()) await step();
      for (const mail of (await site.mails()).filter(({ template }) => template === "verify")) {
        const token = tokenOf(mail);
        const { state, needsPassword } = await accounts.readVerification(own.asking(), token);
        if (state === "gone") continue;
        if (needsPassword)
          await expect(accounts.verify(own.asking(), { token })).rejects.toMatchObject({ code: "invalid" });
        await accounts.verify(own.asking(), {
          token,
          ...(needsPassword && { password: goodPassword, passwordAgain: goodPassword }),
        });
      }
      await expect(signIn(accounts, theirs, rahima.email, stranger.password)).rejects.toMatchObject({
        reason: "wrong-credentials",
      });
      expect(await signIn(accounts, own, rahima.email)).toMatchObject({ next: "in" });
      expect(await site.db.query.selectFrom("users").select("id").execute()).toHaveLength(1);
      expect(await site.db.query.selectFrom("registrations").select("id").execute()).toEqual([]);
    }
  },
);

test.each(engines)("%s: A5 of twenty who use one link at once, one makes the account", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  browser.keep(await site.accounts.register(browser.asking(), rahima));
  const token = tokenOf((await site.mails())[0]);
  const tries = Array.from({ length: 20 }, () => site.accounts.verify(browser.asking(), { token }));
  const done = await Promise.allSettled(tries);
  expect(done.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const one of done) if (one.status === "rejected") expect(one.reason).toMatchObject({ reason: "gone" });
});

test.each(engines)("%s: a link runs out after 30 minutes", async (engine) => {
  await using site = await openTestAccounts(engine);
  const browser = site.browser();
  browser.keep(await site.accounts.register(browser.asking(), rahima));
  const token = tokenOf((await site.mails())[0]);
  site.clock.pass(30 * 60 + 1);
  expect(await site.accounts.readVerification(browser.asking(), token)).toMatchObject({ state: "gone" });
  await expect(site.accounts.verify(browser.asking(), { token })).rejects.toMatchObject({ reason: "gone" });
});

test.each(engines)(
  "%s: A12 a known address gets the same answer, and its owner the mail that says so",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(rahima.email, { name: "Rahima" });
    const browser = site.browser();
    const known = await site.accounts.register(browser.asking(), { ...rahima, name: "Somebody" });
    const fresh = await site.accounts.register(browser.asking(), { ...rahima, email: "new@shapla.example" });
    const shape = (cookies: readonly string[]) =>
      cookies.map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;"));
    expect(shape(known.cookies)).toEqual(shape(fresh.cookies));
    expect((await site.mails()).map(({ to, template, name }) => [to, template, name])).toEqual([
      ["new@shapla.example", "verify", "Rahima Khatun"],
      [rahima.email, "already-registered", "Rahima"],
    ]);
  },
);

test.each(engines)(
  "%s: M4 an address gets five mails in half an hour and ten a day, whoever asks",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    await site.person(rahima.email);
    const ask = async (n: number) => {
      const browser = site.browser(`198.51.100.${n}`);
      if (n % 2 === 0) return site.accounts.forgot(browser.asking(), { email: rahima.email });
      await site.accounts.register(browser.asking(), rahima);
    };
    const askTwentyTimes = async () => {
      for (let n = 0; n < 20; n += 1) await ask(n).catch((error) => expect(error.code).toBe("too-many"));
      return (await site.mails()).length;
    };
    expect(await askTwentyTimes()).toBe(5);
    site.clock.pass(1801 + 360);
    expect(await askTwentyTimes()).toBe(10);
    site.clock.pass(1801 + 360);
    expect(await askTwentyTimes()).toBe(10);
  },
  120_000,
);

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
])("Z3, A9 %j is refused by the name of the field", async (wrong, field) => {
  await using site = await openTestAccounts("sqlite");
  const input = { ...rahima, ...wrong } as typeof rahima;
  const refusal = site.accounts.register(site.browser().asking(), input);
  await expect(refusal).rejects.toMatchObject({ code: "invalid", fields: { [field]: expect.any(String) } });
  expect(await site.mails()).toEqual([]);
});

test.each([
  "seven green mango crates",
  "  spaces at both ends  ",
  "আমার সোনার বাংলা দেশ",
  "🍃🌿🍀🌾🌱🌲🌳🌴🌵🌷",
  `${"x1y2z3w4v5".repeat(12)}abcdefgh`,
])("A14 a password of any script is taken whole: %s", async (password) => {
  await using site = await openTestAccounts("sqlite");
  await site.accounts.register(site.browser().asking(), { ...rahima, password, passwordAgain: password });
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

test.each(engines)(
  "%s: A11, S3 links stand on the public address, and what proves something is kept as a hash",
  async (engine) => {
    await using site = await openTestAccounts(engine);
    const browser = site.browser();
    const hostile = {
      "x-forwarded-host": "evil.example",
      forwarded: "host=evil.example",
      host: "evil.example",
    };
    browser.keep(await site.accounts.register(browser.asking("/", { headers: hostile }), rahima));
    const [mail] = await site.mails();
    expect(mail?.link).toMatch(/^https:\/\/www\.company\.example\/verify-email\?token=[\w-]{43}$/);
    const row = await site.db.query.selectFrom("registrations").selectAll().executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(tokenOf(mail));
    for (const secret of browser.cookies.values()) expect(JSON.stringify(row)).not.toContain(secret);
  },
);

test.each(engines)("%s: a new link goes out only to the browser that registered", async (engine) => {
  await using site = await openTestAccounts(engine);
  const [own, other] = [site.browser(), site.browser("198.51.100.9")];
  own.keep(await site.accounts.register(own.asking(), rahima));
  const before = tokenOf((await site.mails())[0]);
  await site.accounts.resendVerification(other.asking(), { email: rahima.email });
  expect(await site.mails()).toHaveLength(1);
  await site.accounts.resendVerification(own.asking(), { email: rahima.email });
  const mails = await site.mails();
  expect(mails).toHaveLength(2);
  expect(await site.accounts.readVerification(own.asking(), before)).toMatchObject({ state: "gone" });
  expect(await site.accounts.readVerification(own.asking(), tokenOf(mails[0]))).toMatchObject({
    needsPassword: false,
  });
});
