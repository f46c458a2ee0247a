import { expect, test } from "vitest";
import { write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import {
  actionContext,
  aReader,
  mailsOf,
  minutesLater,
  noon,
  rowsOf,
  subscribe,
} from "../../leads/leads.fixture.ts";
import { endSubscription } from "./change.ts";
import { importSubscribers, planImport, readImport } from "./import.ts";

const csv = [
  "Name;E-mail;Consent given",
  "Rahima;rahima@shapla.example;2025-11-03",
  "Karim;karim@padma;",
  "Again;RAHIMA@shapla.example;",
  "Known;known@x.example;",
  "Left;left@x.example;",
  "Nobody;;",
].join("\r\n");

test.each(engines)("%s: plans each line of a file without storing it", async (engine) => {
  await using open = await openTestDatabase(engine);
  await subscribe(open.db, "known@x.example");
  const reader = await aReader(open.db, "left@x.example");
  await write(open.db, (tx) =>
    endSubscription(tx, reader, { status: "unsubscribed", by: "link", now: noon }),
  );
  const plan = await planImport(open.db, csv, "UTC");
  expect(plan.fresh.map(({ line, email }) => [line, email])).toEqual([[2, "rahima@shapla.example"]]);
  expect(plan.known.map(({ line }) => line)).toEqual([5]);
  expect(plan.ended.map(({ line }) => line)).toEqual([6]);
  expect(plan.wrong.map(({ line, why }) => [line, why])).toEqual([
    [3, "Enter an e-mail address such as name@company.example"],
    [4, "Same address as in line 2"],
    [7, "Enter an e-mail address such as name@company.example"],
  ]);
  expect(await rowsOf(open.db)).toHaveLength(2);
});

test.each(engines)("%s: subscribes readers with proof and the date of the file", async (engine) => {
  await using open = await openTestDatabase(engine);
  const proof = "Signed on paper at the fair in Bogura, November 2025.";
  expect(
    await importSubscribers(open.db, { csv, proof, perMinute: 60, timeZone: "UTC" }, actionContext),
  ).toBe(3);
  expect(
    await importSubscribers(open.db, { csv, proof, perMinute: 60, timeZone: "UTC" }, actionContext),
  ).toBe(0);
  const [first] = (await rowsOf(open.db)).filter(({ email }) => email.startsWith("rahima"));
  expect(first).toMatchObject({
    status: "confirmed",
    confirmed_by: "import",
    consent_text: proof,
    consented_at: "2025-11-03T00:00:00.000Z",
    confirmed_at: noon.toISOString(),
  });
  expect(await mailsOf(open.db)).toEqual([]);
});

test.each(engines)(
  "%s: without proof mails confirmations at the set rate and low priority",
  async (engine) => {
    await using open = await openTestDatabase(engine);
    const many = Array.from({ length: 1200 }, (_, n) => `m${n}@x.example`).join("\n");
    expect(
      await importSubscribers(
        open.db,
        { csv: many, proof: " ", perMinute: 600, timeZone: "UTC" },
        actionContext,
      ),
    ).toBe(1200);
    const mails = await mailsOf(open.db);
    expect(new Set(mails.map(({ priority, template }) => `${priority} ${template}`))).toEqual(
      new Set(["1 confirm-newsletter"]),
    );
    const due = mails.map(({ next_attempt_at }) => next_attempt_at).sort();
    expect(due.at(0)).toBe(noon.toISOString());
    expect(due.filter((at) => at < minutesLater(1).toISOString())).toHaveLength(600);
    expect(due.at(-1)).toBe(new Date(noon.getTime() + 119_900).toISOString());
    expect(new Set((await rowsOf(open.db)).map(({ status }) => status))).toEqual(new Set(["pending"]));
  },
);

test.each(["", "a,b\n1,2", "name\nRahima"])("rejects a file without addresses: %j", async (text) => {
  await using open = await openTestDatabase("sqlite");
  await expect(planImport(open.db, text, "UTC")).rejects.toMatchObject({
    fields: { file: expect.stringMatching(/address/) },
  });
});

const proof = "Agreed on paper, May 2025.";

test.each(engines)("%s: never subscribes addresses that unsubscribed elsewhere", async (engine) => {
  await using open = await openTestDatabase(engine);
  const lines =
    "E-mail,Status\nann@s.example,confirmed\nbob@s.example,unsubscribed\ncat@s.example,complained";
  const wish = { csv: lines, proof, perMinute: 60, timeZone: "UTC" };
  expect(await importSubscribers(open.db, wish, actionContext)).toBe(1);
  expect((await rowsOf(open.db)).map(({ email, status }) => [email, status])).toEqual([
    ["ann@s.example", "confirmed"],
  ]);
});

const exports: [program: string, csv: string, skipped: string[]][] = [
  [
    "Ghost",
    "id,email,name,note,subscribed_to_emails,created_at,deleted_at\n1,on@x.example,On,,true,2024-01-02T03:04:05.000Z,\n2,off@x.example,Off,,false,2024-01-02T03:04:05.000Z,",
    ["unsubscribed"],
  ],
  [
    "listmonk",
    'uuid,email,name,attributes,status,created_at,updated_at\nu1,on@x.example,On,"{}",enabled,2024-01-02 03:04:05,\nu2,off@x.example,Off,"{}",blocklisted,2024-01-02 03:04:05,',
    ["unsubscribed"],
  ],
  [
    "Substack",
    "email,active_subscription,expiry,email_disabled,created_at\non@x.example,false,,false,2024-01-02\noff@x.example,true,,true,2024-01-02",
    ["unsubscribed"],
  ],
  [
    "Mailchimp",
    '"Email Address","First Name",OPTIN_TIME,CONFIRM_TIME,UNSUB_TIME,CLEAN_TIME\non@x.example,On,,"2019-05-04 10:00:00",,\noff@x.example,Off,,"2019-05-04 10:00:00","2020-01-01 09:00:00",\ngone@x.example,Gone,,"2019-05-04 10:00:00",,"2020-01-01 09:00:00"',
    ["unsubscribed", "bounced"],
  ],
  ["a shop", "Email;Accepts Email Marketing\non@x.example;yes\noff@x.example;no", ["not-subscribed"]],
];

test.each(exports)("reads ended subscriptions from a file of %s", (_, text, skipped) => {
  const { candidates, endedInFile, wrong } = readImport(text, "UTC");
  expect(candidates.map(({ email }) => email)).toEqual(["on@x.example"]);
  expect(endedInFile.map(({ ending }) => ending)).toEqual(skipped);
  expect(wrong).toEqual([]);
});

test("skips all rows of an address that unsubscribed in one", () => {
  const { candidates, endedInFile } = readImport(
    "email,status\na@x.example,subscribed\nb@x.example,subscribed\nA@x.example,cleaned",
    "UTC",
  );
  expect(candidates.map(({ email }) => email)).toEqual(["b@x.example"]);
  expect(endedInFile).toMatchObject([{ email: "a@x.example", ending: "bounced" }]);
});

test("skips rows with an unknown status; a place is no status", () => {
  const { endedInFile } = readImport("email,status\na@x.example,active\nb@x.example,on hold", "UTC");
  expect(endedInFile).toMatchObject([{ email: "b@x.example", ending: "unknown-status" }]);
  expect(readImport("email,state\na@x.example,CA\nb@x.example,NY", "UTC").candidates).toHaveLength(2);
});

test("rejects a file in which all have unsubscribed", () => {
  expect(() => readImport("email,status\na@x.example,unsubscribed", "UTC")).toThrow(
    /list of people who get no newsletter/,
  );
});

test.each([
  ["Name,Address,E-mail\nRahima,12 Lake Road,a@x.example"],
  ["First Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Value\nRahima,*,a@x.example ::: b@x.example,0171"],
  ["sep=;\r\nনাম;ই-মেইল\r\nরহিমা;a@x.example"],
  ["Owner,Contact\nRahima,a@x.example"],
  ["Email,Account manager\na@x.example,sales@company.example\n,sales@company.example"],
])("finds the address column by content: %j", (text) => {
  const { candidates } = readImport(text, "UTC");
  expect(candidates.map(({ email }) => email)).toEqual(["a@x.example"]);
});

test.each([
  ["CONFIRM_TIME", "2019-05-04 10:00:00", "2019-05-04T04:00:00.000Z"],
  ["OPTIN_TIME", "2019-05-04", "2019-05-03T18:00:00.000Z"],
  ["Consent given", "2019-05-04T10:00:00.000Z", "2019-05-04T10:00:00.000Z"],
  ["created_at", "2019-05-04 10:00:00 +0200", "2019-05-04T08:00:00.000Z"],
  ["created_at", "2019-05-04 10:00:00 UTC", "2019-05-04T10:00:00.000Z"],
  ["Subscribed at", "May 4, 2019 10:00", "2019-05-04T04:00:00.000Z"],
  ["Subscribed at", "25/05/2019 22:30", "2019-05-25T16:30:00.000Z"],
  ["Subscribed at", "5/25/2019 10:30 PM", "2019-05-25T16:30:00.000Z"],
])("reads consent in %s, %s, in the company's time zone", (name, cell, moment) => {
  const { candidates, unreadDates } = readImport(`email;${name}\na@x.example;${cell}`, "Asia/Dhaka");
  expect([candidates[0]?.consentedAt, unreadDates]).toEqual([moment, 0]);
});

test("counts an ambiguous date instead of guessing", () => {
  const { candidates, unreadDates } = readImport("email,optin_time\na@x.example,3/4/2019", "UTC");
  expect([candidates[0]?.consentedAt, unreadDates]).toEqual(["", 1]);
});

test("uses the stronger proof of two dates", () => {
  const text = "email,OPTIN_TIME,CONFIRM_TIME\na@x.example,2019-05-01,2019-05-02\nb@x.example,2019-05-01,";
  expect(readImport(text, "UTC").candidates.map(({ consentedAt }) => consentedAt.slice(0, 10))).toEqual([
    "2019-05-02",
    "2019-05-01",
  ]);
});
