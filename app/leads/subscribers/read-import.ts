import { DomainError } from "#app/platform/domain-error.ts";
import { type CsvRecord, readCsv } from "#app/text/csv.ts";
import { emailKey, parseEmail } from "#app/text/email.ts";

/** An address of a file that can be subscribed. */
export interface Candidate {
  /** Line of the file. */
  line: number;
  email: string;
  key: string;
  /** ISO 8601, when the file says when its owner agreed; empty when it doesn't. */
  consentedAt: string;
}

export interface WrongLine {
  line: number;
  text: string;
  why: string;
}

export interface ReadImport {
  candidates: Candidate[];
  wrong: WrongLine[];
}

export const mostImportBytes = 2_000_000;
export const mostImportLines = 20_000;

/** Reads a list of addresses; each wrong line is told in words. Throws a DomainError for a file that holds none at all. */
export function readImport(text: string): ReadImport {
  if (text.length > mostImportBytes) throw refuse("A file may have 2 MB. Split it into smaller ones.");
  const rows = readCsv(text);
  if (rows.length > mostImportLines)
    throw refuse("A file may have 20,000 lines. Split it into smaller ones.");
  const columns = findColumns(rows);
  if (!columns)
    throw refuse("No column of this file holds e-mail addresses. Name it E-mail in the first line.");
  const seen = new Map<string, number>();
  const read: ReadImport = { candidates: [], wrong: [] };
  for (const row of columns.hasHead ? rows.slice(1) : rows) readRow(row, columns, seen, read);
  if (read.candidates.length + read.wrong.length === 0) throw refuse("There is no address in this file.");
  return read;
}

interface Columns {
  hasHead: boolean;
  email: number;
  consented: number;
}

function findColumns([first]: readonly CsvRecord[]): Columns | null {
  if (!first) return null;
  const names = first.cells.map((cell) => cell.toLowerCase().replace(/[^a-z]/g, ""));
  const email = names.findIndex((name) => /^(email|emailaddress|mail|address|subscriber)$/.test(name));
  const consented = names.findIndex((name) =>
    /^(consentgiven|consentdate|optintime|subscribedat)$/.test(name),
  );
  if (email >= 0) return { hasHead: true, email, consented };
  const plain = first.cells.findIndex((cell) => "address" in parseEmail(cell));
  return plain < 0 ? null : { hasHead: false, email: plain, consented: -1 };
}

function readRow(
  { line, cells }: CsvRecord,
  columns: Columns,
  seen: Map<string, number>,
  read: ReadImport,
): void {
  const text = cells[columns.email] ?? "";
  const parsed = parseEmail(text);
  if ("wrong" in parsed) return void read.wrong.push({ line, text: text.slice(0, 100), why: parsed.wrong });
  const key = emailKey(parsed.address);
  const before = seen.get(key);
  if (before !== undefined)
    return void read.wrong.push({
      line,
      text: parsed.address,
      why: `The same address stands in line ${before}`,
    });
  seen.set(key, line);
  const at = Date.parse(cells[columns.consented] ?? "");
  const consentedAt = Number.isNaN(at) ? "" : new Date(at).toISOString();
  read.candidates.push({ line, email: parsed.address, key, consentedAt });
}

function refuse(sentence: string): DomainError {
  return new DomainError("invalid", sentence, { fields: { file: sentence } });
}
