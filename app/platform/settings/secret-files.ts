import { readFileSync } from "node:fs";
import { WrongSetting } from "./wrong-setting.ts";

/** Settings that hold a secret, which a store of secrets may give as a file instead. */
export const secretVariables = [
  "SECRET",
  "SECRET_PREVIOUS",
  "DATABASE_URL",
  "FILES_URL",
  "AWS_SECRET_ACCESS_KEY",
  "BACKUP_URL",
  "BACKUP_KEY",
  "SMTP_URL",
  "DKIM_KEY",
  "GOOGLE_CLIENT_SECRET",
  "ADMIN_PASSWORD",
  "METRICS_TOKEN",
] as const;

type Variables = Record<string, string | undefined>;

/**
 * The variables with what stands in files: `NAME_FILE` is the path of a file that holds NAME, as service managers and stores
 * of secrets hand them out. Throws a WrongSetting for a file that can't be read, and where both are given.
 */
export function withSecretFiles(variables: Variables): Variables {
  const whole = { ...variables };
  for (const name of secretVariables) {
    const path = variables[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (variables[name]?.trim()) throw new WrongSetting(`${name}_FILE`, `give this or ${name}, not both`);
    whole[name] = readSecretFile(`${name}_FILE`, path);
  }
  return whole;
}

function readSecretFile(name: string, path: string): string {
  try {
    // Editors and `echo` end a file with a line end.
    return readFileSync(path, "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new WrongSetting(name, `the file ${path} can't be read${reason}`);
  }
}
