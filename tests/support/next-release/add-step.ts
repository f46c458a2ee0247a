import { onTestFinished } from "vitest";
import { type MigrationStep, steps } from "#app/platform/database/migrations/steps.ts";
import * as trial from "./0003-add-trial.ts";
import { nextStep } from "./next-release.ts";

/** Adds a migration step until the test ends. */
export function addStep(name = nextStep, step: MigrationStep = trial): void {
  steps[name] = step;
  onTestFinished(() => {
    delete steps[name];
  });
}
