import { expect, test } from "vitest";
import { countBusinessMinutes } from "./answer-time.ts";

const office = { days: [7, 1, 2, 3, 4], from: "09:00", to: "18:00" };
const count = (from: string, to: string, hours: Parameters<typeof countBusinessMinutes>[2]) =>
  countBusinessMinutes(new Date(from), new Date(to), hours, "Asia/Dhaka");

test("counts every minute without business hours", () => {
  expect(count("2026-03-01T10:00:00Z", "2026-03-02T11:30:00Z", null)).toBe(25 * 60 + 30);
  expect(count("2026-03-01T10:00:00Z", "2026-03-01T09:00:00Z", null)).toBe(0);
});

test("does not count nights and days off", () => {
  // Thursday 17:00 to Sunday 10:00 in Dhaka, with Friday and Saturday off.
  expect(count("2026-03-05T11:00:00Z", "2026-03-08T04:00:00Z", office)).toBe(60 + 60);
  // Before opening.
  expect(count("2026-03-01T00:00:00Z", "2026-03-01T02:00:00Z", office)).toBe(0);
  // Within one day.
  expect(count("2026-03-01T04:00:00Z", "2026-03-01T05:15:00Z", office)).toBe(75);
});

test("counts at most one year", () => {
  expect(count("2020-01-01T00:00:00Z", "2026-03-01T00:00:00Z", office)).toBeLessThan(366 * 9 * 60);
});
