import { copyFileSync, cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Migration step of the next release, which this release lacks. */
export const nextStep = "0003-add-trial";

/** Copies the sources of the next release, with one more migration step, to a folder. */
export function makeNextRelease(folder: string): void {
  for (const part of ["app", "cli", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  addStepTo(folder);
}

/** Adds the step to copied sources. */
export function addStepTo(folder: string): void {
  const migrations = join(folder, "app/platform/database/migrations");
  copyFileSync(join(import.meta.dirname, `${nextStep}.ts`), join(migrations, `${nextStep}.ts`));
  const list = join(migrations, "steps.ts");
  const before = readFileSync(list, "utf8");
  const after = before
    .replace("\n\n", `\nimport * as trial from "./${nextStep}.ts";\n\n`)
    .replace(/,\n\};\n$/, `,\n  "${nextStep}": trial,\n};\n`);
  writeFileSync(list, after);
}
