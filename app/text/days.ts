/** The day so many days later, or earlier. @param day `YYYY-MM-DD` */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00.000Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** So many days in a row, the given one last. */
export function daysUntil(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count));
}

/** A calendar day (`YYYY-MM-DD`) in words, "14 November 2026"; in Bangla words and digits for Bangla texts. */
export function writeDay(day: string, lang?: string): string {
  const moment = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return "";
  return (lang === "bn" ? bangla : english).format(moment);
}

/** The same with its weekday, "Saturday 14 November 2026". */
export function writeWeekday(day: string, lang?: string): string {
  const moment = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(moment.getTime())) return "";
  return (lang === "bn" ? banglaLong : englishLong)
    .format(moment)
    .replace(/^(\S+),/, lang === "bn" ? "$1," : "$1");
}

const options = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
const english = new Intl.DateTimeFormat("en-GB", options);
const bangla = new Intl.DateTimeFormat("bn-BD", options);
const englishLong = new Intl.DateTimeFormat("en-GB", { ...options, weekday: "long" });
const banglaLong = new Intl.DateTimeFormat("bn-BD", { ...options, weekday: "long" });
