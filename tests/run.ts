import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { needChromium } from "./support/chromium.ts";
import { needPostgres, type TestServer } from "./support/postgres.ts";
import { preferMemory } from "./support/quick-disk.ts";
import { type UnitResults, unitResultsFile } from "./support/results-reporter.ts";
import { sampleFolderVariable } from "./support/site.ts";

/**
 * `node tests/run.ts` runs every test and ends with a line of counts; `--quick` skips PostgreSQL, tests of started sites, and
 * all browser tests except one.
 */
const isQuick = process.argv.includes("--quick");
const smokeTest = ["--project=phone", "--grep", "a visitor goes from home to a service"];
const folder = join(import.meta.dirname, "..");
const results = join(folder, "test-results");
const tally = { passed: 0, failed: 0 };
/** Reported at the end. */
const failures: string[] = [];

preferMemory();
rmSync(results, { recursive: true, force: true });
const postgres: TestServer | null = isQuick ? null : await needPostgres();
const chromium = needChromium();
const env = {
  ...process.env,
  ...(postgres ? { TEST_DATABASE_URL: postgres.url } : { TEST_ENGINES: "sqlite" }),
  CHROMIUM: chromium,
  NODE_ENV: undefined,
  // Otherwise each of several hundred processes compiles the product again.
  NODE_COMPILE_CACHE: join(results, "compiled"),
  FORCE_COLOR: "0",
  [sampleFolderVariable]: join(results, "sample"),
};
try {
  await runStep("route types", "react-router", ["typegen"]);
  await Promise.all([
    runStep("types", "tsc", ["--noEmit"]),
    runStep("format and lint", "biome", ["ci", "--diagnostic-level=warn"]),
    runStep("writing", "node", ["lint/writing.ts"]),
    runStep("build", "node", ["cli/build.ts"]),
    runStep("sample site", "node", ["cli/sample.ts"], { DATA_DIR: env[sampleFolderVariable] }),
  ]);
  await runTests(
    isQuick ? "unit and contract tests on SQLite" : "unit, contract and front-door tests on both engines",
    "vitest",
    ["run", "--reporter=default", "--reporter=./tests/support/results-reporter.ts"],
    countVitest,
  );
  await runTests(
    isQuick ? "one end-to-end test in Chromium" : "end-to-end tests in Chromium",
    "playwright",
    isQuick ? ["test", ...smokeTest] : ["test"],
    countPlaywright,
  );
} finally {
  postgres?.stop();
}
if (isQuick) report("\nSkipped: PostgreSQL, started sites, other end-to-end tests; `npm test` runs them.");
for (const failure of failures) report(`failed: ${failure}`);
report(`${tally.passed} passed, ${tally.failed} failed`);
process.exitCode = tally.failed === 0 ? 0 : 1;

/** Runs a command and counts it. Prints its output live, or at the end if steps run concurrently. */
async function runStep(
  name: string,
  command: string,
  args: string[],
  variables: Record<string, string> = {},
  output: "at the end" | "live" = "at the end",
): Promise<boolean> {
  const child = spawn(join(folder, "node_modules/.bin", command), args, {
    cwd: folder,
    env: { ...env, ...variables },
    stdio: ["ignore", output === "live" ? "inherit" : "pipe", "pipe"],
  });
  if (output === "live") report(`\n— ${name}`);
  let stdout = "";
  let stderr = "";
  child.stdout?.on("data", (chunk) => (stdout += chunk));
  child.stderr?.on("data", (chunk) => (stderr += chunk));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", resolve);
  });
  if (output === "at the end") report(`\n— ${name}\n${stdout}`);
  process.stderr.write(stderr);
  tally[status === 0 ? "passed" : "failed"] += 1;
  // The last lines contain errors outside tests, such as a failed cleanup.
  if (status !== 0) failures.push([name, ...stderr.trim().split("\n").slice(-20)].join("\n"));
  return status === 0;
}

/** Runs and counts the tests of a runner; without results, the step itself counts as failed. */
async function runTests(
  name: string,
  command: string,
  args: string[],
  count: () => { passed: number; failed: number },
): Promise<void> {
  const hasPassed = await runStep(name, command, args, {}, "live");
  try {
    const { passed, failed } = count();
    tally.passed += passed - Number(hasPassed);
    tally.failed += failed - Number(!hasPassed && failed > 0);
    if (passed + failed === 0) throw new Error("no test ran");
  } catch (error) {
    report(`${name}: ${error}`);
    if (hasPassed) tally.failed += 1;
  }
}

function countVitest() {
  const unit: UnitResults = JSON.parse(readFileSync(unitResultsFile, "utf8"));
  failures.push(...unit.failures);
  return { passed: unit.passed, failed: unit.failures.length };
}

function countPlaywright() {
  const { stats, suites } = JSON.parse(readFileSync(join(results, "playwright.json"), "utf8"));
  for (const suite of suites) addFailedSpecs(suite);
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

function addFailedSpecs({ file, specs = [], suites = [] }: Suite): void {
  for (const { title, ok, tests } of specs) {
    if (ok) continue;
    const messages = tests.flatMap(({ results }) => results.map(({ error }) => error?.message ?? ""));
    failures.push(`${file}: ${title}\n${messages.join("\n")}`);
  }
  for (const suite of suites) addFailedSpecs(suite);
}

function report(line: string): void {
  process.stdout.write(`${line}\n`);
}
