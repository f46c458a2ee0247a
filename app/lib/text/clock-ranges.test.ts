import { expect, test } from "vitest";
import { parseClockRanges, writeClockRanges } from "./clock-ranges.ts";

test.each([
  ["", ""],
  ["10:00–18:00", "10:00–18:00"],
  ["9 to 17", "09:00–17:00"],
  ["14:00-18:30, 9.15 — 13", "09:15–13:00, 14:00–18:30"],
  ["১০:০০–১৮:০০", "10:00–18:00"],
  ["00:00–24:00", "00:00–24:00"],
])("reads %j as %j", (typed, stored) => {
  const ranges = parseClockRanges(typed);
  expect(Array.isArray(ranges) && writeClockRanges(ranges)).toBe(stored);
});

test.each([
  ["in the morning", /such as 10:00–18:00/],
  ["10:00", /such as 10:00–18:00/],
  ["10:75–18:00", /such as 10:00–18:00/],
  ["10:00–25:00", /such as 10:00–18:00/],
  ["18:00–02:00", /after its beginning/],
  ["10:00–14:00, 13:00–18:00", /overlap/],
])("rejects %j with a message", (typed, why) => {
  expect(parseClockRanges(typed)).toMatch(why);
});
