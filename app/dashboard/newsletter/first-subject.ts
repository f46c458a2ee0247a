/** What a newsletter is called until its writer gives it a subject: "News from Kolpona, March 2026". */
export function firstSubject(company: string, now: Date, timeZone: string): string {
  const month = now.toLocaleDateString("en-GB", { timeZone, month: "long", year: "numeric" });
  const from = company === "" ? "News" : `News from ${company.slice(0, 100)}`;
  return `${from}, ${month}`;
}
