import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/** Run in browsers, where the form is the visitor's own. */
const inBrowsers = [
  "site/account/login/send-sign-in.ts",
  "site/account/profile/send-change.ts",
  "site/account/registration/send-registration.ts",
  "site/forms/keep-form.ts",
];
/** The bounded readers. */
const readers = [
  "http/forward.ts",
  "http/listener/incoming.ts",
  "http/bodies/multipart.ts",
  "http/bodies/read-form.ts",
];

const reading =
  /\b(request|req|raw)\b(\.clone\(\))?\s*\.(formData|json|text|arrayBuffer|blob|bytes|body)\b(?!:)/;

test("H1 nothing reads a request's body but the readers that are bounded", () => {
  const folder = join(import.meta.dirname, "..");
  const files = globSync("**/*.{ts,tsx}", { cwd: folder }).filter((file) => !/\.(test|fixture)\./.test(file));
  const found = files.filter((file) => reading.test(readFileSync(join(folder, file), "utf8")));
  expect(found.toSorted()).toEqual(
    [...inBrowsers, ...readers].filter((file) => found.includes(file)).toSorted(),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toContain("http/bodies/read-form.ts");
});
