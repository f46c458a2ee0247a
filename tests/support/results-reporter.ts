import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export interface UnitResults {
  passed: number;
  /** Text of each failed test, file that failed to load, and error outside tests. */
  failures: string[];
}

export const unitResultsFile = join(import.meta.dirname, "../../test-results/unit.json");

/** Reporter that also lists errors outside tests, which Vitest's own JSON omits although they fail a run. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const results: UnitResults = { passed: 0, failures: [] };
    for (const testModule of modules) {
      addFailure(results, testModule.relativeModuleId, testModule.errors());
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") results.passed += 1;
        else
          addFailure(
            results,
            `${testModule.relativeModuleId}: ${test.fullName}`,
            errors ?? [{ message: state }],
          );
      }
    }
    for (const error of unhandledErrors) addFailure(results, "outside every test", [error]);
    mkdirSync(join(unitResultsFile, ".."), { recursive: true });
    writeFileSync(unitResultsFile, JSON.stringify(results));
  }
}

function addFailure(
  { failures }: UnitResults,
  place: string,
  errors: readonly { message: string; stack?: string }[],
) {
  if (errors.length === 0) return;
  failures.push([place, ...errors.map(({ message, stack }) => stack ?? message)].join("\n"));
}
