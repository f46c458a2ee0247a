import { fstatSync } from "node:fs";
import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { hostNameOf } from "../network.ts";
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

/** What the deployer set, checked; see the table in README.md. */
export interface Env extends MailEnv {
  isDevelopment: boolean;
  port: number;
  host: string;
  /** A socket that listens already and was handed to this process, by its number; null where it opens one itself. */
  inheritedSocket: number | null;
  publicUrl: URL;
  dataDir: string;
  databaseUrl: string | null;
  /** Where files are kept; null for the data folder. */
  bucket: Bucket | null;
  /** Files are kept in PostgreSQL, and the data folder holds copies alone. */
  filesInDatabase: boolean;
  backup: BackupEnv;
  /** The virus scanner that looks through documents; null for none. */
  scanner: ScannerAddress | null;
  sampleContent: boolean;
  /** The company's time zone where no browser gives one, such as Asia/Dhaka; null for none. */
  timeZone: string | null;
  /** Whether things happen by themselves: schedules, mail, cleanups. Not on a copy that is only looked at. */
  runsJobs: boolean;
  trustProxy: string[];
  /** Whether webhooks may call addresses of private networks, and http. */
  webhooksPrivate: boolean;
  /** Whether answers from memory get a line in the log as well. */
  accessLog: boolean;
  metricsToken: string | null;
  metricsPort: number | null;
  /** What cookies, links and kept secrets rest on; null when it is to be made and kept in the data folder. */
  secret: string | null;
  /** Secrets from before a change of it, which kept values may still be sealed with. */
  previousSecrets: string[];
  /** Sign-in with Google, or another provider of OpenID Connect. */
  google: { clientId: string; clientSecret: string; discoveryUrl: string } | null;
  /** Who is to be the first admin. */
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
    previousSecrets: readPrevious(read("SECRET_PREVIOUS")),
    google: readGoogle(read),
    admin: readAdmin(read, variables.ADMIN_PASSWORD),
    ...readMailEnv(read, publicUrl),
  };
}

/**
 * The listening socket of a systemd socket unit (sd_listen_fds(3)), handed over as standard input: of all files that is what stays
 * open when the product takes its own place with its memory settings. The variables count for the process they name alone.
 */
function readInheritedSocket({ LISTEN_PID, LISTEN_FDS }: Record<string, string | undefined>): number | null {
  if (LISTEN_PID !== String(process.pid)) return null;
  const standardInput = 0;
  if (LISTEN_FDS !== "1" || !fstatSync(standardInput).isSocket())
    throw new WrongSetting(
      "LISTEN_FDS",
      "the socket unit must hand over one socket, and the service have StandardInput=socket",
    );
  return standardInput;
}

/** As it was given: PostgreSQL's client reads more forms than URLs have, such as `postgres://user@/name?host=/run/postgresql`. */
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

/** As `Intl` knows it. */
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

/** An address, or one with the length of its network behind it. */
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

function readPrevious(value: string | null): string[] {
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
    throw new WrongSetting("GOOGLE_CLIENT_ID", "give the id that goes with it, or leave all of GOOGLE_… out");
  if (clientId !== null && clientSecret === null)
    throw new WrongSetting("GOOGLE_CLIENT_SECRET", "give the secret that goes with GOOGLE_CLIENT_ID");
  if (clientId === null || clientSecret === null) return null;
  const mend = "give the https address of the provider's openid-configuration, or leave it out for Google's";
  const url = readUrl("GOOGLE_DISCOVERY_URL", address ?? googleDiscovery, /^https?:$/, mend);
  const isLocal = url?.hostname === "localhost" || url?.hostname === "127.0.0.1";
  if (!url || (url.protocol === "http:" && !isLocal)) throw new WrongSetting("GOOGLE_DISCOVERY_URL", mend);
  return { clientId, clientSecret, discoveryUrl: url.href };
}

const googleDiscovery = "https://accounts.google.com/.well-known/openid-configuration";

/** @param password as it stands: spaces may be part of it */
function readAdmin(read: ReadVariable, password: string | undefined): Env["admin"] {
  const email = read("ADMIN_EMAIL");
  if (email === null && password)
    throw new WrongSetting("ADMIN_EMAIL", "give the address that goes with ADMIN_PASSWORD");
  if (email === null) return null;
  if (!password) throw new WrongSetting("ADMIN_PASSWORD", "give the password that goes with ADMIN_EMAIL");
  return { email, password };
}

/** What the deployer set about mail. */
interface MailEnv {
  /** Without one, mail becomes files in the data folder, or waits once mail has left by a server. */
  smtpUrl: URL | null;
  /** Whether mail becomes files in the data folder whatever else is set. */
  mailToFolder: boolean;
  mailFrom: Mailbox;
  /** What mail is signed with; null leaves that to the mail server. */
  dkim: DkimKey | null;
}

/** @param read the trimmed value of a variable, or null */
function readMailEnv(read: ReadVariable, publicUrl: URL): MailEnv {
  const smtpUrl = readSmtpUrl(read("SMTP_URL"));
  const mailFrom = readMailFrom(read("MAIL_FROM"), smtpUrl !== null, publicUrl);
  return { smtpUrl, mailToFolder: readMailToFolder(read("MAIL")), mailFrom, dkim: readDkim(read, mailFrom) };
}

/** Login shells set MAIL to the path of a mailbox, which is no setting of the product. */
function readMailToFolder(value: string | null): boolean {
  if (value === null || value.startsWith("/")) return false;
  if (/^folder$/i.test(value)) return true;
  throw new WrongSetting("MAIL", "give folder to store mail as files, or leave it out");
}

const smtpMend =
  "give smtp://user:password@host:587 or smtps://user:password@host:465 and nothing behind the port, or leave it out to keep mail in DATA_DIR/mail";

function readSmtpUrl(value: string | null): URL | null {
  const url = readUrl("SMTP_URL", value, /^smtps?:$/, smtpMend);
  if (url === null) return null;
  const hasRest = !["", "/"].includes(url.pathname) || url.search !== "" || url.hash !== "";
  const isWhole = url.hostname !== "" && url.port !== "0" && (url.username === "") === (url.password === "");
  if (hasRest || !isWhole || !isPercentEncoded(`${url.username}:${url.password}`))
    throw new WrongSetting("SMTP_URL", smtpMend);
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
      "give the mailbox our mail comes from, such as Company <hello@company.example>",
    );
  return mailbox;
}

/**
 * A line for each connection with another machine, visitors' among them, that nothing keeps from being read on its way. On this machine, and where
 * the setting asks for TLS, there is none. Mail with a password is never sent in clear, and a bucket or provider elsewhere is
 * not asked without TLS, whatever is set.
 */
export function findPlainConnections({
  publicUrl,
  databaseUrl,
  smtpUrl,
  scanner,
}: Pick<Env, "publicUrl" | "databaseUrl" | "smtpUrl" | "scanner">): string[] {
  const lines: string[] = [];
  if (publicUrl.protocol === "http:" && !isHere(publicUrl.hostname))
    lines.push(
      "PUBLIC_URL: passwords and messages cross the network in clear; put TLS in front, and give https://",
    );
  if (databaseUrl !== null && isPlainDatabase(databaseUrl))
    lines.push(
      "DATABASE_URL: the database is on another machine and the connection is not encrypted; add ?sslmode=verify-full to it",
    );
  if (smtpUrl?.protocol === "smtp:" && smtpUrl.username === "" && !isHere(smtpUrl.hostname))
    lines.push(
      "SMTP_URL: mail goes in clear if the server on the other machine offers no TLS; give smtps://, or a user and password, which are sent inside TLS alone",
    );
  if (scanner !== null && "host" in scanner && !isHere(scanner.host))
    lines.push(
      "CLAMD: documents go in clear to the scanner on another machine; run it on this one, or lead there through a tunnel",
    );
  return lines;
}

/** PostgreSQL's client asks for TLS only where the address says so, by `sslmode` or `ssl`. */
function isPlainDatabase(databaseUrl: string): boolean {
  const url = URL.parse(databaseUrl);
  // What has no host in its place names a socket of this machine.
  if (url === null) return false;
  const host = url.searchParams.get("host") ?? url.hostname;
  if (host.startsWith("/") || isHere(host)) return false;
  const mode = url.searchParams.get("sslmode");
  if (mode !== null) return mode === "disable" || mode === "allow";
  return !["1", "true"].includes(url.searchParams.get("ssl") ?? "");
}

function isHere(host: string): boolean {
  return host === "" || isLoopback(host);
}
