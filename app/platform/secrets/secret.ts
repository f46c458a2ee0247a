import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareDataDir } from "../settings/data-dir.ts";
import { type Env, WrongSetting } from "../settings/env.ts";

/** Settings that locate the current and the previous secrets. */
export type SecretSettings = Pick<Env, "databaseUrl" | "dataDir"> &
  Partial<Pick<Env, "secret" | "previousSecrets">>;

const fileName = "secret";
const previousName = "secret.previous";

/**
 * Returns the deployer's secret, or creates one in a file of the data folder that only its owner can read.
 * Instances that share a database need the same secret, so PostgreSQL requires SECRET.
 */
export function readSecret(env: SecretSettings): string {
  if (env.secret) return env.secret;
  if (env.databaseUrl !== null)
    throw new WrongSetting(
      "SECRET",
      "give at least 32 random characters, the same to every instance; needed with DATABASE_URL",
    );
  prepareDataDir(env.dataDir);
  const path = join(env.dataDir, fileName);
  if (!existsSync(path)) createFile(path, newSecretText());
  chmodSync(path, 0o600);
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32)
    throw new WrongSetting("SECRET", `${path} is empty or damaged; restore it, or set SECRET`);
  return secret;
}

/** Whether the secret exists, so that `readSecret` creates none. */
export function hasSecret({ secret, databaseUrl, dataDir }: SecretSettings): boolean {
  return Boolean(secret) || (databaseUrl === null && existsSync(join(dataDir, fileName)));
}

/** Reads the former secrets, which decrypt values that are not encrypted with the current one yet. */
export function readPreviousSecrets(env: SecretSettings): string[] {
  const given = env.previousSecrets ?? [];
  const stored = isStoredInFile(env) ? readIfExists(join(env.dataDir, previousName)) : null;
  return stored === null ? [...given] : [...given, stored];
}

/** Creates a new secret; the former one stays in its own file until every value is encrypted with the new one. */
export function beginRotation(env: SecretSettings): void {
  if (!isStoredInFile(env))
    throw new WrongSetting(
      "SECRET",
      "it is set as a variable: copy its value to SECRET_PREVIOUS, set SECRET to a new value, and start",
    );
  const path = join(env.dataDir, fileName);
  // Opening the database has already finished an interrupted rotation.
  replaceFile(join(env.dataDir, previousName), readSecret(env));
  replaceFile(path, newSecretText());
}

/** Deletes the former secret. */
export function finishRotation(env: SecretSettings): void {
  if (isStoredInFile(env)) rmSync(join(env.dataDir, previousName), { force: true });
}

function isStoredInFile({ secret, databaseUrl }: SecretSettings): boolean {
  return !secret && databaseUrl === null;
}

function newSecretText(): string {
  return randomBytes(32).toString("base64url");
}

function readIfExists(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

/** Writes a file atomically unless it exists, such as one that another process has created. */
function createFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    const exists = error instanceof Error && "code" in error && error.code === "EEXIST";
    // Without hard links, the last of two concurrent first starts wins.
    if (!exists) renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Replaces a file atomically. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
