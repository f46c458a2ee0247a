/** One thing that did not come along as it was: which, what of it, and why or what became of it. */
export interface ReportLine {
  item: string;
  what: string;
  why: string;
}

export interface Report {
  lines: ReportLine[];
  add(item: string, what: string, why: string): void;
}

export function openReport(): Report {
  const lines: ReportLine[] = [];
  return { lines, add: (item, what, why) => lines.push({ item, what, why }) };
}

/** One line each, whatever the texts hold. */
export function writeReport(lines: readonly ReportLine[]): string {
  return lines.map(({ item, what, why }) => `${plain(item)}: ${plain(what)}. ${plain(why)}.\n`).join("");
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replace(/\.$/, "");
}
