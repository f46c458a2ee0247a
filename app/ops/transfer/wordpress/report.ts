import { shorten } from "#app/lib/text/cut.ts";
import { maxProblemText } from "../bundle/problems.ts";

/** One part that was changed or left out: its item, the part, and the reason or result. */
export interface ReportLine {
  item: string;
  what: string;
  why: string;
  /** Whether no rule explains it: the import may have lost something. */
  isUnexplained?: boolean;
}

export interface MoveReport {
  lines: ReportLine[];
  add(item: string, what: string, why: string): void;
  addUnexplained(item: string, what: string): void;
}

/** Maximum length of the part in characters; it may hold words that are lost otherwise. */
const maxWhatLength = 1000;

/**
 * Creates a report that shortens texts, since it is stored and shown as a whole.
 * @param unknown placeholder for an unknown address of the former site, removed from texts
 */
export function openReport(unknown = ""): MoveReport {
  const lines: ReportLine[] = [];
  const lineOf = (item: string, what: string, why: string): ReportLine => ({
    item: shorten(item, maxProblemText),
    what: shorten(unknown === "" ? what : what.replaceAll(`${unknown}/`, "/"), maxWhatLength),
    why: shorten(why, maxProblemText),
  });
  return {
    lines,
    add(item, what, why) {
      lines.push(lineOf(item, what, why));
    },
    addUnexplained(item, what) {
      lines.push({
        ...lineOf(item, what, "Unexplained: compare it with the former site"),
        isUnexplained: true,
      });
    },
  };
}

/** Number of unexplained differences between the source and its result. */
export function countUnexplained({ lines }: Pick<MoveReport, "lines">): number {
  return lines.filter(({ isUnexplained }) => isUnexplained).length;
}

/** The first line of a report with unexplained differences. */
export function unexplainedLine(count: number): string {
  return count === 1
    ? "1 difference is unexplained: the import may lose it."
    : `${count.toLocaleString("en")} differences are unexplained: the import may lose them.`;
}

/** Puts unexplained lines first, and keeps the order otherwise. */
export function sortLines(lines: readonly ReportLine[]): ReportLine[] {
  return lines.toSorted((a, b) => Number(b.isUnexplained ?? false) - Number(a.isUnexplained ?? false));
}

/** Formats one line per difference, grouped by item, with a count of repeats. Unexplained ones come first, below their number. */
export function writeReport(report: MoveReport): { text: string; count: number } {
  const [unexplained, explained] = [true, false].map((wanted) =>
    Map.groupBy(
      report.lines.filter(({ isUnexplained = false }) => isUnexplained === wanted),
      ({ item }) => item,
    ),
  );
  const counts = new Map<string, number>();
  for (const line of [unexplained, explained].flatMap((byItem) => [...(byItem?.values() ?? [])].flat())) {
    const text = `${plain(line.item)}: ${plain(line.what)}. ${plain(line.why)}.`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const lines = [...counts].map(([text, count]) =>
    count === 1 ? `${text}\n` : `${text} (${count} times)\n`,
  );
  const first = countUnexplained(report);
  return { text: `${first > 0 ? `${unexplainedLine(first)}\n` : ""}${lines.join("")}`, count: lines.length };
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replace(/\.$/, "");
}
