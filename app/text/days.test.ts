import { expect, test } from "vitest";
import { addDays, daysUntil } from "./days.ts";

test("days are counted over the ends of months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysUntil("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});
