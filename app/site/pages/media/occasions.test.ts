import { expect, test } from "vitest";
import { describeRepeat, nextOccasion, type Timetable } from "./occasions.ts";

const once: Timetable = { date: "2026-11-07", begins: "10:00", ends: "13:00", repeats: "never", lastDay: "" };
const monthly: Timetable = { ...once, repeats: "monthly" };

test("a single event is upcoming until it ends", () => {
  expect(nextOccasion(once, "2026-01-01T00:00")).toBe("2026-11-07");
  expect(nextOccasion(once, "2026-11-07T12:59")).toBe("2026-11-07");
  expect(nextOccasion(once, "2026-11-07T13:01")).toBeNull();
  expect(nextOccasion({ ...once, ends: "" }, "2026-11-07T22:00")).toBe("2026-11-07");
  expect(nextOccasion({ ...once, date: "" }, "2026-11-07T22:00")).toBeNull();
});

test("a monthly event moves to the next first Saturday, across years too", () => {
  expect(nextOccasion(monthly, "2026-11-07T09:00")).toBe("2026-11-07");
  expect(nextOccasion(monthly, "2026-11-07T14:00")).toBe("2026-12-05");
  expect(nextOccasion(monthly, "2026-12-06T00:00")).toBe("2027-01-02");
});

test("a fifth Friday skips months without one", () => {
  expect(nextOccasion({ ...monthly, date: "2027-01-29" }, "2027-02-01T00:00")).toBe("2027-04-30");
});

test("a weekly event keeps its weekday and ends on its last day", () => {
  const weekly: Timetable = { ...once, repeats: "weekly" };
  expect(nextOccasion(weekly, "2026-11-10T00:00")).toBe("2026-11-14");
  expect(nextOccasion({ ...weekly, lastDay: "2026-11-13" }, "2026-11-10T00:00")).toBeNull();
  expect(nextOccasion({ ...monthly, lastDay: "2026-12-05" }, "2026-11-10T00:00")).toBe("2026-12-05");
});

test("describes how an event repeats", () => {
  expect(describeRepeat(once)).toBe("");
  expect(describeRepeat(monthly)).toBe("Every month, on the first Saturday");
  expect(describeRepeat({ ...once, date: "2026-03-31", repeats: "weekly" })).toBe("Every Tuesday");
});
