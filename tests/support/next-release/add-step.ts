import { onTestFinished } from "vitest";
import { type MigrationStep, steps } from "#app/database/migrations/steps.ts";
import * as trial from "./0002-add-trial.ts";
import { nextStep } from "./next-release.ts";

/** Gives this version one more step, until the test ends. */
export function addStep(name = nextStep, step: MigrationStep = trial): void {
  steps[name] = step;
  onTestFinished(() => {
    delete steps[name];
  });
}
