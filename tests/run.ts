import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { needChromium } from "./support/chromium.ts";
import { needPostgres } from "./support/postgres.ts";
import { preferMemory } from "./support/quick-disk.ts";
import { type UnitResults, unitResultsFile } from "./support/results-reporter.ts";

/** Every test of the product, in order of cost; ends with one line that counts them. */
const folder = join(import.meta.dirname, "..");
const results = join(folder, "test-results");
const tally = { passed: 0, failed: 0 };
/** Said once more at the end, which is what is read first. */
const failures: string[] = [];

preferMemory();
rmSync(results, { recursive: true, force: true });
const postgres = await needPostgres();
const chromium = needChromium();
const env = {
  ...process.env,
  TEST_DATABASE_URL: postgres.url,
  CHROMIUM: chromium,
  NODE_ENV: undefined,
  // Otherwise each of several hundred processes compiles the product anew.
  NODE_COMPILE_CACHE: join(results, "compiled"),
  FORCE_COLOR: "0",
};
try {
  step("types of the routes", "react-router", ["typegen"]);
  step("types", "tsc", ["--noEmit"]);
  step("format and lint", "biome", ["ci", "--diagnostic-level=warn"]);
  step("writing", "node", ["lint/writing.ts"]);
  step("build", "node", ["cli/build.ts"]);
  counted(
    "unit, contract and front-door tests on both engines",
    "vitest",
    ["run", "--reporter=default", "--reporter=./tests/support/results-reporter.ts"],
    countVitest,
  );
  counted("end to end in Chromium", "playwright", ["test"], countPlaywright);
} finally {
  postgres.stop();
}
for (const failure of failures) report(`failed: ${failure}`);
report(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

function step(name: string, command: string, parts: string[]): boolean {
  report(`\n— ${name}`);
  const { status, stderr } = spawnSync(join(folder, "node_modules/.bin", command), parts, {
    cwd: folder,
    env,
    stdio: ["inherit", "inherit", "pipe"],
    encoding: "utf8",
    maxBuffer: Number.POSITIVE_INFINITY,
  });
  process.stderr.write(stderr);
  tally[status === 0 ? "passed" : "failed"] += 1;
  // The last lines name errors outside tests, such as a failed clean-up.
  if (status !== 0) failures.push([name, ...stderr.trim().split("\n").slice(-20)].join("\n"));
  return status === 0;
}

/** A runner that broke before it could count leaves no result; the step itself then counts as failed. */
function counted(
  name: string,
  command: string,
  parts: string[],
  count: () => { passed: number; failed: number },
): void {
  const isGreen = step(name, command, parts);
  try {
    const { passed, failed } = count();
    tally.passed += passed - Number(isGreen);
    tally.failed += failed - Number(!isGreen && failed > 0);
    if (passed + failed === 0) throw new Error("no test ran");
  } catch (error) {
    report(`${name}: ${error}`);
    if (isGreen) tally.failed += 1;
  }
}

function countVitest() {
  const unit: UnitResults = JSON.parse(readFileSync(unitResultsFile, "utf8"));
  failures.push(...unit.failures);
  return { passed: unit.passed, failed: unit.failures.length };
}

function countPlaywright() {
  const { stats, suites } = JSON.parse(readFileSync(join(results, "playwright.json"), "utf8"));
  for (const suite of suites) noteFailedSpecs(suite);
  return {
    passed: Number(stats.expected),
    failed: Number(stats.unexpected) + Number(stats.flaky) + Number(stats.skipped),
  };
}

interface Suite {
  file: string;
  specs?: { title: string; ok: boolean; tests: { results: { error?: { message?: string } }[] }[] }[];
  suites?: Suite[];
}

function noteFailedSpecs({ file, specs = [], suites = [] }: Suite): void {
  for (const { title, ok, tests } of specs) {
    if (ok) continue;
    const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
    failures.push(`${file}: ${title}\n${messages.join("\n")}`);
  }
  for (const suite of suites) noteFailedSpecs(suite);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
