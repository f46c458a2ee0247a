const unfit = /[\p{Cc}\ufffe\uffff]/u;
const unfitAll = /[\p{Cc}\ufffe\uffff]/gu;

/** Text a page and a feed can show: no control characters, no half characters. Joiners stay. */
export function isCleanLine(text: string): boolean {
  return text.isWellFormed() && !unfit.test(text);
}

/** As a line, but with line ends and tabs. */
export function isCleanCode(text: string): boolean {
  return text.isWellFormed() && !unfit.test(text.replace(/[\n\t]/g, ""));
}

/** Line ends and tabs become spaces; what cannot be shown goes. */
export function cleanLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\n\t\r\f\v]/g, " ")
    .replace(unfitAll, "");
}

export function cleanCode(text: string): string {
  const lines = text.toWellFormed().replace(/\r\n?/g, "\n");
  return lines.replace(unfitAll, (character) => (/[\n\t]/.test(character) ? character : ""));
}
