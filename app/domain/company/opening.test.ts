import { expect, test } from "vitest";
import { describeOpening, listOpening, type OpeningSettings } from "./opening.ts";
import { emptySettings } from "./settings-schema.ts";

const working = "10:00–18:00";
const week: OpeningSettings = {
  ...emptySettings.opening,
  sunday: working,
  monday: working,
  tuesday: working,
  wednesday: working,
  thursday: working,
};
const eid = { name: "Eid", from: "2026-03-20", to: "2026-03-23", hours: "" };

// 1 March 2026 is a Sunday; Dhaka is six hours ahead of UTC.
test.each<[string, string, OpeningSettings, string | null]>([
  ["in the middle of a day", "2026-03-01T05:00Z", week, "Open until 18:00"],
  ["at the beginning", "2026-03-01T04:00Z", week, "Open until 18:00"],
  ["at the end", "2026-03-01T12:00Z", week, "Opens Monday 10:00"],
  ["early in the morning", "2026-02-28T23:00Z", week, "Opens today 10:00"],
  ["on the weekend", "2026-03-06T06:00Z", week, "Opens Sunday 10:00"],
  ["in a break", "2026-03-01T07:30Z", { ...week, sunday: "10:00–13:00, 14:00–18:00" }, "Opens today 14:00"],
  ["on a holiday", "2026-03-21T06:00Z", { ...week, holidays: [eid] }, "Closed: Eid. Opens Tuesday 10:00"],
  [
    "on a holiday with hours",
    "2026-03-22T06:00Z",
    { ...week, holidays: [{ ...eid, hours: "11:00–13:00" }] },
    "Open until 13:00",
  ],
  [
    "before a long closure",
    "2026-03-05T13:00Z",
    { ...week, holidays: [{ ...eid, from: "2026-03-06" }] },
    "Opens 24 March 10:00",
  ],
  [
    "past midnight",
    "2026-03-01T19:00Z",
    { ...week, sunday: "20:00–24:00", monday: "00:00–02:00" },
    "Open until 02:00",
  ],
  [
    "before midnight",
    "2026-03-01T15:00Z",
    { ...week, sunday: "20:00–24:00", monday: "00:00–02:00" },
    "Open until Monday 02:00",
  ],
  [
    "around the clock",
    "2026-03-01T15:00Z",
    {
      ...emptySettings.opening,
      ...Object.fromEntries(Object.keys(week).map((day) => [day, "00:00–24:00"])),
      holidays: [],
    },
    "Open now",
  ],
  ["without hours", "2026-03-01T05:00Z", emptySettings.opening, null],
])("%s", (_, now, opening, words) => {
  expect(describeOpening(opening, "Asia/Dhaka", new Date(now))?.words ?? null).toBe(words);
});

test("uses local time across a change to summer time", () => {
  const open = { ...emptySettings.opening, monday: working };
  // In Berlin summer time begins on Sunday 29 March 2026.
  const wordsAt = (now: string) => describeOpening(open, "Europe/Berlin", new Date(now))?.words;
  expect(wordsAt("2026-03-23T09:30Z")).toBe("Open until 18:00");
  expect(wordsAt("2026-03-30T07:59Z")).toBe("Opens today 10:00");
  expect(wordsAt("2026-03-30T08:00Z")).toBe("Open until 18:00");
});

test("joins equal days and lists holidays of two months", () => {
  const holidays = [{ name: "Book fair", from: "2026-02-21", to: "", hours: "12:00–15:00" }, eid];
  expect(listOpening({ ...week, holidays }, "2026-03-01")).toEqual([
    { days: "Sunday–Thursday", hours: working },
    { days: "Friday–Saturday", hours: "Closed" },
    { days: "Eid, 20 March–23 March", hours: "Closed" },
  ]);
  expect(listOpening({ ...week, holidays }, "2026-02-20")[2]).toEqual({
    days: "Book fair, 21 February",
    hours: "12:00–15:00",
  });
  expect(listOpening(emptySettings.opening, "2026-03-01")).toEqual([]);
});
