import { expect, test } from "vitest";
import type { DomainError } from "#app/lib/errors/domain-error.ts";
import { type Database, write } from "#app/platform/database/database.ts";
import { engines, openTestDatabase } from "#tests/support/database.ts";
import { countAttempt, type Limit, purgeLimits } from "./limits.ts";

const limit: Limit = { rule: "trial", subject: "somebody", max: 3, seconds: 600 };
const start = Date.parse("2026-03-01T12:00:30.000Z");
const after = (seconds: number) => new Date(start + seconds * 1000);

function attempt(db: Database, seconds: number, limits = [limit]): Promise<number> {
  return write(db, (tx) => countAttempt(tx, limits, after(seconds))).then(
    () => 0,
    (error: DomainError) => Number(error.detail),
  );
}

test.each(engines)("%s: P4 the limit holds in any window and returns the wait", async (engine) => {
  await using open = await openTestDatabase(engine);
  for (const second of [0, 100, 200]) expect(await attempt(open.db, second)).toBe(0);
  const wait = await attempt(open.db, 300);
  expect(wait).toBeGreaterThan(300);
  expect(wait).toBeLessThanOrEqual(360);
  expect(await attempt(open.db, 599)).toBeGreaterThan(0);
  expect(await attempt(open.db, 300 + wait)).toBe(0);
  expect(await attempt(open.db, 300 + wait)).toBeGreaterThan(0);
});

test.each(engines)("%s: P4 forty concurrent attempts do not exceed the limit", async (engine) => {
  await using open = await openTestDatabase(engine);
  const waits = await Promise.all(Array.from({ length: 40 }, () => attempt(open.db, 0)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
});

test.each(engines)("%s: counts attempts by subject and leaves out refused ones", async (engine) => {
  await using open = await openTestDatabase(engine);
  const network = { ...limit, rule: "network", subject: "203.0.113.7", max: 4 };
  for (let n = 0; n < 3; n += 1) expect(await attempt(open.db, n, [limit, network])).toBe(0);
  for (let n = 0; n < 5; n += 1) expect(await attempt(open.db, n, [limit, network])).toBeGreaterThan(0);
  expect(await attempt(open.db, 9, [{ ...limit, subject: "other" }, network])).toBe(0);
  expect(await attempt(open.db, 9, [{ ...limit, subject: "third" }, network])).toBeGreaterThan(0);
});

test.each(engines)("%s: deletes expired counts only", async (engine) => {
  await using open = await openTestDatabase(engine);
  await attempt(open.db, 0);
  expect(await purgeLimits(open.db, after(86_400))).toBe(0);
  expect(await purgeLimits(open.db, after(3 * 86_400))).toBe(1);
});
