import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/**
 * Number of body reads per file: the bounded readers, and browser code, which reads the visitor's
 * own form.
 */
const allowed: Record<string, number> = {
  "platform/http/bodies/multipart.ts": 2,
  "platform/http/bodies/read-form.ts": 1,
};

const reading =
  /\b(request|req|raw)\b(\.clone\(\))?\s*\.(formData|json|text|arrayBuffer|blob|bytes|body)\b(?!:)/g;

test("H1 only bounded readers read a request's body", () => {
  const folder = join(import.meta.dirname, "../../..");
  const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => !/\.(test|fixture)\./.test(file));
  const found = files.flatMap((file): [string, number][] => {
    const times = readFileSync(join(folder, file), "utf8").match(reading)?.length ?? 0;
    return times > 0 ? [[file, times]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(allowed);
  expect(files.length).toBeGreaterThan(500);
});
