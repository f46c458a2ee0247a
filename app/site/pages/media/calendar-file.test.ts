import { expect, test } from "vitest";
import { type CalendarEvent, writeCalendar } from "./occasions.ts";

const openDesk: CalendarEvent = {
  uid: "0d9f@kolpona.example",
  title: "Open desk, first Saturday; tea\r\nBEGIN:VALARM",
  summary: "নিয়ে আসুন আপনার সবচেয়ে ধীর পাতা, সবচেয়ে খারাপ ফর্ম, আর যে দর বোঝা যায় না।",
  place: "Dhanmondi",
  address: "https://kolpona.example/media/Open-desk",
  updatedAt: "2026-11-01T10:00:00.000Z",
  timeZone: "Asia/Dhaka",
  date: "2026-11-07",
  next: "2026-12-05",
  begins: "10:00",
  ends: "13:00",
  repeats: "monthly",
  lastDay: "",
};

test("a calendar file has the next date, time zone and recurrence rule", () => {
  const lines = writeCalendar(openDesk).split("\r\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      "DTSTAMP:20261101T100000Z",
      "TZOFFSETTO:+0600",
      "DTSTART;TZID=Asia/Dhaka:20261205T100000",
      "DTEND;TZID=Asia/Dhaka:20261205T130000",
      "RRULE:FREQ=MONTHLY;BYDAY=1SA",
      "LOCATION:Dhanmondi",
    ]),
  );
});

test("O5 text stays inside its line, and no line is too long", () => {
  const lines = writeCalendar(openDesk).split("\r\n");
  expect(lines).toContain("SUMMARY:Open desk\\, first Saturday\\; tea\\nBEGIN:VALARM");
  expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
  expect(lines.join("\r\n").replaceAll("\r\n ", "")).toContain(openDesk.summary.replaceAll(",", "\\,"));
});

test("an event without a time takes the whole day", () => {
  const text = writeCalendar({ ...openDesk, begins: "", ends: "", repeats: "weekly", lastDay: "2026-12-31" });
  expect(text).toContain("DTSTART;VALUE=DATE:20261205\r\n");
  expect(text).toContain("RRULE:FREQ=WEEKLY;UNTIL=20261231\r\n");
  expect(text).not.toMatch(/DTEND|VTIMEZONE/);
});
