import { expect, test } from "vitest";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { acceptMessage } from "./intake/accept-lead.ts";
import { startLeadCleanup } from "./jobs.ts";
import { aMessage, minutesLater, someMetadata } from "./leads.fixture.ts";

test.each(engines)("%s: deletes expired keys and counts, but no messages", async (engine) => {
  await using open = await openTestDatabase(engine);
  await acceptMessage(open.db, aMessage(), someMetadata({ idempotencyKey: "old" }));
  const recent = { idempotencyKey: "recent", now: minutesLater(3 * 24 * 60 - 5) };
  await acceptMessage(open.db, aMessage({ message: "Later" }), someMetadata(recent));
  const clock = { now: () => minutesLater(3 * 24 * 60) };
  await startLeadCleanup(open.db, clock, (error) => expect.unreachable(String(error))).stop();
  const rows = await open.db.query
    .selectFrom("leads")
    .select("idempotency_key")
    .orderBy("created_at")
    .execute();
  expect(rows.map((row) => row.idempotency_key)).toEqual([null, "recent"]);
  expect(await open.db.query.selectFrom("limits").select("count").execute()).toHaveLength(4);
});
