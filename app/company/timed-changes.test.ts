import { expect, test } from "vitest";
import { cacheTags } from "#app/database/cache-tags.ts";
import { write } from "#app/database/database.ts";
import type { Clock } from "#app/platform/clock.ts";
import { openTestDatabase } from "#tests/support/database.ts";
import { saveSettings } from "./settings.ts";
import { startTimedChanges } from "./timed-changes.ts";

test("notifies pages that show the day when a day begins", async () => {
  await using open = await openTestDatabase("sqlite");
  let now = new Date("2026-03-01T23:59:00Z");
  const dropped: string[] = [];
  open.db.changes.onChange((labels) => dropped.push(...(labels ?? [])));
  const job = startTimedChanges(open.db, { now: () => now } as Clock, fail, 5); // only its time is read
  await settle();
  expect(dropped).not.toContain(cacheTags.day);
  now = new Date("2026-03-02T00:00:10Z");
  const newDays = () => dropped.filter((label) => label === cacheTags.day);
  await expect.poll(newDays, { timeout: 60_000 }).toHaveLength(1);
  await settle();
  await job.stop();
  expect(newDays()).toHaveLength(1);
});

test("notifies pages with opening hours when the company opens and closes", async () => {
  await using open = await openTestDatabase("sqlite");
  const opening = { sunday: "10:00–18:00" };
  await write(open.db, (tx) =>
    saveSettings(tx, { opening }, { actor: { id: "nadia", requestId: "r-1" }, now: new Date() }),
  );
  let now = new Date("2026-03-01T09:59:00Z");
  const dropped: string[] = [];
  open.db.changes.onChange((labels) => dropped.push(...(labels ?? [])));
  const job = startTimedChanges(open.db, { now: () => now } as Clock, fail, 5); // only its time is read
  await settle();
  const changes = () => dropped.filter((label) => label === cacheTags.opening);
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

const settle = () => new Promise((resolve) => setTimeout(resolve, 60));
