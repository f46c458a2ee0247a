import { expect, test } from "vitest";
import { formatTimeLeft, timeLeftOf } from "./import-state.tsx";

const look = (done: number, seconds: number, step = "entries") => ({
  step,
  done,
  total: 1000,
  at: seconds * 1000,
});

test("estimates the time left from two readings of a step", () => {
  expect(timeLeftOf(look(100, 0), look(200, 10))).toBe(80_000);
  expect(timeLeftOf(look(1000, 0), look(1000, 10))).toBeNull();
  expect(timeLeftOf(look(0, 0), look(10, 1))).toBeNull();
  expect(timeLeftOf(look(100, 0, "files"), look(200, 10))).toBeNull();
});

test("rounds the time left", () => {
  expect(formatTimeLeft(20_000)).toBe("Less than a minute left in this step.");
  expect(formatTimeLeft(70_000)).toBe("About 1 minute left in this step.");
  expect(formatTimeLeft(240_000)).toBe("About 4 minutes left in this step.");
  expect(formatTimeLeft(3 * 3_600_000)).toBe("About 3 hours left in this step.");
});
