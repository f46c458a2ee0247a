import { expect, test } from "vitest";
import {
  dayOf,
  describeMoment,
  describeMomentInSentence,
  localTime,
  momentOf,
  spellMoment,
} from "./moments.ts";

const here = { timeZone: "Asia/Dhaka", now: "2026-11-20T08:00:00.000Z" };

test.each([
  ["2026-11-20T04:04:00.000Z", "Today 10:04"],
  ["2026-11-19T10:40:00.000Z", "Yesterday 16:40"],
  ["2026-11-20T18:30:00.000Z", "Tomorrow 00:30"],
  ["2026-11-16T03:30:00.000Z", "Mon 09:30"],
  ["2026-10-06T03:30:00.000Z", "6 Oct"],
  ["2024-03-11T03:30:00.000Z", "11 Mar 2024"],
])("%s is shown as %s", (at, words) => expect(describeMoment(at, here)).toBe(words));

test("converts between days, clock times and moments in the zone", () => {
  expect(dayOf("2026-11-20T18:30:00.000Z", "Asia/Dhaka")).toBe("2026-11-21");
  expect(localTime("2026-11-20T18:30:00.000Z", "Asia/Dhaka")).toBe("2026-11-21T00:30");
  expect(momentOf("2026-11-21T00:30", "Asia/Dhaka")).toBe("2026-11-20T18:30:00.000Z");
  expect(spellMoment("2026-11-20T08:02:00.000Z", "Asia/Dhaka")).toBe("Friday 20 November 2026, 14:02");
});

test.each(["", "tomorrow", "2026-13-40T10:00", "2026-11-20"])("rejects %j as a time", (text) =>
  expect(momentOf(text, "Asia/Dhaka")).toBeNull(),
);

test("a local time around a clock change is one moment", () => {
  expect(momentOf("2026-03-29T03:30", "Europe/Berlin")).toBe("2026-03-29T01:30:00.000Z");
  expect(momentOf("2026-10-25T12:00", "Europe/Berlin")).toBe("2026-10-25T11:00:00.000Z");
});

test("within sentences only names of days and months are capitalized", () => {
  const here = { timeZone: "Asia/Dhaka", now: "2026-11-20T06:00:00.000Z" };
  expect(describeMomentInSentence("2026-11-20T04:04:00.000Z", here)).toBe("today 10:04");
  expect(describeMomentInSentence("2026-11-17T04:04:00.000Z", here)).toBe("Tue 10:04");
});
