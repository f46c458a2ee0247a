/** A moment in words, in the company's time: "14 November 2026, 18:22". */
export function writeMoment(at: string, timeZone: string): string {
  return format(at, {
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone,
  });
}

/** The day alone. */
export function writeDate(at: string, timeZone: string): string {
  return format(at, { day: "numeric", month: "long", year: "numeric", timeZone });
}

function format(at: string, options: Intl.DateTimeFormatOptions): string {
  const moment = new Date(at);
  const timeZone = options.timeZone || "UTC";
  return Number.isNaN(moment.getTime())
    ? ""
    : new Intl.DateTimeFormat("en-GB", { ...options, timeZone }).format(moment);
}
