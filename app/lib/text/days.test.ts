import { expect, test } from "vitest";
import { addDays, banglaDigits, daysUntil, writeDay, writeWeekday } from "./days.ts";

test("counts days across months and years", () => {
  expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
  expect(addDays("2028-03-01", -1)).toBe("2028-02-29");
  expect(daysUntil("2026-03-01", 3)).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test.each([
  ["en-GB", undefined],
  ["bn-BD", "bn"],
])("formats every day of a year like Node's %s", (locale, lang) => {
  const day = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  const plain = new Intl.DateTimeFormat(locale, day);
  const long = new Intl.DateTimeFormat(locale, { ...day, weekday: "long" });
  for (const one of daysUntil("2028-12-31", 366)) {
    expect(writeDay(one, lang).normalize()).toBe(plain.format(new Date(one)).normalize());
    const weekday = long.format(new Date(one)).normalize();
    expect(writeWeekday(one, lang).normalize()).toBe(lang ? weekday : weekday.replace(",", ""));
  }
});

test("invalid dates become empty; digits preserve their order", () => {
  expect([writeDay(""), writeDay("soon"), writeWeekday("2026-13-01")]).toEqual(["", "", ""]);
  expect(banglaDigits(1026)).toBe("১০২৬");
});
