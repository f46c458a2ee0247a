import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const isQuick = process.env.TEST_ENGINES === "sqlite";
const logic = [
  "app/**/*.test.{ts,tsx}",
  "cli/**/*.test.ts",
  "lint/**/*.test.ts",
  "tests/structure/**/*.test.ts",
];

/** Files that start PostgreSQL, a site or a command themselves. */
function startsProcesses(file: string): boolean {
  return /"postgres"|needPostgres|startSite|node:child_process/.test(readFileSync(file, "utf8"));
}

/** Runs the longest files first, those that start sites, so that no worker ends long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => moduleId.includes("/front-door/");
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: isQuick ? logic : [...logic, "tests/front-door/**/*.test.ts"],
    exclude: isQuick ? globSync(logic).filter(startsProcesses) : [],
    globalSetup: "./tests/support/unit-databases.ts",
    // Long enough that only hanging tests fail on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
  },
});
