import { join, resolve } from "node:path";
import type { ReadVariable } from "./variables.ts";
import { isLoopback, readUrl, WrongSetting } from "./wrong-setting.ts";

/** A bucket of S3-compatible storage. */
export interface Bucket {
  name: string;
  /** Prefix of all keys: empty, or ending in "/". */
  prefix: string;
  /** Scheme, host and port; the bucket is the first part of the path. */
  endpoint: URL;
  region: string;
  keyId: string;
  secret: string;
}

const filesFix =
  "give s3://KEY:SECRET@bucket?endpoint=https://storage.company.example&region=…, with KEY and SECRET percent-encoded or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; or postgres: to store files in PostgreSQL; or leave it out to store them in DATA_DIR/files";

const backupFix =
  "give a folder, or s3://KEY:SECRET@bucket/path?endpoint=https://storage.company.example&region=…, with KEY and SECRET percent-encoded or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; or leave it out to store backups in DATA_DIR/backups";

/**
 * Returns the bucket that stores files; null for the data folder.
 * @param read the trimmed value of a variable, or null
 */
export function readBucket(read: ReadVariable): Bucket | null {
  const value = read("FILES_URL");
  return value === null || isInDatabase(value)
    ? null
    : parseBucket("FILES_URL", value, { read, fix: filesFix });
}

/** Whether PostgreSQL stores files: `FILES_URL=postgres:`, which requires DATABASE_URL. */
export function readFilesInDatabase(read: ReadVariable): boolean {
  if (!isInDatabase(read("FILES_URL") ?? "")) return false;
  if (read("DATABASE_URL") === null)
    throw new WrongSetting("FILES_URL", "postgres: stores files in PostgreSQL; set DATABASE_URL as well");
  return true;
}

function isInDatabase(value: string): boolean {
  return /^postgres(ql)?:$/.test(value);
}

export interface BackupPeriods {
  days: number;
  weeks: number;
  months: number;
}

/** Settings of backups. */
export interface BackupEnv {
  /** Folder or bucket that stores backups. */
  place: { folder: string } | { bucket: Bucket };
  /** age identity that encrypts backups; null for no encryption. */
  key: string | null;
  /** Hours between automatic backups; 0 for none, null for the settings of the site. */
  everyHours: number | null;
  /** Minutes between increments of the embedded database; 0 for none. */
  incrementMinutes: number;
  /** Numbers of daily, weekly and monthly backups to retain; null for the settings of the site. */
  keep: BackupPeriods | null;
}

/**
 * @param folder base of relative paths
 * @param dataDir absolute path
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

/** Reads a folder, or a bucket with a key prefix. */
export function readBackupPlace(value: string, folder: string, read: ReadVariable): BackupEnv["place"] {
  if (!value.includes("://")) return { folder: resolve(folder, value) };
  return { bucket: parseBucket("BACKUP_URL", value, { read, fix: backupFix }) };
}

/** @param variable name to show in the error for an invalid key */
export function readBackupKey(variable: string, value: string | null): string | null {
  if (value === null || /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/.test(value)) return value;
  throw new WrongSetting(
    variable,
    'give a key that begins with AGE-SECRET-KEY-1, from "npm run backup -- new-key" or age-keygen',
  );
}

function readEvery(value: string | null): number | null {
  if (value === null) return null;
  if (/^off$/i.test(value)) return 0;
  if (!/^\d{1,3}$/.test(value) || Number(value) < 1)
    throw new WrongSetting("BACKUP_EVERY", "give the hours from one backup to the next, such as 24, or off");
  return Number(value);
}

/** Requires another place, since increments would be lost with the database; PostgreSQL has its own tools. */
function readIncrements(read: ReadVariable): number {
  const value = read("BACKUP_INCREMENTS");
  const isPossible = read("BACKUP_URL") !== null && read("DATABASE_URL") === null;
  if (value === null) return isPossible ? 5 : 0;
  if (/^off$/i.test(value)) return 0;
  if (!isPossible)
    throw new WrongSetting(
      "BACKUP_INCREMENTS",
      "increments need the embedded database and another place: set BACKUP_URL as well, and no DATABASE_URL; or leave it out",
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
      "give the numbers of daily, weekly and monthly backups to retain, such as 7d 4w 12m",
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
  { read, fix }: { read: ReadVariable; fix: string },
): Bucket {
  const url = readUrl(variable, value, /^s3:$/, fix);
  if (url === null) throw new WrongSetting(variable, fix);
  const decode = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw new WrongSetting(variable, fix);
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
    throw new WrongSetting(variable, fix);
  if (!keyId || !secret) throw new WrongSetting(variable, fix);
  return { name, prefix: path && `${path}/`, endpoint, region, keyId, secret };
}

const scannerFix =
  "give the socket or the host and port of clamd, such as /run/clamav/clamd.ctl or localhost:3310, or leave it out";

/** Socket or host and port of ClamAV's daemon. */
export type ScannerAddress = { path: string } | { host: string; port: number };

/** @param read the trimmed value of a variable, or null */
export function readScanner(read: ReadVariable): ScannerAddress | null {
  const value = read("CLAMD");
  if (value === null) return null;
  if (value.startsWith("/")) return { path: value };
  const [, bracketed, plain, digits] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+)):(\d{1,5})$/.exec(value) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port === 0 || port > 65_535) throw new WrongSetting("CLAMD", scannerFix);
  return { host, port };
}

/** Whether the endpoint uses TLS or is on this machine. */
function isSafe({ protocol, hostname, pathname, search, username }: URL): boolean {
  const isBare = pathname === "/" && search === "" && username === "";
  return isBare && (protocol === "https:" || (protocol === "http:" && isLoopback(hostname)));
}
