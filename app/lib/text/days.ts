/** Adds a number of days to a day; negative for earlier. @param day `YYYY-MM-DD` */
export function addDays(day: string, days: number): string {
  const moment = new Date(`${day}T00:00:00.000Z`);
  moment.setUTCDate(moment.getUTCDate() + days);
  return moment.toISOString().slice(0, 10);
}

/** Consecutive days that end with the given one. */
export function daysUntil(last: string, count: number): string[] {
  return Array.from({ length: count }, (_, index) => addDays(last, index + 1 - count));
}

/**
 * Formats a calendar day (`YYYY-MM-DD`) as "14 November 2026", or in Bangla words and digits. Avoids `Intl`, whose
 * first use blocks a phone for more than a frame.
 */
export function writeDay(day: string, lang?: string): string {
  const moment = readDay(day);
  if (!moment) return "";
  const [date, year] = [moment.getUTCDate(), moment.getUTCFullYear()];
  const month = moment.getUTCMonth();
  if (lang === "bn") return `${banglaDigits(date)} ${bangla.months[month]}, ${banglaDigits(year)}`;
  return `${date} ${english.months[month]} ${year}`;
}

/** Formats a day with its weekday, "Saturday 14 November 2026". */
export function writeWeekday(day: string, lang?: string): string {
  const moment = readDay(day);
  if (!moment) return "";
  const weekday = moment.getUTCDay();
  return lang === "bn"
    ? `${bangla.weekdays[weekday]}, ${writeDay(day, lang)}`
    : `${english.weekdays[weekday]} ${writeDay(day)}`;
}

/** Integer in Bangla digits, without thousands separators. */
export function banglaDigits(value: number): string {
  return String(value).replace(/\d/g, (digit) => "০১২৩৪৫৬৭৮৯".charAt(Number(digit)));
}

/** Weekday number, 0 for Sunday. @param day `YYYY-MM-DD` */
export function weekdayOf(day: string): number {
  return readDay(day)?.getUTCDay() ?? 0;
}

/** Formats a day as "14 November". @param day `YYYY-MM-DD` */
export function writeDayAndMonth(day: string): string {
  return writeDay(day).replace(/ \d+$/, "");
}

function readDay(day: string): Date | null {
  const moment = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

const english = {
  months: [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
  ],
  weekdays: ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"],
};

const bangla = {
  months: [
    "জানুয়ারি",
    "ফেব্রুয়ারি",
    "মার্চ",
    "এপ্রিল",
    "মে",
    "জুন",
    "জুলাই",
    "আগস্ট",
    "সেপ্টেম্বর",
    "অক্টোবর",
    "নভেম্বর",
    "ডিসেম্বর",
  ],
  weekdays: ["রবিবার", "সোমবার", "মঙ্গলবার", "বুধবার", "বৃহস্পতিবার", "শুক্রবার", "শনিবার"],
};
