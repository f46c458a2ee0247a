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
  const safe = formula.test(text) ? `'${text}` : text;
  // Some languages separate by semicolons: a cell must not come apart there and begin with a formula.
  return /[",;\t\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const formula = /^[\s\u00a0\ufeff]*[=+\-@\t\r＝＋－＠|]/u;
