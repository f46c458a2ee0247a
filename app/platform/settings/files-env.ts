import { join, resolve } from "node:path";
import type { ReadVariable } from "./variables.ts";
import { isLoopback, readUrl, WrongSetting } from "./wrong-setting.ts";

/** A bucket of S3-compatible storage. */
export interface Bucket {
  name: string;
  /** What all our keys begin with: empty, or ending in "/". */
  prefix: string;
  /** Scheme, host and port; the bucket is the first part of the path. */
  endpoint: URL;
  region: string;
  keyId: string;
  secret: string;
}

const mendFiles =
  "give s3://KEY:SECRET@bucket?endpoint=https://storage.company.example&region=…, with KEY and SECRET percent-encoded or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; or postgres: to keep files in PostgreSQL; or leave it out to keep them in DATA_DIR/files";

const mendBackup =
  "give a folder, or s3://KEY:SECRET@bucket/path?endpoint=https://storage.company.example&region=…, with KEY and SECRET percent-encoded or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; or leave it out to keep backups in DATA_DIR/backups";

/**
 * Where files are kept; null for the data folder.
 * @param read the trimmed value of a variable, or null
 */
export function readBucket(read: ReadVariable): Bucket | null {
  const value = read("FILES_URL");
  return value === null || saysInDatabase(value)
    ? null
    : parseBucket("FILES_URL", value, { read, mend: mendFiles });
}

/** Whether files are kept in the database: `FILES_URL=postgres:`, which needs one that is PostgreSQL. */
export function readFilesInDatabase(read: ReadVariable): boolean {
  if (!saysInDatabase(read("FILES_URL") ?? "")) return false;
  if (read("DATABASE_URL") === null)
    throw new WrongSetting("FILES_URL", "postgres: keeps files in PostgreSQL; set DATABASE_URL as well");
  return true;
}

function saysInDatabase(value: string): boolean {
  return /^postgres(ql)?:$/.test(value);
}

export interface BackupPeriods {
  days: number;
  weeks: number;
  months: number;
}

/** What the deployer set about backups. */
export interface BackupEnv {
  /** Where they are kept. */
  place: { folder: string } | { bucket: Bucket };
  /** An age identity that they are sealed with; null leaves them open. */
  key: string | null;
  /** Hours from one to the next; 0 for none by themselves, null where the settings of the site say it. */
  everyHours: number | null;
  /** Minutes from one increment of the embedded database to the next; 0 for none. */
  incrementMinutes: number;
  /** So many days, weeks and months have one kept; null where the settings of the site say it. */
  keep: BackupPeriods | null;
}

/**
 * @param folder what a folder is named from
 * @param dataDir the whole path
 */
export function readBackupEnv(
  read: ReadVariable,
  { folder, dataDir }: { folder: string; dataDir: string },
): BackupEnv {
  return {
    place: readBackupPlace(read("BACKUP_URL") ?? join(dataDir, "backups"), folder, read),
    key: readBackupKey("BACKUP_KEY", read("BACKUP_KEY")),
    everyHours: readEvery(read("BACKUP_EVERY")),
    incrementMinutes: readIncrements(read),
    keep: readKeep(read("BACKUP_KEEP")),
  };
}

/** A folder, or a bucket and what the names in it begin with. */
export function readBackupPlace(value: string, folder: string, read: ReadVariable): BackupEnv["place"] {
  if (!value.includes("://")) return { folder: resolve(folder, value) };
  return { bucket: parseBucket("BACKUP_URL", value, { read, mend: mendBackup }) };
}

/** @param variable what it is called when it is no key */
export function readBackupKey(variable: string, value: string | null): string | null {
  if (value === null || /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(value)) return value;
  throw new WrongSetting(
    variable,
    'give a key that begins with AGE-SECRET-KEY-1, as "npm run backup -- new-key" or age-keygen makes it',
  );
}

function readEvery(value: string | null): number | null {
  if (value === null) return null;
  if (/^off$/i.test(value)) return 0;
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1)
    throw new WrongSetting("BACKUP_EVERY", "give the hours from one backup to the next, such as 24, or off");
  return Number(value);
}

/** Beside the database they would be lost with it, and PostgreSQL has tools of its own. */
function readIncrements(read: ReadVariable): number {
  const value = read("BACKUP_INCREMENTS");
  const isPossible = read("BACKUP_URL") !== null && read("DATABASE_URL") === null;
  if (value === null) return isPossible ? 5 : 0;
  if (/^off$/i.test(value)) return 0;
  if (!isPossible)
    throw new WrongSetting(
      "BACKUP_INCREMENTS",
      "increments are of the embedded database and go to another place: set BACKUP_URL as well, and no DATABASE_URL; or leave it out",
    );
  if (!/^\d{1,4}$/.test(value) || Number(value) < 1)
    throw new WrongSetting(
      "BACKUP_INCREMENTS",
      "give the minutes from one increment to the next, such as 5, or off",
    );
  return Number(value);
}

function readKeep(value: string | null): BackupPeriods | null {
  if (value === null) return null;
  const [, days, weeks, months] = /^(\d{1,3}) *d[, ]+(\d{1,3}) *w[, ]+(\d{1,3}) *m$/.exec(value) ?? [];
  if (days === undefined || Number(days) < 1)
    throw new WrongSetting(
      "BACKUP_KEEP",
      "give days, weeks and months that have one kept, such as 7d 4w 12m",
    );
  return {
    days: Number(days),
    weeks: Number(weeks),
    months: Number(months),
  };
}

function parseBucket(
  variable: string,
  value: string,
  { read, mend }: { read: ReadVariable; mend: string },
): Bucket {
  const url = readUrl(variable, value, /^s3:$/, mend);
  if (url === null) throw new WrongSetting(variable, mend);
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new WrongSetting(variable, mend);
    }
  };
  const name = decode(url.hostname);
  const path = decode(url.pathname).replace(/^\/+|\/+$/g, "");
  const keyId = decode(url.username) || read("AWS_ACCESS_KEY_ID");
  const secret = decode(url.password) || read("AWS_SECRET_ACCESS_KEY");
  const region = url.searchParams.get("region") || "us-east-1";
  const endpoint = URL.parse(url.searchParams.get("endpoint") ?? `https://s3.${region}.amazonaws.com`);
  const isKnown = [...url.searchParams.keys()].every((key) => key === "endpoint" || key === "region");
  const isWhole =
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(name) && /^([\w.-]+(\/[\w.-]+)*)?$/.test(path) && !url.port;
  if (!isWhole || !isKnown || !endpoint || !isSafe(endpoint) || !/^[\w-]{2,40}$/.test(region))
    throw new WrongSetting(variable, mend);
  if (!keyId || !secret) throw new WrongSetting(variable, mend);
  return { name, prefix: path && `${path}/`, endpoint, region, keyId, secret };
}

const mendScanner =
  "give the socket or the host and port of clamd, such as /run/clamav/clamd.ctl or localhost:3310, or leave it out";

/** Where ClamAV's daemon listens; null when documents are not scanned. */
export type ScannerAddress = { path: string } | { host: string; port: number };

/** @param read the trimmed value of a variable, or null */
export function readScanner(read: ReadVariable): ScannerAddress | null {
  const value = read("CLAMD");
  if (value === null) return null;
  if (value.startsWith("/")) return { path: value };
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port === 0 || port > 65_535) throw new WrongSetting("CLAMD", mendScanner);
  return { host, port };
}

/** Files and signatures go over the open network inside TLS only. */
function isSafe({ protocol, hostname, pathname, search, username }: URL): boolean {
  const isBare = pathname === "/" && search === "" && username === "";
  return isBare && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)));
}
