import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { findMisspelledVariables, secretVariables } from "./variables.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "frontdesk-secrets-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeSecret(text: string): string {
  const path = join(folder, "secret");
  writeFileSync(path, text);
  return path;
}

const secret = "a secret for tests that is long enough";

test("reads a secret from a file", () => {
  expect(readEnv({ SECRET_FILE: writeSecret(`${secret}\n`) }, "/product").secret).toBe(secret);
  const ADMIN_PASSWORD_FILE = writeSecret("seven green mango crates\n");
  const { admin } = readEnv({ ADMIN_EMAIL: "owner@kolpona.example", ADMIN_PASSWORD_FILE }, "/product");
  expect(admin?.password).toBe("seven green mango crates");
});

test("rejects a missing file and a secret given twice", () => {
  expect(() => readEnv({ SECRET_FILE: join(folder, "none") }, "/product")).toThrow(
    /^SECRET_FILE: .*can't be read \(ENOENT\)/,
  );
  expect(() => readEnv({ SECRET: secret, SECRET_FILE: writeSecret(secret) }, "/product")).toThrow(
    /^SECRET_FILE: give this or SECRET, not both/,
  );
});

test("does not report _FILE variables as misspelled", () => {
  expect(
    findMisspelledVariables(Object.fromEntries(secretVariables.map((name) => [`${name}_FILE`, "x"]))),
  ).toEqual([]);
});
