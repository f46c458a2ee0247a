/**
 * Rows as CSV (RFC 4180) in UTF-8 with the mark by which spreadsheets know it. What they would take for a formula is
 * prefixed by an apostrophe (OWASP, CSV injection), also behind blanks and in full-width form.
 */
export function writeCsv(head: readonly string[], rows: Iterable<CsvRow>): string {
  return `\ufeff${writeLines([head, ...rows])}`;
}

export type CsvRow = readonly (string | number | null)[];

/** The same for more rows than should stand in memory at once: each batch is asked for when the one before has been read. */
export function streamCsv(
  head: readonly string[],
  batches: AsyncIterable<readonly CsvRow[]>,
): ReadableStream<Uint8Array> {
  const lines = async function* () {
    yield `\ufeff${writeLines([head])}`;
    for await (const batch of batches) yield writeLines(batch);
  };
  const steps = lines();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await steps.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    cancel: async () => void (await steps.return(undefined)),
  });
}

function writeLines(rows: readonly CsvRow[]): string {
  return rows.map((row) => `${row.map(writeCell).join(",")}\r\n`).join("");
}

/** A file to keep, for one person alone. @param name without ending */
export function answerCsv(name: string, csv: string | ReadableStream<Uint8Array>): Response {
  return new Response(csv, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name.replace(/[^\w.-]+/g, "-")}.csv"`,
      "cache-control": "no-store",
    },
  });
}

function writeCell(value: string | number | null): string {
  if (typeof value === "number") return String(value);
  const text = value ?? "";
  const safe = text.replace(formulas, "$1'");
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * Where a formula begins. Sheets of some languages separate by semicolons or tabs; our quotes are inside a field there, so that
 * its line breaks end the row as well.
 */
const formulas = /(^(?=[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠|])|[;\t\r\n](?=[^\S\r\n]*[=+\-@＝＋－＠|]))/gu;

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
  // Excel reads and writes the separator in a first line of its own, such as `sep=;`.
  const [note = "", stated] = /^"?sep=([,;\t])"?\n/i.exec(whole) ?? [];
  const start = note.length;
  const separator = stated ?? separatorOf(whole.slice(0, whole.indexOf("\n")));
  const cell = new RegExp(`"((?:[^"]|"")*)"?[^${separator}\\n]*|[^${separator}\\n]*`, "y");
  const rows: CsvRecord[] = [];
  let [at, line] = [start, start === 0 ? 1 : 2];
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
  return cell.trim().replaceAll(escapes, "$1$2");
}

const escapes =
  /(?:(^)'(?=[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠|])|([;\t\r\n])'(?=[^\S\r\n]*[=+\-@＝＋－＠|]))/gu;

function separatorOf(firstLine: string): string {
  const count = (sign: string) => firstLine.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (count(sign) > count(best) ? sign : best));
}
