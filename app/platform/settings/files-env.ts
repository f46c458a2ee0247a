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

const mend =
  "give s3://KEY:SECRET@bucket?endpoint=https://storage.company.example&region=…, with KEY and SECRET percent-encoded or in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY; or leave it out to keep files in DATA_DIR/files";

/**
 * Where files are kept; null for the data folder.
 * @param read the trimmed value of a variable, or null
 */
export function readBucket(read: (name: string) => string | null): Bucket | null {
  const url = readUrl("FILES_URL", read("FILES_URL"), /^s3:$/, mend);
  if (url === null) return null;
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
    throw new WrongSetting("FILES_URL", mend);
  if (!keyId || !secret) throw new WrongSetting("FILES_URL", mend);
  return { name, prefix: path && `${path}/`, endpoint, region, keyId, secret };
}

const mendScanner =
  "give the socket or the host and port of clamd, such as /run/clamav/clamd.ctl or localhost:3310, or leave it out";

/** Where ClamAV's daemon listens; null when documents are not scanned. */
export type ScannerAddress = { path: string } | { host: string; port: number };

/** @param read the trimmed value of a variable, or null */
export function readScanner(read: (name: string) => string | null): ScannerAddress | null {
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

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new WrongSetting("FILES_URL", mend);
  }
}
