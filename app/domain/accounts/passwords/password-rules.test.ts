import { expect, test } from "vitest";
import { ratePassword } from "./password-rules.ts";

const ctx = { companyName: async () => "Kolpona" };
const person = ["Rahima Khatun", "rahima.k@shapla.example"];
const lines = (text: string) =>
  text
    .trim()
    .split("\n")
    .flatMap((line) => line.trim().split(/\s+/));

const wellKnown = lines(`
  1q2w3e4r5t 123456789a aa12345678 abc123abc123 playstation california Welcome2024! Summer2024! Passw0rd2024
  password123 Password123! P@ssw0rd123 password!!! passwordpassword PASSWORD2025 pa55word123 qwertyuiop qwerty12345
  Qwerty123! qwertyqwerty 1qaz2wsx3edc 1QAZ2wsx!@ zaq12wsxcde3 qazwsxedcrfv asdfghjkl; asdfghjkl123 asdf1234asdf
  asdfasdfasdf zxcvbnm123 q1w2e3r4t5y6 1234567890 0987654321 12345678910 1111111111 0000000000 1212121212 1122334455
  1029384756 9876543210 147258369147 7894561230 1357924680 123123123123 abcdefghij abcd123456 abcd1234abcd
  abc123456789 a1b2c3d4e5 1a2b3c4d5e aaaaaaaaaa abababababab qqqqwwwweeee aaa111bbb222 letmein123 letmein2024
  iloveyou123 iloveyou2! ILoveYou2024 sunshine123 princess123 superman123 batman12345 football123 baseball123 basketball
  liverpool1 liverpool2023 manchester chelsea2024 arsenal1234 barcelona10 michael1987 jennifer99 jessica123 charlie123
  dragon12345 monkey12345 shadow12345 master12345 killer12345 hello12345 helloworld HelloWorld1 welcome123 Welcome@123
  admin12345 Admin@1234 Administrator1 root123456 test123456 testtest123 guest12345 changeme123 Changeme2024! default123
  secret1234 Secret2024! computer123 internet123 samsung123 google12345 facebook123 pokemon123 starwars123 December16
  january2024 Monday2024! Spring2025! Winter2024# Autumn2023! October2024 London2024 Office2024! Company2024! cricket2024
  bangladesh Bangladesh1971 bangladesh123 Dhaka12345 dhaka@1971 Dhaka2024! chittagong123 sylhet12345 sonarbangla
  sonarbangla71 joybangla71 joybangla123 amartumi123 tumiamar143 iloveallah1 bismillah786 muhammad786 mashallah123
  Shakib1234 01712345678 01812345678 20061990 12121990 16121971 16-12-1971 ভালোবাসি১২৩ বাংলাদেশ১৯৭১ আমারসোনারবাংলা
`).filter((password) => [...password].length >= 10);

const personalPasswords = lines(`
  kolpona-kolpona kolponakolpona Kolpona2024! k0lpona2026 KOLPONA12345 kolpona_admin kolponabangla rahima1990!
  rahima.khatun rahimakhatun1 khatunrahima Rahima@2025 rahima12345 shapla12345 rahimashapla
`);

const unguessable = `
  rain boats on the padma
  correct horse battery staple
  seven green mango crates
  eight yellow paper boats
  river lamp seven tin
  mango tree lantern
  dusty violin march
  plum kettle orbit
  teapot-gravel-onion
  my dog eats tomatoes
  four old crows sat
  jamrul batas kagoj
  নদীর ধারে সাদা নৌকা
  কাগজের নৌকা ভাসে
  gf8Kq2mPzL
  vxkqzjwptm
  x7#kQ9!vLm2p
  8r3nWkq0zu
  83059172640418
`
  .trim()
  .split("\n")
  .map((line) => line.trim());

test("A14 rejects 100 well-known passwords with years, symbols and lookalikes", async () => {
  expect(wellKnown.length).toBeGreaterThan(130);
  const accepted: string[] = [];
  for (const password of wellKnown) {
    const wrong = await ratePassword(ctx, password, person);
    if (!wrong?.includes("Use three or more unrelated words")) accepted.push(password);
  }
  expect(accepted).toEqual([]);
});

test.each(personalPasswords)("A14 rejects %s as based on personal facts", async (password) => {
  expect(await ratePassword(ctx, password, person)).toMatch(
    /your name, your e-mail address or the company’s name/,
  );
});

test.each(unguessable)("A14 accepts %s", async (password) => {
  expect(await ratePassword(ctx, password, person)).toBeNull();
});

test("checks the longest password without blocking other requests", async () => {
  const hostile = Array.from({ length: 128 }, (_, at) => String.fromCodePoint(33 + ((at * 37) % 90))).join(
    "",
  );
  await ratePassword(ctx, hostile, person);
  expect(await ratePassword(ctx, "ab".repeat(64), person)).toMatch(/too easy/);
  expect(await ratePassword(ctx, `${hostile}x`, person)).toBe("Use at most 128 characters");
});
