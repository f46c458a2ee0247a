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
  return /"postgres"|needPostgres|startSite|siteTest|node:child_process/.test(readFileSync(file, "utf8"));
}

/**
 * Files below these folders share processes, because starting one and loading the product takes longer than most of them. Those
 * that replace modules, globals or clocks, or start processes, have one each.
 */
const sharing = globSync("app/{api,domain,lib,ops}/**/*.test.{ts,tsx}").filter(
  (file) => !/\bvi\b|jsdom|node:child_process|startSite|siteTest/.test(readFileSync(file, "utf8")),
);
const skipped = isQuick ? globSync(logic).filter(startsProcesses) : [];

/** Runs the longest files first, those that start sites or commands, so that no worker ends long after the others. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      moduleId.includes("/front-door/") || /child_process|[sS]ubprocess/.test(readFileSync(moduleId, "utf8"));
    const { long = [], others = [] } = Object.groupBy(files, (file) => (isLong(file) ? "long" : "others"));
    return [...(await super.sort(long)), ...(await super.sort(others))];
  }
}

export default defineConfig({
  test: {
    globalSetup: "./tests/support/unit-databases.ts",
    // Long enough that only hanging tests fail on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        extends: true,
        test: {
          name: "own process",
          include: isQuick ? logic : [...logic, "tests/front-door/**/*.test.ts"],
          exclude: [...skipped, ...sharing],
        },
      },
      { extends: true, test: { name: "shared process", include: sharing, exclude: skipped, isolate: false } },
    ],
  },
});
