export interface CsvRecord {
  /** Line of the file on which it begins, from 1. */
  line: number;
  cells: string[];
}

/**
 * Rows of a CSV file (RFC 4180) as spreadsheets write it: cells apart by comma, semicolon or tab, whichever its first line
 * has most of; line ends of any kind; blank lines left out. The apostrophe that `writeCsv` puts before formulas goes again.
 */
export function readCsv(text: string): CsvRecord[] {
  const whole = `${text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")}\n`;
  const separator = separatorOf(whole.slice(0, whole.indexOf("\n")));
  const cell = new RegExp(`"((?:[^"]|"")*)"?[^${separator}\\n]*|[^${separator}\\n]*`, "y");
  const rows: CsvRecord[] = [];
  let [at, line] = [0, 1];
  while (at < whole.length) {
    const row: CsvRecord = { line, cells: [] };
    for (let end = separator; end === separator; at += 1) {
      cell.lastIndex = at;
      const [found = "", quoted] = cell.exec(whole) ?? [];
      at += found.length;
      line += found.split("\n").length - 1;
      row.cells.push(plain(quoted?.replaceAll('""', '"') ?? found));
      end = whole[at] ?? "\n";
    }
    line += 1;
    if (row.cells.some((one) => one !== "")) rows.push(row);
  }
  return rows;
}

function plain(cell: string): string {
  return cell.trim().replace(/^'(?=[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠|])/u, "");
}

function separatorOf(firstLine: string): string {
  const count = (sign: string) => firstLine.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
