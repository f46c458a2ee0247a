import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { compilePhrases, readPhrases } from "./phrases.ts";
import { checkFile } from "./writing.ts";

const findPhrases = compilePhrases(
  readPhrases(
    [
      "# comment",
      "whoever\tthe person",
      "kept\tstored\tkept in sync; well kept",
      "^what\tthe noun",
      "loom\tcover\t\tapp/lib/weave/**",
      "passLocked\tskipLocked",
    ].join("\n"),
  ),
);

function rulesIn(source: string, path = "app/a.ts"): string[] {
  return checkFile(path, source, findPhrases).map(({ line, rule }) => `${line} ${rule}`);
}

const words = (count: number) => Array.from({ length: count }, () => "word").join(" ");

describe("phrases", () => {
  test.each([
    ["a comment", "const a = 1; // For whoever reads", ["1 whoever"]],
    ["a doc comment over two lines", "/**\n * Rows kept\n * here.\n */\nconst a = 1;", ["1 kept"]],
    ["a test name", 'test("whoever signs in", () => {});', ["1 whoever"]],
    ["a test name from a table", "test.each([1])(`whoever`, () => {});", ["1 whoever"]],
    ["a skipped test's name", 'describe.skip("whoever", () => {});', ["1 whoever"]],
    ["a log message after fields", 'context.log.warn({ id }, "kept a file");', ["1 kept"]],
    ["JSX", "const a = (\n  <p>\n    {/* kept */}\n  </p>\n);", ["3 kept"]],
    ["a variable", "const keptRows = 1;", ["1 kept"]],
    ["a name in a pattern", "const { rows: kept } = a;", ["1 kept"]],
    ["a parameter", "function read(kept: number) {}", ["1 kept"]],
    ["a member of a type", "interface A {\n  kept_at: string;\n}", ["2 kept"]],
    ["a compound name in the list", "function passLocked() {}", ["1 passlocked"]],
    ["text after multi-byte letters", 'const a = "কখগ";\n// কখ kept', ["2 kept"]],
  ])("are found in %s", (_, source, expected) => {
    expect(rulesIn(source, "app/a.tsx")).toEqual(expected);
  });

  test.each([
    ["other strings", 'const a = "kept"; fail("whoever");'],
    ["names used but declared elsewhere", "keep(a.kept, { kept: 1 });"],
    ["code spans", "// See `kept`."],
    ["longer words", "// A well-kept list, unkept."],
    ["allowed longer phrases", "// Rows kept in sync, well kept."],
    ["linter directives", "// biome-ignore lint: kept"],
    ["calls of other methods", 'pattern.test("kept"); view.log("kept");'],
  ])("are ignored in %s", (_, source) => {
    expect(rulesIn(source)).toEqual([]);
  });

  test("are allowed in listed files", () => {
    expect(rulesIn("// A loom", "app/lib/weave/a.ts")).toEqual([]);
    expect(rulesIn("// A loom", "app/site/a.ts")).toEqual(["1 loom"]);
  });

  test("with a caret match only at the start of a text", () => {
    expect(rulesIn("/** What is read */\nconst what = 1; // Says what")).toEqual(["1 ^what"]);
    expect(rulesIn("What is read", "docs/a.md")).toEqual([]);
  });

  test("are found in Markdown outside code", () => {
    const page = "# Kept\n\n```\nkept\n```\n\n[kept](kept.md) and `kept`\n";
    expect(rulesIn(page, "docs/a.md")).toEqual(["1 kept", "7 kept"]);
  });

  test("need an alternative and a single line each", () => {
    expect(() => readPhrases("kept\n")).toThrow("Line 1");
    expect(() => readPhrases("kept\tstored\nkept\tcached\n")).toThrow('"kept" is listed twice');
  });
});

describe("lengths", () => {
  test.each([
    [`// ${words(20)}`, []],
    [`// ${words(21)}`, ["1 long comment"]],
    [`// ${words(11)}\n// ${words(10)}`, ["1 long comment"]],
    [`// ${words(11)}\n\n// ${words(10)}`, []],
    [`/* ${words(21)} */`, ["1 long comment"]],
    [`/** ${words(40)} */`, []],
    ["/** One. Two, e.g. this. */", []],
    ["/** One. Two. Three. */", ["1 long doc comment"]],
    ["/**\n * One. Two.\n * @param a of rows. Sorted.\n */", []],
    [`test("${words(12)}", run);`, []],
    [`test("${words(13)}", run);`, ["1 long test name"]],
    [`log.error({ err }, "${words(8)}");`, []],
    [`log.error({ err }, "${words(9)}");`, ["1 long log message"]],
  ])("of %j give %j", (source, expected) => {
    expect(rulesIn(source)).toEqual(expected);
  });
});

test("findings are listed, and the exit code is 1", () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-writing-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const root = join(import.meta.dirname, "..");
  for (const name of ["lint", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, ".gitignore"), "node_modules\nlint\n");
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
  const check = (...paths: string[]) => {
    const { status, stdout } = spawnSync(process.execPath, ["lint/writing.ts", ...paths], {
      cwd: folder,
      encoding: "utf8",
    });
    return { status, found: stdout.match(/^[\w./-]+:\d+/gm) };
  };
  expect(check()).toEqual({ status: 0, found: null });
  mkdirSync(join(folder, "app/ops/sample/content"), { recursive: true });
  for (const path of ["app/a.ts", "b.md", "app/ops/sample/content/c.md"])
    writeFileSync(join(folder, path), path.endsWith(".ts") ? "\n// Rows kept\n" : "Rows kept.\n");
  expect(check()).toEqual({ status: 1, found: ["app/a.ts:2", "b.md:1"] });
  expect(check(join(folder, "b.md"))).toEqual({ status: 1, found: ["b.md:1"] });
});

test("the list of phrases is valid", () => {
  const phrases = readPhrases(readFileSync(join(import.meta.dirname, "words.txt"), "utf8"));
  expect(phrases.length).toBeGreaterThan(50);
});
