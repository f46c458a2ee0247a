import { foldDigits } from "./fold.ts";

/** Part of a day in minutes from its start; `to` is later than `from` and at most 1,440. */
export interface ClockRange {
  from: number;
  to: number;
}

const minutesOfDay = 1440;
const range = /^(\d{1,2})(?:[:.](\d\d))?(?:-|to)(\d{1,2})(?:[:.](\d\d))?$/;

/**
 * Parses times such as "10:00–13:00, 14:00–18:00" or "9 to 17" in digits of any script; "" has no ranges. @returns
 * sorted ranges, or the error as a sentence
 */
export function parseClockRanges(text: string): ClockRange[] | string {
  const plain = foldDigits(text)
    .toLowerCase()
    .replace(/\s+/g, "")
    .replace(/[–—−‒]/g, "-");
  if (plain === "") return [];
  const ranges: ClockRange[] = [];
  for (const part of plain.split(/[,;]/)) {
    const [, ...found] = range.exec(part) ?? [];
    const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = found.map((one) => Number(one ?? 0));
    const [from, to] = [hour * 60 + minute, endHour * 60 + endMinute];
    if (found.length === 0 || Math.max(minute, endMinute) > 59 || Math.max(from, to) > minutesOfDay)
      return "Enter times such as 10:00–18:00, several with a comma between them";
    if (from >= to) return "Each end must be after its beginning; the day ends at 24:00";
    ranges.push({ from, to });
  }
  ranges.sort((one, other) => one.from - other.from);
  const overlaps = ranges.some(({ from }, at) => from < (ranges[at - 1]?.to ?? 0));
  return overlaps ? "These times overlap" : ranges;
}

/** "10:00–13:00, 14:00–18:00". */
export function writeClockRanges(ranges: readonly ClockRange[]): string {
  return ranges.map(({ from, to }) => `${writeClock(from)}–${writeClock(to)}`).join(", ");
}

/** Minutes of a day as a time, "09:05"; the end of the day is "24:00". */
export function writeClock(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}
