import { expect, test } from "vitest";
import { aStaffMember } from "#app/domain/leads/leads.fixture.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { noon, queue, readOutbox } from "../mail.fixture.ts";
import { notifyOfSurge, surgePerHour } from "./outbox.ts";

const site = new URL("https://www.kolpona.example");
const later = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);

test.each(engines)("%s: notifies admins once a day of unusually much visitor mail", async (engine) => {
  await using open = await openTestDatabase(engine);
  const { db } = open;
  await aStaffMember(db, { role: "admin" });
  const queueVisitorMails = async (count: number, now: Date) => {
    for (let n = 0; n < count; n += 1)
      await queue(db, { to: `a${n}@shapla.example`, isByVisitor: true }, now);
  };
  for (let n = 0; n < 30; n += 1) await queue(db, { to: `own${n}@shapla.example` });
  await queueVisitorMails(surgePerHour - 1, noon);
  expect(await notifyOfSurge(db, site, noon)).toBe(false);
  await queueVisitorMails(1, noon);
  expect(await notifyOfSurge(db, site, noon)).toBe(true);
  expect(await notifyOfSurge(db, site, later(0.5))).toBe(false);
  expect((await readOutbox(db)).filter(({ template }) => template === "mail-surge")).toHaveLength(1);
  await queueVisitorMails(surgePerHour, later(25));
  expect(await notifyOfSurge(db, site, later(25))).toBe(true);
});
