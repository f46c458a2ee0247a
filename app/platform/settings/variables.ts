import { readFileSync } from "node:fs";
import { WrongSetting } from "./wrong-setting.ts";

/** Every variable the product reads; each that holds a secret may be given as a file as well. */
export const knownVariables = [
  "PORT",
  "HOST",
  "PUBLIC_URL",
  "DATA_DIR",
  "DATABASE_URL",
  "FILES_URL",
  "AWS_ACCESS_KEY_ID",
  "AWS_SECRET_ACCESS_KEY",
  "BACKUP_URL",
  "BACKUP_KEY",
  "BACKUP_EVERY",
  "BACKUP_KEEP",
  "BACKUP_INCREMENTS",
  "CLAMD",
  "SAMPLE_CONTENT",
  "TIME_ZONE",
  "JOBS",
  "TRUST_PROXY",
  "MAIL",
  "SMTP_URL",
  "MAIL_FROM",
  "DKIM_SELECTOR",
  "DKIM_KEY",
  "DKIM_DOMAIN",
  "SECRET",
  "SECRET_PREVIOUS",
  "GOOGLE_CLIENT_ID",
  "GOOGLE_CLIENT_SECRET",
  "GOOGLE_DISCOVERY_URL",
  "ADMIN_EMAIL",
  "ADMIN_PASSWORD",
  "ACCESS_LOG",
  "WEBHOOKS_PRIVATE",
  "METRICS_TOKEN",
  "METRICS_PORT",
  "NODE_ENV",
] as const;

/** Its value without blanks around it, null where there is none; a name that is not listed is no setting. */
export type ReadVariable = (name: (typeof knownVariables)[number]) => string | null;

/** A line for each variable that nobody reads and that looks like one of ours, written wrongly. */
export function findMisspelt(variables: Record<string, string | undefined>): string[] {
  const known = new Set<string>([...knownVariables, ...secretVariables.map((name) => `${name}_FILE`)]);
  return Object.keys(variables)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = knownVariables.find((one) => looksLike(name, one));
      return meant ? [`${name} is no setting and was not read; ${meant} is one`] : [];
    });
}

/** Short names have too many neighbours: PORT and POST. */
function looksLike(name: string, known: string): boolean {
  if (name.replaceAll(/[-_.]/g, "").toUpperCase() === known.replaceAll("_", "")) return true;
  if (known.length < 6) return false;
  return countEdits(name.toUpperCase(), known) <= (known.length < 8 ? 1 : 2);
}

/** Letters to insert, delete, replace or swap with their neighbour (optimal string alignment). */
function countEdits(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i]);
    for (let j = 1; j <= b.length; j += 1) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = Math.min(
        cell(i - 1, j) + 1,
        cell(i, j - 1) + 1,
        cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
      rows[i]?.push(edits);
    }
  }
  return cell(a.length, b.length);
}

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
 * The variables with those from files: `NAME_FILE` is the path of a file that holds NAME, as service managers and stores
 * of secrets hand them out. Throws a WrongSetting for a file that is empty or can't be read, and where both are given.
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
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new WrongSetting(name, `the file ${path} can't be read${reason}`);
  }
  // As a missing setting it would change where the site keeps things.
  if (text.trim() === "") throw new WrongSetting(name, `the file ${path} is empty; put the secret into it`);
  // Editors and `echo` end a file with a line end.
  return text.replace(/\r?\n$/, "");
}
