import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Env, WrongSetting } from "./env.ts";

/**
 * The deployer's secret, or one that is made once and kept in the data folder, readable by its owner alone. Instances that
 * share a database must share it, and so must be given it.
 */
export function readSecret(env: Pick<Env, "secret" | "databaseUrl" | "dataDir">): string {
  if (env.secret !== null) return env.secret;
  if (env.databaseUrl !== null)
    throw new WrongSetting(
      "SECRET",
      "give at least 32 random characters, the same to every instance; needed with DATABASE_URL",
    );
  mkdirSync(env.dataDir, { recursive: true });
  const path = join(env.dataDir, "secret");
  try {
    writeFileSync(path, randomBytes(32).toString("base64url"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  }
  chmodSync(path, 0o600);
  const secret = readFileSync(path, "utf8").trim();
  if (secret.length < 32)
    throw new WrongSetting("SECRET", `${path} does not hold the secret any more; restore it, or give SECRET`);
  return secret;
}
