import { readFileSync } from "node:fs";
import { WrongSetting } from "./wrong-setting.ts";

/** A row of docs/configuration.md: related variables, their default and meaning in Markdown. */
interface VariableGroup {
  names: readonly string[];
  fallback: string;
  meaning: string;
}

/** Every variable that the product reads. */
export const variableGroups = [
  {
    names: ["NODE_ENV"],
    fallback: "none",
    meaning: "`production` for a public site: requires `PUBLIC_URL`",
  },
  { names: ["PORT", "HOST"], fallback: "`3000`, `localhost`", meaning: "listener" },
  {
    names: ["PUBLIC_URL"],
    fallback: "`http://localhost:PORT`",
    meaning: "the origin of all links; required with `NODE_ENV=production`",
  },
  {
    names: ["DATA_DIR"],
    fallback: "`./data`",
    meaning:
      "embedded database, uploaded files, stored mail, the secret, copies made before updates, and backups unless `BACKUP_URL` is set; required for a new site with `NODE_ENV=production`",
  },
  {
    names: ["DATABASE_URL"],
    fallback: "embedded",
    meaning: "`postgres://…` switches to PostgreSQL; several instances may share it",
  },
  {
    names: ["FILES_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"],
    fallback: "`DATA_DIR/files`",
    meaning:
      "`s3://KEY:SECRET@bucket/folder?endpoint=https://…&region=…` stores files in S3-compatible storage, `postgres:` in PostgreSQL ([instances](operate.md#run-several-instances)); the other two may hold KEY and SECRET instead",
  },
  {
    names: ["SAMPLE_CONTENT"],
    fallback: "`on` at the first start",
    meaning: "`off` starts with an empty site",
  },
  {
    names: ["TIME_ZONE"],
    fallback: "from the browser at setup",
    meaning:
      "the company’s time zone, such as `Asia/Dhaka`, if no browser provides it; Settings can change it",
  },
  {
    names: ["JOBS"],
    fallback: "`on`",
    meaning: "`off` disables background jobs and outgoing mail, for staging copies",
  },
  {
    names: ["TRUST_PROXY"],
    fallback: "`off`",
    meaning: "addresses or networks of the proxies whose `X-Forwarded-*` headers count",
  },
  {
    names: ["WEBHOOKS_PRIVATE"],
    fallback: "`off`",
    meaning: "`on` lets webhooks call http and addresses of private networks: [webhooks](webhooks.md)",
  },
  {
    names: ["SMTP_URL"],
    fallback: "mail is stored as `.eml` files in `DATA_DIR/mail`; after a start with it, mail waits instead",
    meaning: "`smtp://user:password@host:587` or `smtps://…:465` sends mail",
  },
  {
    names: ["MAIL"],
    fallback: "none",
    meaning: "`folder` stores all mail as `.eml` files, also with `SMTP_URL`",
  },
  {
    names: ["MAIL_FROM"],
    fallback: "`Frontdesk <no-reply@…>` at the host of `PUBLIC_URL`",
    meaning: "sender of all mail, such as `Company <hello@company.example>`; required with `SMTP_URL`",
  },
  {
    names: ["DKIM_SELECTOR", "DKIM_KEY", "DKIM_DOMAIN"],
    fallback: "off",
    meaning:
      "sign mail: the name before `._domainkey`, the RSA key as PEM, and the domain of `MAIL_FROM` or one above it",
  },
  {
    names: ["SECRET"],
    fallback: "created in `DATA_DIR/secret`",
    meaning:
      "at least 32 random characters that protect cookies and stored secrets; required with `DATABASE_URL`",
  },
  {
    names: ["SECRET_PREVIOUS"],
    fallback: "none",
    meaning:
      "former values of `SECRET`, separated by commas, while it is changed: [steps](operate.md#change-the-secret)",
  },
  {
    names: ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"],
    fallback: "off",
    meaning: "sign-in with Google; register `PUBLIC_URL/api/auth/callback/google` there",
  },
  { names: ["GOOGLE_DISCOVERY_URL"], fallback: "Google’s", meaning: "another provider of OpenID Connect" },
  {
    names: ["ADMIN_EMAIL", "ADMIN_PASSWORD"],
    fallback: "the first start prints a link",
    meaning: "the first admin; read only while the site has no admin",
  },
  {
    names: ["BACKUP_URL"],
    fallback: "`DATA_DIR/backups`",
    meaning: "a folder, best on another machine, or a bucket as in `FILES_URL`, for backups",
  },
  {
    names: ["BACKUP_EVERY", "BACKUP_KEEP", "BACKUP_INCREMENTS"],
    fallback: "as under Settings → Backups (`24`, `7d 4w 12m`); `5` with `BACKUP_URL`, else `off`",
    meaning:
      "hours between backups, or `off`; numbers of daily, weekly and monthly backups to retain; minutes between increments, or `off` (embedded database only): [backup](backup.md)",
  },
  {
    names: ["BACKUP_KEY"],
    fallback: "not encrypted",
    meaning: "encrypts backups with a key from `npm run backup -- new-key`; store it and `SECRET` elsewhere",
  },
  {
    names: ["CLAMD"],
    fallback: "off",
    meaning: "socket or `host:port` of ClamAV’s daemon: every PDF is scanned before it is stored",
  },
  {
    names: ["ACCESS_LOG"],
    fallback: "`off`",
    meaning: "`on` also logs pages and files served from the cache",
  },
  {
    names: ["METRICS_TOKEN", "METRICS_PORT"],
    fallback: "off",
    meaning: "a token of at least 16 characters for `/metrics`, or a separate port for it",
  },
] as const satisfies readonly VariableGroup[];

type VariableName = (typeof variableGroups)[number]["names"][number];

export const knownVariables: readonly VariableName[] = variableGroups.flatMap(
  ({ names }): readonly VariableName[] => names,
);

/** Returns the trimmed value of a variable, or null. */
export type ReadVariable = (name: VariableName) => string | null;

/** Lists a warning for each unknown variable that resembles a known one. */
export function findMisspelledVariables(variables: Record<string, string | undefined>): string[] {
  const known = new Set<string>([...knownVariables, ...secretVariables.map((name) => `${name}_FILE`)]);
  return Object.keys(variables)
    .filter((name) => !known.has(name))
    .flatMap((name) => {
      const meant = knownVariables.find((one) => looksLike(name, one));
      return meant ? [`${name} is not a setting and was ignored; did you mean ${meant}?`] : [];
    });
}

/** Whether two names differ by few letters; short names must be equal, since PORT resembles POST. */
function looksLike(name: string, known: string): boolean {
  if (name.replaceAll(/[-_.]/g, "").toUpperCase() === known.replaceAll("_", "")) return true;
  if (known.length < 6) return false;
  return countEdits(name.toUpperCase(), known) <= (known.length < 8 ? 1 : 2);
}

/** Edit distance by optimal string alignment; 3 when it is larger than 2 by length alone. */
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

/** Variables that hold a secret and accept a file instead (`NAME_FILE`). */
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
 * Adds secrets from files: `NAME_FILE` is the path of a file with the value of NAME, as service managers and secret stores
 * provide it. Throws a WrongSetting for an empty or unreadable file, or when both are set.
 */
export function withSecretFiles(variables: Variables): Variables {
  const merged = { ...variables };
  for (const name of secretVariables) {
    const path = variables[`${name}_FILE`]?.trim();
    if (!path) continue;
    if (variables[name]?.trim()) throw new WrongSetting(`${name}_FILE`, `give this or ${name}, not both`);
    merged[name] = readSecretFile(`${name}_FILE`, path);
  }
  return merged;
}

function readSecretFile(name: string, path: string): string {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? ` (${error.code})` : "";
    throw new WrongSetting(name, `the file ${path} can't be read${reason}`);
  }
  // An empty value would count as unset and select another database or store.
  if (text.trim() === "") throw new WrongSetting(name, `the file ${path} is empty; put the secret into it`);
  // Editors and `echo` append a line break.
  return text.replace(/\r?\n$/, "");
}
