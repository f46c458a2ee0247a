import { expect, test } from "vitest";
import { openTestDatabase } from "../../../../tests/support/database.ts";
import { acceptSubscriber } from "../../newsletter/subscribers/subscribe.ts";
import { acceptCall, acceptMessage } from "../intake/accept-lead.ts";
import { aMessage, minutesLater, someMetadata } from "../leads.fixture.ts";
import { leadsAsJson, listReceived, reportLeads } from "./report.ts";

test("prints all leads, including spam, newest first", async () => {
  await using open = await openTestDatabase("sqlite");
  await acceptMessage(open.db, aMessage({ message: "First line\nSecond line" }), someMetadata());
  await acceptMessage(
    open.db,
    aMessage({ name: "Robot" }),
    someMetadata({ honeypot: "x", now: minutesLater(1) }),
  );
  await acceptCall(open.db, { name: "Karim", phone: "01712345678", consent: true }, someMetadata());
  await acceptSubscriber(open.db, { email: "a@shapla.example", consent: true }, someMetadata());
  const text = reportLeads(await listReceived(open.db, {}));
  expect(text).toMatch(/Messages \(2\)\n\nFD-\S+ {2}2026-03-01 12:01 UTC {2}\[spam: honeypot\] {2}Robot/);
  expect(text).toContain("  | First line\n  | Second line\n");
  expect(text).toContain("+8801712345678");
  expect(text).toMatch(
    /Subscribers \(1\)\n\nFD-\S+ {2}2026-03-01 12:00 UTC {2}\[pending\] {2}a@shapla.example/,
  );
  const later = await listReceived(open.db, { since: minutesLater(1) });
  expect(later.messages.map(({ name }) => name)).toEqual(["Robot"]);
  expect((await listReceived(open.db, { limit: 1 })).messages).toHaveLength(1);
});

test("S3 escapes terminal control sequences of visitors", async () => {
  await using open = await openTestDatabase("sqlite");
  await acceptMessage(open.db, aMessage({ message: "x", name: "y" }), someMetadata());
  const controlText = "\u001b]0;owned\u0007\u009b31m\u202eexe.\r\u2066";
  await open.db.query
    .updateTable("leads")
    .set({ message: `a\n${controlText}`, name: controlText, company: controlText })
    .execute();
  const leads = await listReceived(open.db, {});
  for (const text of [reportLeads(leads), leadsAsJson(leads)])
    expect(text).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
  expect(reportLeads(leads)).toContain("<U+001B>]0;owned<U+0007><U+009B>31m<U+202E>exe.");
  expect(JSON.parse(leadsAsJson(leads))).toEqual(leads);
});
