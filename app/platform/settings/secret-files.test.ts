import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { findMisspelt, secretVariables } from "./variables.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function keep(text: string): string {
  const path = join(folder, "secret");
  writeFileSync(path, text);
  return path;
}

const secret = "a secret for tests that is long enough";

test("a secret may stand in a file, as stores of secrets hand it out", () => {
  expect(readEnv({ SECRET_FILE: keep(`${secret}\n`) }, "/product").secret).toBe(secret);
  const ADMIN_PASSWORD_FILE = keep("seven green mango crates\n");
  const { admin } = readEnv({ ADMIN_EMAIL: "owner@kolpona.example", ADMIN_PASSWORD_FILE }, "/product");
  expect(admin?.password).toBe("seven green mango crates");
});

test("a file that is not there, and a secret given twice, are named", () => {
  expect(() => readEnv({ SECRET_FILE: join(folder, "none") }, "/product")).toThrow(
    /^SECRET_FILE: .*can't be read \(ENOENT\)/,
  );
  expect(() => readEnv({ SECRET: secret, SECRET_FILE: keep(secret) }, "/product")).toThrow(
    /^SECRET_FILE: give this or SECRET, not both/,
  );
});

test("none of these names is taken for a slip of the pen", () => {
  expect(findMisspelt(Object.fromEntries(secretVariables.map((name) => [`${name}_FILE`, "x"])))).toEqual([]);
});
