import { expect, test } from "vitest";
import { notifyOfFailedMail } from "#app/domain/leads/notices/due-notices.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { planQueries } from "#tests/support/query-plans.ts";
import { cancelExpired, claimNext } from "./claims.ts";
import { type MailQueue, mailQueues } from "./outbox.ts";
import { countFailedMail, readMailBacklog, readMailHealth } from "./status.ts";

test("frequent outbox queries use an index", async () => {
  await using open = await openTestDatabase("sqlite");
  const { db } = open;
  const now = new Date("2026-03-01T10:00:00.000Z");
  const plans = await planQueries(db, async () => {
    for (const queue of Object.keys(mailQueues) as MailQueue[]) await claimNext(db, now, queue); // Object.keys loses the type
    await cancelExpired(db, now);
    await readMailHealth(db, now);
    await readMailBacklog(db, now);
    await countFailedMail(db);
    await notifyOfFailedMail(db, now);
  });
  expect(plans.length).toBeGreaterThan(6);
  expect(plans.filter(({ plan }) => plan.includes("SCAN outbox"))).toEqual([]);
});
