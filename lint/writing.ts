import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { type ChangedLines, findChangedLines } from "./changed-lines.ts";
import { compilePhrases, type FindPhrases, readPhrases } from "./phrases.ts";
import { type LineFilter, readTexts, type Text } from "./texts.ts";

export interface Finding {
  path: string;
  line: number;
  /** Name of the rule, or the phrase. */
  rule: string;
  message: string;
}

/** Longest texts, in words; a doc comment is limited in sentences. */
const wordLimits = { comment: 20, "test name": 12, "log message": 8 };
const sentenceLimit = 2;

/** Applies the rules for writing to the wanted lines of one file. */
export function checkFile(
  path: string,
  source: string,
  findPhrases: FindPhrases,
  isWanted: LineFilter = () => true,
): Finding[] {
  return readTexts(path, source, isWanted).flatMap((text) =>
    [...checkLength(text), ...checkPhrases(text, path, findPhrases)].map(([rule, message]) => ({
      path,
      line: text.firstLine,
      rule,
      message,
    })),
  );
}

type Problem = [rule: string, message: string];

function checkLength({ kind, text }: Text): Problem[] {
  if (kind === "doc comment") {
    const count = countSentences(text);
    return count > sentenceLimit
      ? [["long doc comment", `doc comment of ${count} sentences; at most ${sentenceLimit}`]]
      : [];
  }
  if (kind === "name" || kind === "paragraph") return [];
  const [count, limit] = [countWords(text), wordLimits[kind]];
  return count > limit ? [[`long ${kind}`, `${kind} of ${count} words; at most ${limit}`]] : [];
}

function checkPhrases({ kind, text }: Text, path: string, findPhrases: FindPhrases): Problem[] {
  const prose = kind === "name" ? splitName(text) : withoutCode(text);
  const hasBeginning = kind !== "name" && kind !== "paragraph";
  return findPhrases(prose, path)
    .filter(({ phrase }) => hasBeginning || !phrase.startsWith("^"))
    .map(({ phrase, instead }) => {
      const verb = phrase.startsWith("^") ? "begins with" : "contains";
      return [phrase, `${kind} ${verb} "${phrase.replace("^", "")}"; write: ${instead}`];
    });
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}%$]/u.test(word)).length;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

/** Sentences of the description; tags such as `@param` are left out. */
function countSentences(text: string): number {
  const [description = ""] = withoutCode(text).split(/^@\w/m);
  const parts = [...sentences.segment(description.replace(/\s+/g, " "))];
  return parts.filter(({ segment }) => /\p{L}/u.test(segment)).length;
}

/** Code spans and addresses are replaced by a word: they name things that have other rules. */
function withoutCode(text: string): string {
  return text.replace(/\]\([^)]*\)/g, "]").replace(/`[^`]*`|https?:\/\/\S+/g, "code");
}

/** A name of several words is followed by them: `passLocked pass Locked`. */
function splitName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return words === name ? name : `${name}; ${words}`;
}

interface TreeOptions {
  /** Root of a git working tree. */
  folder: string;
  /** Commit whose changed lines are checked; null checks every line. */
  base: string | null;
  /** Files and folders to check, relative to the root; empty for all. */
  paths: readonly string[];
  findPhrases: FindPhrases;
}

/** Texts of others, and figures that the benchmarks write. */
const leftOut = /^(tests\/fixtures\/|lab\/RESULTS\.md$)/;

/** Checks TypeScript and Markdown of a working tree; null when git does not have the commit. */
export function checkTree({ folder, base, paths, findPhrases }: TreeOptions): Finding[] | null {
  const changed = base === null ? listFiles(folder) : findChangedLines(folder, base);
  if (changed === null) return null;
  return [...changed]
    .filter(([path]) => /\.(tsx?|md)$/.test(path) && !leftOut.test(path))
    .filter(([path]) => paths.length === 0 || paths.some((part) => `${path}/`.startsWith(`${part}/`)))
    .filter(([path]) => existsSync(join(folder, path)))
    .flatMap(([path, ranges]) => {
      const isWanted: LineFilter = (first, last) => ranges.some(([from, to]) => from <= last && first <= to);
      return checkFile(path, readFileSync(join(folder, path), "utf8"), findPhrases, isWanted);
    });
}

/** Lists every file with all its lines. */
function listFiles(folder: string): ChangedLines {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return new Map(listed.split("\0").map((path) => [path, [[1, Number.MAX_SAFE_INTEGER]]]));
}

function reportCounts(findings: readonly Finding[]): void {
  const byRule = Map.groupBy(findings, ({ rule }) => rule);
  const counts = [...byRule].map(([rule, found]): [string, number] => [rule, found.length]);
  for (const [rule, count] of counts.toSorted((a, b) => b[1] - a[1]))
    report(`${String(count).padStart(6)}  ${rule}`);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** `node lint/writing.ts [--changed COMMIT | --all] [path …]`: fails when changed lines, or any, break a rule. */
function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { changed: { type: "string" }, all: { type: "boolean" } },
  });
  const folder = join(import.meta.dirname, "..");
  const base = values.changed ?? readFileSync(join(import.meta.dirname, "writing-base"), "utf8").trim();
  const findings = checkTree({
    folder,
    base: values.all ? null : base,
    paths: positionals.map((path) => relative(folder, path)),
    findPhrases: compilePhrases(readPhrases(readFileSync(join(import.meta.dirname, "words.txt"), "utf8"))),
  });
  if (findings === null) {
    report(`writing: git has no commit ${base} to compare with; fetch the whole history`);
    process.exitCode = process.env.CI ? 1 : 0;
    return;
  }
  for (const { path, line, message } of findings) report(`${path}:${line}: ${message}`);
  if (values.all) reportCounts(findings);
  if (findings.length > 0) report(`writing: ${findings.length} findings; lint/words.txt lists the phrases`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

if (import.meta.main) main();
