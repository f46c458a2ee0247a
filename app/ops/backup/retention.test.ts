import { expect, test } from "vitest";
import { type BackupRow, chooseExpired } from "./backups.ts";

const now = new Date("2026-11-23T12:00:00.000Z");
const keep = { days: 7, weeks: 4, months: 12 };

function daysAgo(days: number, part: Partial<BackupRow> = {}): BackupRow {
  const taken_at = new Date(now.getTime() - days * 86_400_000).toISOString();
  return {
    name: `frontdesk-${taken_at}`,
    reason: "daily",
    state: "proven",
    taken_at,
    bytes: 1000,
    row_count: 1,
    file_count: 1,
    problem: "",
    proved_at: taken_at,
    restore_ms: 1,
    ...part,
  };
}

test("two years of daily backups leave one per recent day, week, month", () => {
  const rows = Array.from({ length: 730 }, (_, days) => daysAgo(days + 0.1));
  const expired = new Set(chooseExpired(rows, keep, now));
  const days = rows.map(({ name }, at) => (expired.has(name) ? -1 : at)).filter((at) => at >= 0);
  expect(days.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  // The last backup of each week (Sunday), then of each month.
  expect(days.slice(7, 10)).toEqual([8, 15, 23]);
  expect(days).toHaveLength(7 + 2 + 11);
  expect(days.at(-1)).toBeLessThan(365);
});

test("retains a proven backup over a newer failed one, at any age", () => {
  const failed = daysAgo(3, { name: "failed later", state: "failed" });
  const proven = daysAgo(3.2);
  expect(chooseExpired([failed, proven], { days: 1, weeks: 0, months: 0 }, now)).toEqual(["failed later"]);
  const old = daysAgo(900);
  const newer = [2, 3, 4, 5].map((days) => daysAgo(days, { state: "failed" }));
  expect(chooseExpired([...newer, old], { days: 1, weeks: 0, months: 0 }, now)).toEqual(
    newer.slice(1).map(({ name }) => name),
  );
});

test("today's backups stay and failed attempts expire after a day", () => {
  const fresh = [0.1, 0.2, 0.3].map((days) => daysAgo(days, { state: "unproven" }));
  const unwritten = daysAgo(2, { name: "failed-1", state: "failed", bytes: 0 });
  const requested = daysAgo(9, { name: "requested-1", state: "requested", bytes: 0 });
  expect(chooseExpired([...fresh, unwritten, requested], keep, now)).toEqual(["failed-1"]);
});
