/**
 * Rows as CSV (RFC 4180) in UTF-8 with a byte order mark. Text that spreadsheets would run as a formula gets an
 * apostrophe (OWASP, CSV injection), also after blanks and in full-width form.
 */
export function writeCsv(head: readonly string[], rows: Iterable<CsvRow>): string {
  return `\ufeff${writeLines([head, ...rows])}`;
}

export type CsvRow = readonly (string | number | null)[];

/** Streams CSV for large exports: requests each batch after the previous one has been read. */
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

/** Private file download. @param name without extension */
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
 * Matches the start of a formula. Some locales separate by semicolons or tabs; our quotes are then inside a field, so
 * its line breaks end the row too.
 */
const formulas = /(^(?=[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠|])|[;\t\r\n](?=[^\S\r\n]*[=+\-@＝＋－＠|]))/gu;

export interface CsvRecord {
  /** First line of the record in the file, from 1. */
  line: number;
  cells: string[];
}

/**
 * Rows of a CSV file (RFC 4180) as spreadsheets write it, separated by comma, semicolon or tab, whichever is most
 * frequent in the first line; blank lines are ignored. Removes the apostrophe that `writeCsv` adds before formulas.
 */
export function readCsv(text: string): CsvRecord[] {
  const whole = `${text.replace(/^\ufeff/, "").replace(/\r\n?/g, "\n")}\n`;
  // Excel may state the separator in a first line such as `sep=;`.
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
