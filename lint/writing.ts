import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { compilePhrases, type FindPhrases, readPhrases } from "./phrases.ts";
import { readTexts, type Text } from "./texts.ts";

export interface Finding {
  path: string;
  line: number;
  /** Name of the rule, or the phrase. */
  rule: string;
  message: string;
}

/** Maximum words of a text; doc comments have a maximum of sentences. */
const wordLimits = { comment: 20, "test name": 12, "log message": 8 };
const sentenceLimit = 2;

/** Applies the rules for writing to one file. */
export function checkFile(path: string, source: string, findPhrases: FindPhrases): Finding[] {
  return readTexts(path, source).flatMap((text) =>
    [...checkLength(text), ...checkPhrases(text, path, findPhrases)].map(([rule, message]) => ({
      path,
      line: text.line,
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

/** Replaces code spans and addresses by a word, since the rules do not apply to them. */
function withoutCode(text: string): string {
  return text.replace(/\]\([^)]*\)/g, "]").replace(/`[^`]*`|https?:\/\/\S+/g, "code");
}

/** Appends the parts of a compound name: `passLocked pass Locked`. */
function splitName(name: string): string {
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return words === name ? name : `${name}; ${words}`;
}

/** Excludes third-party texts, the sample company, former decision records and benchmark results. */
const excluded =
  /^(tests\/fixtures\/|app\/ops\/sample\/content\/|docs\/decisions\/history\/|lab\/RESULTS\.md$)/;

/** Lists the files to check in a git work tree, relative to its root. */
function listFiles(folder: string): string[] {
  const listed = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed
    .split("\0")
    .filter((path) => /\.(tsx?|md)$/.test(path) && !excluded.test(path) && existsSync(join(folder, path)));
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

/** `node lint/writing.ts [path …]`: fails if a text below the paths, by default any, violates a rule. */
function main(): void {
  const folder = join(import.meta.dirname, "..");
  const { positionals } = parseArgs({ allowPositionals: true });
  const paths = positionals.map((path) => relative(folder, path));
  const findPhrases = compilePhrases(
    readPhrases(readFileSync(join(import.meta.dirname, "words.txt"), "utf8")),
  );
  const findings = listFiles(folder)
    .filter((path) => paths.length === 0 || paths.some((part) => `${path}/`.startsWith(`${part}/`)))
    .flatMap((path) => checkFile(path, readFileSync(join(folder, path), "utf8"), findPhrases));
  for (const { path, line, message } of findings) report(`${path}:${line}: ${message}`);
  if (findings.length === 0) return;
  reportCounts(findings);
  report(`writing: ${findings.length} findings; lint/words.txt lists the phrases`);
  process.exitCode = 1;
}

if (import.meta.main) main();
