import { closeSync, openSync, readSync } from "node:fs";
import type { BundleRecord } from "../bundle/bundle.ts";
import { type ProblemCollector, wholeFile } from "../bundle/problems.ts";

const chunkBytes = 1 << 20;
/** Characters of one line. */
const mostLength = 16_000_000;

/** The values of a file that holds one in each line; what is no JSON is noted with its line, and passed over. */
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
      if (line.length > mostLength) throw new SyntaxError("too long");
      yield { value: JSON.parse(line), place };
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      collector.note(wholeFile(file), [], "This line is not proper JSON", at);
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
      // A line too long for anything is told by its beginning.
      rest = (lines.pop() ?? "").slice(0, mostLength + 1);
      yield* lines;
      if (length === 0) break;
    }
    if (rest !== "") yield rest;
  } finally {
    closeSync(handle);
  }
}
