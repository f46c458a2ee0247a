import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { prepareDataDir } from "../settings/data-dir.ts";
import { type Env, WrongSetting } from "../settings/env.ts";

/** Where the deployer keeps the secret, and those from before it was changed. */
export type SecretPlace = Pick<Env, "databaseUrl" | "dataDir"> &
  Partial<Pick<Env, "secret" | "previousSecrets">>;

const fileName = "secret";
const previousName = "secret.previous";

/**
 * The deployer's secret, or one that is made once and kept in the data folder, readable by its owner alone. Instances that
 * share a database must share it, and so must be given it.
 */
export function readSecret(env: SecretPlace): string {
  if (env.secret) return env.secret;
  if (env.databaseUrl !== null)
    throw new WrongSetting(
      "SECRET",
      "give at least 32 random characters, the same to every instance; needed with DATABASE_URL",
    );
  prepareDataDir(env.dataDir);
  const path = join(env.dataDir, fileName);
  if (!existsSync(path)) placeFile(path, newSecretText());
  chmodSync(path, 0o600);
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32)
    throw new WrongSetting("SECRET", `${path} does not hold the secret any more; restore it, or give SECRET`);
  return secret;
}

/** Whether the secret can be read without making one. */
export function hasSecret({ secret, databaseUrl, dataDir }: SecretPlace): boolean {
  return Boolean(secret) || (databaseUrl === null && existsSync(join(dataDir, fileName)));
}

/** Secrets from before a change, which what was sealed with them may still need. */
export function readPreviousSecrets(env: SecretPlace): string[] {
  const given = env.previousSecrets ?? [];
  const kept = isKeptInFile(env) ? readIfThere(join(env.dataDir, previousName)) : null;
  return kept === null ? [...given] : [...given, kept];
}

/** Makes a new secret in the data folder; the one before stands beside it until all is sealed with the new one. */
export function beginRotation(env: SecretPlace): void {
  if (!isKeptInFile(env))
    throw new WrongSetting(
      "SECRET",
      "it is given as a variable: put the present one into SECRET_PREVIOUS, a new one into SECRET, and start",
    );
  const path = join(env.dataDir, fileName);
  // One whose change was interrupted is finished first, by opening the database.
  replaceFile(join(env.dataDir, previousName), readSecret(env));
  replaceFile(path, newSecretText());
}

/** Nothing is sealed with what stands beside the secret any more. */
export function finishRotation(env: SecretPlace): void {
  if (isKeptInFile(env)) rmSync(join(env.dataDir, previousName), { force: true });
}

function isKeptInFile({ secret, databaseUrl }: SecretPlace): boolean {
  return !secret && databaseUrl === null;
}

function newSecretText(): string {
  return randomBytes(32).toString("base64url");
}

function readIfThere(path: string): string | null {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return null;
  }
}

/** The whole text, unless another process was first: then what that one has put there stays. */
function placeFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  try {
    linkSync(draft, path);
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
    // Some file systems know no links; there the last of two first starts at once counts.
    if (!isThere) renameSync(draft, path);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The whole text or the one before, whenever the process ends. */
function replaceFile(path: string, text: string): void {
  const draft = `${path}.draft`;
  writeFileSync(draft, text, { mode: 0o600, flush: true });
  renameSync(draft, path);
}
