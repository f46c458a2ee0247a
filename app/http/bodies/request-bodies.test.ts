import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** How often each file reads a body: the bounded readers, and what runs in browsers, where the form is the visitor's own. */
const allowed: Record<string, number> = {
  "http/bodies/multipart.ts": 2,
  "http/bodies/read-form.ts": 1,
  "site/account/login/send-sign-in.ts": 1,
  "site/account/profile/profile.tsx": 1,
  "site/account/registration/send-registration.ts": 1,
  "site/forms/send-form.ts": 1,
};

const reading =
  /\b(request|req|raw)\b(\.clone\(\))?\s*\.(formData|json|text|arrayBuffer|blob|bytes|body)\b(?!:)/g;

test("H1 nothing reads a request's body but the readers that are bounded", () => {
  const folder = join(import.meta.dirname, "../..");
  const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => !/\.(test|fixture)\./.test(file));
  const found = files.flatMap((file): [string, number][] => {
    const times = readFileSync(join(folder, file), "utf8").match(reading)?.length ?? 0;
    return times > 0 ? [[file, times]] : [];
  });
  expect(Object.fromEntries(found)).toEqual(allowed);
  expect(files.length).toBeGreaterThan(500);
});
