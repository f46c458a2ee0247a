/** Text of others' fit for one line of ours: no line ends, control characters or turned direction, and not too long. */
export function oneLine(value: string, max: number): string {
  const line = value
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const letters = [...line];
  return letters.length > max ? `${letters.slice(0, max - 1).join("")}…` : line;
}
