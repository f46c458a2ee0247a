import { shorten } from "#app/lib/text/cut.ts";
import { mostText } from "../bundle/problems.ts";

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
const mostWhat = 1000;

/**
 * Takes lines down with their texts cut: a report is stored and shown as a whole.
 * @param unknown an unknown address of the former site: it is left out, and paths remain
 */
export function openReport(unknown = ""): MoveReport {
  const lines: ReportLine[] = [];
  const lineOf = (item: string, what: string, why: string): ReportLine => ({
    item: shorten(item, mostText),
    what: shorten(unknown === "" ? what : what.replaceAll(`${unknown}/`, "/"), mostWhat),
    why: shorten(why, mostText),
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

/** How many differences between the source and its result no rule explains. */
export function countUnexplained({ lines }: Pick<MoveReport, "lines">): number {
  return lines.filter(({ isUnexplained }) => isUnexplained).length;
}

/** The first line of a report with unexplained differences. */
export function unexplainedLine(count: number): string {
  return count === 1
    ? "1 difference is unexplained: the import may lose it."
    : `${count.toLocaleString("en")} differences are unexplained: the import may lose them.`;
}

/** Unexplained lines first, all others in their order. */
export function sortLines(lines: readonly ReportLine[]): ReportLine[] {
  return lines.toSorted((a, b) => Number(b.isUnexplained ?? false) - Number(a.isUnexplained ?? false));
}

/** One line for each thing, those of one item together; what happened several times is counted. Unexplained ones come first, below a line that counts them. */
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
