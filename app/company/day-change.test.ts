import { expect, test } from "vitest";
import { cacheTags } from "#app/database/cache-tags.ts";
import type { Clock } from "#app/platform/clock.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { startDayChange } from "./day-change.ts";

test("pages that show what is to come are made anew when a day begins", async () => {
  await using open = await openTestDatabase("sqlite");
  let now = new Date("2026-03-01T23:59:00Z");
  const dropped: string[] = [];
  open.db.changes.onChange((labels) => dropped.push(...(labels ?? [])));
  const job = startDayChange(open.db, { now: () => now } as Clock, fail, 5); // only its time is ever asked for
  await settle();
  expect(dropped).not.toContain(cacheTags.day);
  now = new Date("2026-03-02T00:00:10Z");
  const newDays = () => dropped.filter((label) => label === cacheTags.day);
  await expect.poll(newDays, { timeout: 60_000 }).toHaveLength(1);
  await settle();
  await job.stop();
  expect(newDays()).toHaveLength(1);
});

function fail(error: unknown): never {
  throw error;
}

const settle = () => new Promise((resolve) => setTimeout(resolve, 60));
