import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

export interface UnitResults {
  passed: number;
  /** One text each: a failed test, a file that failed to load, an error outside every test. */
  failures: string[];
}

export const unitResultsFile = join(import.meta.dirname, "../../test-results/unit.json");

/** Unlike Vitest's own JSON, it also names errors outside every test, which fail a run as well. */
export default class ResultsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const results: UnitResults = { passed: 0, failures: [] };
    for (const testModule of modules) {
      note(results, testModule.relativeModuleId, testModule.errors());
      for (const test of testModule.children.allTests()) {
        const { state, errors } = test.result();
        if (state === "passed") results.passed += 1;
        else
          note(results, `${testModule.relativeModuleId}: ${test.fullName}`, errors ?? [{ message: state }]);
      }
    }
    for (const error of unhandledErrors) note(results, "outside every test", [error]);
    mkdirSync(join(unitResultsFile, ".."), { recursive: true });
    writeFileSync(unitResultsFile, JSON.stringify(results));
  }
}

function note(
  { failures }: UnitResults,
  place: string,
  errors: readonly { message: string; stack?: string }[],
) {
  if (errors.length === 0) return;
  failures.push([place, ...errors.map(({ message, stack }) => stack ?? message)].join("\n"));
}
