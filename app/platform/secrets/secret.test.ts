import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSecret } from "./secret.ts";

test("S4 creates one private secret file; PostgreSQL requires SECRET", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-secret-"));
  const env = { secret: null, databaseUrl: null, dataDir };
  const made = readSecret(env);
  expect(made.length).toBeGreaterThanOrEqual(43);
  expect(readSecret(env)).toBe(made);
  expect(readdirSync(dataDir)).toEqual(["secret"]);
  expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(made);
  expect(readSecret({ ...env, secret: "given by the deployer, long enough" })).toBe(
    "given by the deployer, long enough",
  );
  expect(() => readSecret({ ...env, databaseUrl: "postgres://x" })).toThrow(/^SECRET: /);
  writeFileSync(join(dataDir, "secret"), "");
  expect(() => readSecret(env)).toThrow(/^SECRET: /);
  rmSync(dataDir, { recursive: true });
});
