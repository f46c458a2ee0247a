import { shorten } from "#app/text/cut.ts";
import { mostText } from "../bundle/problems.ts";

/** One thing that did not come along as it was: which, what of it, and why or what became of it. */
export interface ReportLine {
  item: string;
  what: string;
  why: string;
}

export interface MoveReport {
  lines: ReportLine[];
  add(item: string, what: string, why: string): void;
}

/** Characters of what did not come along, which may be words that stand nowhere else any more. */
const mostWhat = 1000;

/**
 * Takes lines down with their texts cut: a report is stored and shown as a whole.
 * @param unknown an address of the former site that nobody knows: it is left out, and paths remain
 */
export function openReport(unknown = ""): MoveReport {
  const lines: ReportLine[] = [];
  return {
    lines,
    add(item, what, why) {
      const shortened = unknown === "" ? what : what.replaceAll(`${unknown}/`, "/");
      lines.push({
        item: shorten(item, mostText),
        what: shorten(shortened, mostWhat),
        why: shorten(why, mostText),
      });
    },
  };
}

/** One line for each thing, those of one item together; what happened several times is counted. */
export function writeReport(report: MoveReport): { text: string; count: number } {
  const byItem = Map.groupBy(report.lines, ({ item }) => item);
  const counts = new Map<string, number>();
  for (const line of [...byItem.values()].flat()) {
    const text = `${plain(line.item)}: ${plain(line.what)}. ${plain(line.why)}.`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const lines = [...counts].map(([text, count]) =>
    count === 1 ? `${text}\n` : `${text} (${count} times)\n`,
  );
  return { text: lines.join(""), count: lines.length };
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replace(/\.$/, "");
}
