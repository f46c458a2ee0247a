import { closeSync, createReadStream, fstatSync, openSync, readSync, statSync } from "node:fs";
import { JSONParser, TokenType } from "@streamparser/json";
import type { BundleRecord } from "./bundle.ts";
import { NotImportable, type ProblemCollector, wholeFile } from "./problems.ts";

/** Position of a value in a JSON file: bytes from `start` to before `end`, and its first line, counted from 1. */
export interface JsonSpan {
  start: number;
  end: number;
  line: number;
}

/** A member of the file's object; for a list, with the position of each item. */
export interface JsonMember extends JsonSpan {
  items: JsonSpan[] | null;
}

/** An indexed JSON file of one object; at most one value of it is in memory. */
export interface JsonFile {
  members: Map<string, JsonMember>;
  read(span: JsonSpan): unknown;
  /** The line of the value at a path, or of its nearest existing ancestor. */
  lineOf(span: JsonSpan, path: readonly PropertyKey[]): number;
}

/** Maximum bytes of one value; the largest are pictures in Base64. */
const maxBytes = 64_000_000;
const maxDepth = 200;

/** Indexes a file of any size in one pass. Notes problems under the name `file`, and then has no members. */
export async function openJsonFile(
  path: string,
  file: string,
  collector: ProblemCollector,
  chunkBytes = 1 << 20,
): Promise<JsonFile> {
  const before = changeMarkOf(statSync(path));
  const begin = beginOf(path);
  const scan = openScan();
  try {
    for await (const chunk of createReadStream(path, { start: begin, highWaterMark: chunkBytes }))
      scan.write(chunk);
    scan.end();
  } catch (error) {
    collector.note(wholeFile(file), [], scan.explain(error), scan.lineOfError(error));
    scan.members.clear();
  }
  const textOf = ({ start, end }: JsonSpan) => {
    const handle = openSync(path, "r");
    try {
      if (changeMarkOf(fstatSync(handle)) !== before) throw changedMeanwhile(file);
      const bytes = Buffer.allocUnsafe(end - start);
      readSync(handle, bytes, 0, bytes.length, begin + start);
      return bytes.toString("utf8");
    } finally {
      closeSync(handle);
    }
  };
  // One value may have thousands of problems, so its lines are indexed once for all of them.
  let indexed: { start: number; lineOf: (path: readonly PropertyKey[]) => number } | null = null;
  const indexOf = (span: JsonSpan) => {
    if (indexed?.start !== span.start) indexed = { start: span.start, lineOf: indexLines(textOf(span)) };
    return indexed;
  };
  return {
    members: scan.members,
    read: (span) => JSON.parse(textOf(span)),
    lineOf: (span, path) => span.line - 1 + indexOf(span).lineOf(path),
  };
}

/** The offset of the text, after an optional UTF-8 byte order mark. */
function beginOf(path: string): number {
  const handle = openSync(path, "r");
  try {
    const first = Buffer.alloc(3);
    readSync(handle, first, 0, 3, 0);
    return first.equals(Buffer.from("\ufeff")) ? 3 : 0;
  } finally {
    closeSync(handle);
  }
}

/** A string that changes whenever the file is modified. */
export function changeMarkOf({ size, mtimeMs }: { size: number; mtimeMs: number }): string {
  return `${size} ${mtimeMs}`;
}

export function changedMeanwhile(file: string): NotImportable {
  const message = "The file changed during the import, so nothing was imported. Start again";
  return new NotImportable([{ file, line: null, field: "", message }]);
}

const oneObject = "Write everything into one object: { … }";

/** A file that may be valid JSON, but that the import does not accept. */
class UnsupportedJson extends Error {}

/** Records the positions of the object's members and their items, while the parser validates the JSON. */
function openScan() {
  // Without paths the parser holds no values in memory.
  const parser = new JSONParser({ paths: [], keepStack: false, stringBufferSize: 64 * 1024 });
  const members = new Map<string, JsonMember>();
  const lines = openLineCounter();
  let depth = 0;
  let last = -1;
  let written = 0;
  let isOver = false;
  let key: string | null = null;
  let member: JsonMember | null = null;
  let item: JsonSpan | null = null;
  parser.onToken = ({ token, value, offset }) => {
    last = offset;
    const isOpening = token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET;
    const isClosing = token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET;
    if (depth === 0 && token !== TokenType.LEFT_BRACE) throw new UnsupportedJson(oneObject);
    if (isClosing) depth -= 1;
    const isEnd = isClosing || token === TokenType.COMMA;
    if (item && isEnd && depth === (isClosing ? 1 : 2)) {
      item.end = offset;
      refuseLarge(item);
      item = null;
    } else if (member && isEnd && depth === (isClosing ? 0 : 1)) {
      member.end = offset;
      if (member.items === null) refuseLarge(member);
      member = null;
      key = null;
    } else if (depth === 1 && key === null && typeof value === "string" && !isEnd) {
      key = value;
      if (members.has(key)) throw new UnsupportedJson(`“${key}” appears twice`);
    } else if (depth === 1 && key !== null && member === null && token !== TokenType.COLON && !isEnd) {
      const items = token === TokenType.LEFT_BRACKET ? [] : null;
      member = { start: offset, end: offset, line: lines.at(offset), items };
      members.set(key, member);
    } else if (depth === 2 && member?.items && item === null && !isEnd) {
      item = { start: offset, end: offset, line: lines.at(offset) };
      member.items.push(item);
    }
    if (isOpening) depth += 1;
    if (depth > maxDepth)
      throw new UnsupportedJson(`Lists and objects are nested more than ${maxDepth} levels deep here`);
  };
  return {
    members,
    write(chunk: Buffer) {
      lines.take(chunk);
      written += chunk.length;
      parser.write(chunk);
      refuseLarge({ start: Math.max(0, last), end: written });
    },
    end() {
      if (last === -1) throw new UnsupportedJson(oneObject);
      isOver = true;
      if (!parser.isEnded) parser.end();
    },
    explain(error: unknown): string {
      if (error instanceof UnsupportedJson) return error.message;
      // Only the text decoder throws this.
      if (error instanceof TypeError) return "Save this file as UTF-8 text";
      if (isOver) return "This is not valid JSON: the file ends too early";
      return "This is not valid JSON from here on";
    },
    /** The line of a parser error, which includes the byte offset only within a token. */
    lineOfError(error: unknown): number {
      const position = error instanceof Error && /absolute position "(\d+)"/.exec(error.message)?.[1];
      if (isOver) return lines.at(written);
      return lines.at(position ? Number(position) : Math.max(0, last));
    },
  };
}

function refuseLarge({ start, end }: Pick<JsonSpan, "start" | "end">): void {
  if (end - start > maxBytes)
    throw new UnsupportedJson(`A single value here is larger than ${maxBytes / 1_000_000} MB`);
}

/** Counts lines in consecutive chunks. Tokens contain no line breaks, so one from the previous chunk is on the current line. */
function openLineCounter() {
  let chunk: Buffer = Buffer.alloc(0);
  let start = 0;
  let counted = 0;
  let line = 1;
  const countTo = (end: number) => {
    for (let at = chunk.indexOf(10, counted); at !== -1 && at < end; at = chunk.indexOf(10, at + 1))
      line += 1;
    counted = Math.max(counted, end);
  };
  return {
    take(next: Buffer) {
      countTo(chunk.length);
      start += chunk.length;
      chunk = next;
      counted = 0;
    },
    at(offset: number) {
      countTo(Math.min(offset - start, chunk.length));
      return line;
    },
  };
}

/**
 * Returns a function for the line of the value at a path, or of its nearest existing ancestor, in valid JSON. Each list or
 * object is scanned once, when a value in it is requested.
 */
function indexLines(text: string): (path: readonly PropertyKey[]) => number {
  const members = new Map<number, Map<string, number>>();
  const items = new Map<number, number[]>();
  const lines = openLineIndex(text);
  const known = <Found>(
    index: Map<number, Found>,
    open: number,
    find: (text: string, open: number) => Found,
  ) => {
    const found = index.get(open) ?? find(text, open);
    index.set(open, found);
    return found;
  };
  return (path) => {
    let at = skipSpace(text, 0);
    for (const step of path) {
      const next =
        text[at] === "{"
          ? known(members, at, findMembers).get(String(step))
          : known(items, at, findItems)[Number(step)];
      if (next === undefined) break;
      at = next;
    }
    return lines.at(at);
  };
}

function openLineIndex(text: string): { at(offset: number): number } {
  const ends: number[] = [];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) ends.push(at);
  return {
    at(offset) {
      let low = 0;
      let high = ends.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if ((ends[middle] ?? offset) < offset) low = middle + 1;
        else high = middle;
      }
      return low + 1;
    },
  };
}

/** Offsets of the values of an object by name; the first wins for duplicates. */
function findMembers(text: string, open: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = skipSpace(text, open + 1); text[at] === '"'; ) {
    const end = endOfString(text, at);
    const value = skipSpace(text, skipSpace(text, end) + 1);
    const name: unknown = JSON.parse(text.slice(at, end));
    if (!found.has(String(name))) found.set(String(name), value);
    at = nextPart(text, value);
  }
  return found;
}

/** Offsets of the items of a list; empty for other values. */
function findItems(text: string, open: number): number[] {
  const found: number[] = [];
  if (text[open] !== "[") return found;
  for (let at = skipSpace(text, open + 1); text[at] !== "]" && at < text.length; at = nextPart(text, at))
    found.push(at);
  return found;
}

/** The offset after a value and its comma. */
function nextPart(text: string, value: number): number {
  const end = skipSpace(text, endOfValue(text, value));
  return text[end] === "," ? skipSpace(text, end + 1) : end;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') at = endOfString(text, at) - 1;
    else if (sign === "{" || sign === "[") depth += 1;
    else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === 0) return at;
    if (depth < 0) return at;
    if (depth === 0 && sign !== undefined && '"}]'.includes(sign)) return at + 1;
  }
  return text.length;
}

function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text[at - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return at + 1;
  }
  return text.length;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (/\s/.test(text[at] ?? "")) at += 1;
  return at;
}

const chunkBytes = 1 << 20;
/** Maximum characters of one line. */
const maxLength = 16_000_000;

/** Reads a JSON Lines file. Skips invalid lines, and notes each with its line number. */
export function* readJsonLines(
  path: string,
  file: string,
  collector: ProblemCollector,
): Generator<BundleRecord> {
  let number = 0;
  for (const line of readLines(path)) {
    number += 1;
    if (line.trim() === "") continue;
    const at = number;
    const place = { file, lineOf: () => at };
    try {
      if (line.length > maxLength) throw new SyntaxError("too long");
      yield { value: JSON.parse(line), place };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      collector.note(wholeFile(file), [], "This line is not valid JSON", at);
    }
  }
}

function* readLines(path: string): Generator<string> {
  const handle = openSync(path, "r");
  const decoder = new TextDecoder();
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let rest = "";
  try {
    for (;;) {
      const length = readSync(handle, chunk);
      const lines = (rest + decoder.decode(chunk.subarray(0, length), { stream: length > 0 })).split("\n");
      // One character over the limit is enough to reject the line.
      rest = (lines.pop() ?? "").slice(0, maxLength + 1);
      yield* lines;
      if (length === 0) break;
    }
    if (rest !== "") yield rest;
  } finally {
    closeSync(handle);
  }
}
