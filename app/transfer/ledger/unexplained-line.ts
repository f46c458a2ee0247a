/** The first line of a report with unexplained differences. */
export function unexplainedLine(count: number): string {
  return count === 1
    ? "1 difference is unexplained: the import may lose it."
    : `${count.toLocaleString("en")} differences are unexplained: the import may lose them.`;
}
