import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compilePhrases, readPhrases } from "./phrases.ts";
import { checkFile, checkTree } from "./writing.ts";

const findPhrases = compilePhrases(
  readPhrases(
    [
      "# comment",
      "whoever\tthe person",
      "kept\tstored\tkept in sync; well kept",
      "^what\tthe noun",
      "loom\tcover\t\tapp/weave/**",
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
    ["a name listed as a whole", "function passLocked() {}", ["1 passlocked"]],
    ["text behind letters of two bytes", 'const a = "কখগ";\n// কখ kept', ["2 kept"]],
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
    expect(rulesIn("// A loom", "app/weave/a.ts")).toEqual([]);
    expect(rulesIn("// A loom", "app/site/a.ts")).toEqual(["1 loom"]);
  });

  test("with a caret count at the beginning of a text", () => {
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

describe("changed lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-writing-"));
  const git = (...parts: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@a.example", ...parts], {
      cwd: folder,
      encoding: "utf8",
    }).trim();
  const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
  const check = (base: string | null) =>
    checkTree({ folder, base, paths: [], findPhrases })?.map(({ path, line }) => `${path}:${line}`);
  const old = Array.from({ length: 20 }, (_, index) => `const a${index} = 1; // kept`);
  git("init", "--quiet");
  write("a.ts", `${old.join("\n")}\n`);
  write("b.ts", `${old.join("\n")}\n`);
  git("add", ".");
  git("commit", "--quiet", "--message=Add files");
  const base = git("rev-parse", "HEAD");
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("limit the findings, in committed, edited, renamed and new files", () => {
    expect(check(base)).toEqual([]);
    expect(check(null)).toHaveLength(40);
    write("a.ts", `${old.with(2, "const b = 1; // kept").join("\n")}\n`);
    git("commit", "--quiet", "--all", "--message=Change a line");
    git("mv", "b.ts", "c.ts");
    write("c.ts", `${old.with(4, "const c = 1; // kept").join("\n")}\n`);
    write("d.ts", "// kept\n");
    expect(check(base)?.toSorted()).toEqual(["a.ts:3", "c.ts:5", "d.ts:1"]);
  });

  test("include a comment of which one line changed", () => {
    write("d.ts", "/**\n * Rows kept\n * here.\n */\n");
    git("add", ".");
    git("commit", "--quiet", "--message=Add a comment");
    const before = git("rev-parse", "HEAD");
    write("d.ts", "/**\n * Rows kept\n * there.\n */\n");
    expect(check(before)).toEqual(["d.ts:1"]);
  });

  test("are unknown without the commit or without git", () => {
    expect(check("0123456789012345678901234567890123456789")).toBeUndefined();
    rmSync(join(folder, ".git"), { recursive: true });
    expect(check(base)).toBeUndefined();
  });
});

test.each([
  ["true", 1],
  ["", 0],
])("without history ends with CI=%j as %i", (CI, expected) => {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-writing-"));
  const root = join(import.meta.dirname, "..");
  for (const name of ["lint", "package.json"])
    cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const { status, stdout } = spawnSync(process.execPath, ["lint/writing.ts"], {
    cwd: folder,
    env: { ...process.env, CI },
    encoding: "utf8",
  });
  rmSync(folder, { recursive: true, force: true });
  expect(stdout).toContain("fetch the whole history");
  expect(status).toBe(expected);
});

test("the list of phrases is valid", () => {
  const phrases = readPhrases(readFileSync(join(import.meta.dirname, "words.txt"), "utf8"));
  expect(phrases.length).toBeGreaterThan(50);
});
