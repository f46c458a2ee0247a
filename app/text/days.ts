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
