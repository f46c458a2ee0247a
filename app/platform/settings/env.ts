import { fstatSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { hostNameOf } from "../runtime/network.ts";
import {
  type BackupEnv,
  type Bucket,
  readBackupEnv,
  readBucket,
  readFilesInDatabase,
  readScanner,
  type ScannerAddress,
} from "./files-env.ts";
import { type DkimKey, type Mailbox, parseMailbox, readDkim } from "./mail-sender.ts";
import { type ReadVariable, withSecretFiles } from "./variables.ts";
import { isLoopback, readUrl, WrongSetting } from "./wrong-setting.ts";

export { WrongSetting } from "./wrong-setting.ts";

/** Validated environment variables; see docs/configuration.md. */
export interface Env extends MailEnv {
  isDevelopment: boolean;
  port: number;
  host: string;
  /** File descriptor of a listening socket from the service manager; null when the process opens its own. */
  inheritedSocket: number | null;
  publicUrl: URL;
  dataDir: string;
  databaseUrl: string | null;
  /** Bucket that stores files; null for the data folder. */
  bucket: Bucket | null;
  /** PostgreSQL stores files; the data folder only caches them. */
  filesInDatabase: boolean;
  backup: BackupEnv;
  /** Virus scanner for documents; null for none. */
  scanner: ScannerAddress | null;
  sampleContent: boolean;
  /** Time zone of the company when no browser sets it, such as Asia/Dhaka; null for none. */
  timeZone: string | null;
  /** Runs background jobs and sends mail; off for staging copies. */
  runsJobs: boolean;
  trustProxy: string[];
  /** Allows webhooks to call private networks and http. */
  webhooksPrivate: boolean;
  /** Logs responses from the cache as well. */
  accessLog: boolean;
  metricsToken: string | null;
  metricsPort: number | null;
  /** Secret that protects cookies, links and stored secrets; null to create it in the data folder. */
  secret: string | null;
  /** Former secrets, which decrypt stored values during a change. */
  previousSecrets: string[];
  /** Sign-in with Google or another OpenID Connect provider. */
  google: { clientId: string; clientSecret: string; discoveryUrl: string } | null;
  /** Account of the first admin. */
  admin: { email: string; password: string } | null;
}

export function readEnv(given: Record<string, string | undefined>, folder: string): Env {
  const variables = withSecretFiles(given);
  const read: ReadVariable = (name) => variables[name]?.trim() || null;
  const port = readPort("PORT", read("PORT")) ?? 3000;
  const host = read("HOST") ?? "localhost";
  const databaseUrl = readDatabaseUrl(read("DATABASE_URL"));
  const givenDir = read("DATA_DIR") ?? "data";
  const dataDir = isAbsolute(givenDir) ? givenDir : resolve(folder, givenDir);
  const publicUrl = readPublicUrl(read("PUBLIC_URL"), port, variables.NODE_ENV === "production");
  return {
    isDevelopment: variables.NODE_ENV === "development",
    port,
    host,
    inheritedSocket: readInheritedSocket(variables),
    publicUrl,
    dataDir,
    databaseUrl,
    bucket: readBucket(read),
    filesInDatabase: readFilesInDatabase(read),
    backup: readBackupEnv(read, { folder, dataDir }),
    scanner: readScanner(read),
    sampleContent: readSwitch("SAMPLE_CONTENT", read("SAMPLE_CONTENT"), true),
    timeZone: readTimeZoneName(read("TIME_ZONE")),
    runsJobs: readSwitch("JOBS", read("JOBS"), true),
    trustProxy: readProxies(read("TRUST_PROXY")),
    webhooksPrivate: readSwitch("WEBHOOKS_PRIVATE", read("WEBHOOKS_PRIVATE"), false),
    accessLog: readSwitch("ACCESS_LOG", read("ACCESS_LOG"), false),
    metricsToken: readSecret("METRICS_TOKEN", read("METRICS_TOKEN")),
    metricsPort: readPort("METRICS_PORT", read("METRICS_PORT")),
    secret: readLongSecret("SECRET", read("SECRET")),
    previousSecrets: readPreviousSecrets(read("SECRET_PREVIOUS")),
    google: readGoogle(read),
    admin: readAdmin(read, variables.ADMIN_PASSWORD),
    ...readMailEnv(read, publicUrl),
  };
}

/**
 * Finds the socket of a systemd socket unit (sd_listen_fds(3)) on standard input, the only descriptor that stays open when the
 * process restarts itself with its memory settings. The variables apply only to the process in LISTEN_PID.
 */
function readInheritedSocket({ LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>): number | null {
  if (LISTEN_PID !== String(process.pid)) return null;
  const standardInput = 0;
  if (LISTEN_FDS !== "1" || !fstatSync(standardInput).isSocket())
    throw new WrongSetting(
      "LISTEN_FDS",
      "the socket unit must pass one socket, and the service needs StandardInput=socket",
    );
  return standardInput;
}

/** Returns the value unchanged: PostgreSQL's client accepts more than URLs, such as `postgres://user@/name?host=/run/postgresql`. */
function readDatabaseUrl(value: string | null): string | null {
  if (value === null) return null;
  const hasSocket = /@\/[^?]*\?(.*&)?host=(\/|%2F)/i.test(value);
  readUrl(
    "DATABASE_URL",
    hasSocket ? value.replace("@/", "@localhost/") : value,
    /^postgres(ql)?:$/,
    "give postgres://user:password@host:5432/name, or leave it out for the embedded database",
  );
  return value;
}

function readPublicUrl(value: string | null, port: number, isRequired: boolean): URL {
  if (value === null && isRequired)
    throw new WrongSetting(
      "PUBLIC_URL",
      "give the address visitors use, such as https://www.company.example; links and mails are built on it",
    );
  const url = readUrl(
    "PUBLIC_URL",
    value ?? `http://localhost:${port}`,
    /^https?:$/,
    "give the address visitors use, such as https://www.company.example",
  );
  if (url?.pathname !== "/" || url.search || url.hash || url.username)
    throw new WrongSetting("PUBLIC_URL", "give scheme and host only, such as https://www.company.example");
  return url;
}

/** Accepts the time zones of `Intl`. */
function readTimeZoneName(value: string | null): string | null {
  if (value === null) return null;
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return value;
  } catch {
    throw new WrongSetting("TIME_ZONE", "give a time zone such as Asia/Dhaka");
  }
}

function readPort(name: string, value: string | null): number | null {
  if (value === null) return null;
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535)
    throw new WrongSetting(name, "give a port number from 0 to 65535");
  return port;
}

function readSwitch(name: string, value: string | null, fallback: boolean): boolean {
  if (value === null) return fallback;
  if (/^(on|true|1|yes)$/i.test(value)) return true;
  if (/^(off|false|0|no)$/i.test(value)) return false;
  throw new WrongSetting(name, "give on or off");
}

function readProxies(value: string | null): string[] {
  const list = (value ?? "").split(",").map((part) => part.trim());
  const proxies = list.filter((part) => part !== "" && part !== "off");
  if (!proxies.every(isNetwork))
    throw new WrongSetting(
      "TRUST_PROXY",
      "give the addresses or networks of your proxies, such as 10.0.0.5, fd00::/8, or off",
    );
  return proxies;
}

/** Whether the text is an IP address, or a network in CIDR notation. */
function isNetwork(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= (version === 4 ? 32 : 128));
}

function readSecret(name: string, value: string | null): string | null {
  if (value !== null && value.length < 16) throw new WrongSetting(name, "give at least 16 characters");
  return value;
}

function readLongSecret(name: string, value: string | null): string | null {
  if (value !== null && value.length < 32) throw new WrongSetting(name, "give at least 32 random characters");
  return value;
}

function readPreviousSecrets(value: string | null): string[] {
  const parts = (value ?? "").split(",").map((part) => part.trim());
  const given = parts.filter((part) => part !== "");
  for (const one of given) readLongSecret("SECRET_PREVIOUS", one);
  return given;
}

function readGoogle(read: ReadVariable): Env["google"] {
  const clientId = read("GOOGLE_CLIENT_ID");
  const clientSecret = read("GOOGLE_CLIENT_SECRET");
  const address = read("GOOGLE_DISCOVERY_URL");
  if (clientId === null && (clientSecret ?? address) !== null)
    throw new WrongSetting("GOOGLE_CLIENT_ID", "give the client id, or remove all GOOGLE_… variables");
  if (clientId !== null && clientSecret === null)
    throw new WrongSetting("GOOGLE_CLIENT_SECRET", "give the secret that goes with GOOGLE_CLIENT_ID");
  if (clientId === null || clientSecret === null) return null;
  const fix = "give the https address of the provider's openid-configuration, or leave it out for Google's";
  const url = readUrl("GOOGLE_DISCOVERY_URL", address ?? googleDiscovery, /^https?:$/, fix);
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  if (!url || (url.protocol === "http:" && !isLocal)) throw new WrongSetting("GOOGLE_DISCOVERY_URL", fix);
  return { clientId, clientSecret, discoveryUrl: url.href };
}

const googleDiscovery = "https://accounts.google.com/.well-known/openid-configuration";

/** @param password untrimmed, since spaces may be part of it */
function readAdmin(read: ReadVariable, password: string | undefined): Env["admin"] {
  const email = read("ADMIN_EMAIL");
  if (email === null && password)
    throw new WrongSetting("ADMIN_EMAIL", "give the address that goes with ADMIN_PASSWORD");
  if (email === null) return null;
  if (!password) throw new WrongSetting("ADMIN_PASSWORD", "give the password that goes with ADMIN_EMAIL");
  return { email, password };
}

/** Settings of mail. */
interface MailEnv {
  /** Mail server; null stores mail in the data folder, or queues it once a server has sent mail. */
  smtpUrl: URL | null;
  /** Stores all mail in the data folder, even with a mail server. */
  mailToFolder: boolean;
  mailFrom: Mailbox;
  /** DKIM signing key; null leaves signing to the mail server. */
  dkim: DkimKey | null;
}

/** @param read the trimmed value of a variable, or null */
function readMailEnv(read: ReadVariable, publicUrl: URL): MailEnv {
  const smtpUrl = readSmtpUrl(read("SMTP_URL"));
  const mailFrom = readMailFrom(read("MAIL_FROM"), smtpUrl !== null, publicUrl);
  return { smtpUrl, mailToFolder: readMailToFolder(read("MAIL")), mailFrom, dkim: readDkim(read, mailFrom) };
}

/** Ignores a path, since login shells set MAIL to the path of a mailbox. */
function readMailToFolder(value: string | null): boolean {
  if (value === null || value.startsWith("/")) return false;
  if (/^folder$/i.test(value)) return true;
  throw new WrongSetting("MAIL", "give folder to store mail as files, or leave it out");
}

const smtpFix =
  "give smtp://user:password@host:587 or smtps://user:password@host:465 and nothing after the port, or leave it out to store mail in DATA_DIR/mail";

function readSmtpUrl(value: string | null): URL | null {
  const url = readUrl("SMTP_URL", value, /^smtps?:$/, smtpFix);
  if (url === null) return null;
  const hasRest = !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "";
  const isWhole = url.hostname !== "" && url.port !== "0" && (url.username === "") === (url.password === "");
  if (hasRest || !isWhole || !isPercentEncoded(`${url.username}:${url.password}`))
    throw new WrongSetting("SMTP_URL", smtpFix);
  return url;
}

function isPercentEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== "";
  } catch {
    return false;
  }
}

function readMailFrom(value: string | null, isRequired: boolean, publicUrl: URL): Mailbox {
  const host = isIP(hostNameOf(publicUrl)) === 0 ? publicUrl.hostname : "localhost";
  if (value === null && !isRequired) return { name: "Frontdesk", address: `no-reply@${host}` };
  const mailbox = parseMailbox(value ?? "");
  if (mailbox === null)
    throw new WrongSetting(
      "MAIL_FROM",
      "give the sender of all mail, such as Company <hello@company.example>",
    );
  return mailbox;
}

/**
 * Lists a warning for each unencrypted connection with another machine, also from visitors. Mail with a password, buckets and
 * sign-in providers always use TLS.
 */
export function findUnencryptedConnections({
  publicUrl,
  databaseUrl,
  smtpUrl,
  scanner,
}: Pick<Env, "publicUrl" | "databaseUrl" | "smtpUrl" | "scanner">): string[] {
  const lines: string[] = [];
  if (publicUrl.protocol === "http:" && !isLocalHost(publicUrl.hostname))
    lines.push(
      "PUBLIC_URL: passwords and messages cross the network unencrypted; put TLS in front, and give https://",
    );
  if (databaseUrl !== null && isPlainDatabase(databaseUrl))
    lines.push(
      "DATABASE_URL: the database is on another machine and the connection is not encrypted; add ?sslmode=verify-full to it",
    );
  if (smtpUrl?.protocol === "smtp:" && smtpUrl.username === "" && !isLocalHost(smtpUrl.hostname))
    lines.push(
      "SMTP_URL: mail is unencrypted if the mail server offers no TLS; give smtps://, or a user and password, which require TLS",
    );
  if (scanner !== null && "host" in scanner && !isLocalHost(scanner.host))
    lines.push(
      "CLAMD: documents go unencrypted to the scanner on another machine; run it on this machine, or use a tunnel",
    );
  return lines;
}

/** Whether a remote database URL has neither `sslmode` nor `ssl`, without which PostgreSQL's client does not use TLS. */
function isPlainDatabase(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl);
  // A URL without a host names a local socket.
  if (url === null) return false;
  const host = url.searchParams.get("host") ?? url.hostname;
  if (host.startsWith("/") || isLocalHost(host)) return false;
  const mode = url.searchParams.get("sslmode");
  if (mode !== null) return mode === "disable" || mode === "allow";
  return !["1", "true"].includes(url.searchParams.get("ssl") ?? "");
}

function isLocalHost(host: string): boolean {
  return host === "" || isLoopback(host);
}
