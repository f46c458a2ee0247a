import { expect, test } from "vitest";
import { cacheTags } from "#app/platform/database/cache-tags.ts";
import { write } from "#app/platform/database/database.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { saveSettings } from "./settings.ts";
import { startTimedChanges } from "./timed-changes.ts";

test("notifies pages with the date at midnight", async () => {
  await using open = await openTestDatabase("sqlite");
  let now = new Date("2026-03-01T23:59:00Z");
  const notified: string[] = [];
  open.db.changes.onChange((labels) => notified.push(...(labels ?? [])));
  const job = startTimedChanges(open.db, { now: () => now } as Clock, fail, 5); // only `now` is read
  await waitBriefly();
  expect(notified).not.toContain(cacheTags.day);
  now = new Date("2026-03-02T00:00:10Z");
  const newDays = () => notified.filter((label) => label === cacheTags.day);
  await expect.poll(newDays, { timeout: 60_000 }).toHaveLength(1);
  await waitBriefly();
  await job.stop();
  expect(newDays()).toHaveLength(1);
});

test("notifies pages with opening hours at opening and closing time", async () => {
  await using open = await openTestDatabase("sqlite");
  const opening = { sunday: "10:00–18:00" };
  await write(open.db, (tx) =>
    saveSettings(tx, { opening }, { actor: { id: "nadia", requestId: "r-1" }, now: new Date() }),
  );
  let now = new Date("2026-03-01T09:59:00Z");
  const notified: string[] = [];
  open.db.changes.onChange((labels) => notified.push(...(labels ?? [])));
  const job = startTimedChanges(open.db, { now: () => now } as Clock, fail, 5); // only `now` is read
  await waitBriefly();
  const changes = () => notified.filter((label) => label === cacheTags.opening);
  expect(changes()).toEqual([]);
  now = new Date("2026-03-01T10:00:00Z");
  await expect.poll(changes, { timeout: 60_000 }).toHaveLength(1);
  now = new Date("2026-03-01T18:00:00Z");
  await expect.poll(changes, { timeout: 60_000 }).toHaveLength(2);
  await job.stop();
});

function fail(error: unknown): never {
  throw error;
}

const waitBriefly = () => new Promise((resolve) => setTimeout(resolve, 60));
