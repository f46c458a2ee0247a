import { isIP } from "node:net";
import { isAbsolute, resolve } from "node:path";
import { type Bucket, readBucket } from "./files-env.ts";
import { type MailEnv, readMailEnv } from "./mail-env.ts";
import { readUrl, WrongSetting } from "./wrong-setting.ts";

export { WrongSetting } from "./wrong-setting.ts";

/** What the deployer set, checked; see the table in README.md. */
export interface Env extends MailEnv {
  isDevelopment: boolean;
  port: number;
  host: string;
  publicUrl: URL;
  dataDir: string;
  databaseUrl: string | null;
  /** Where files are kept; null for the data folder. */
  bucket: Bucket | null;
  sampleContent: boolean;
  trustProxy: string[];
  metricsToken: string | null;
  metricsPort: number | null;
  /** What cookies, links and kept secrets rest on; null when it is to be made and kept in the data folder. */
  secret: string | null;
  /** Sign-in with Google, or another provider of OpenID Connect. */
  google: { clientId: string; clientSecret: string; discoveryUrl: string } | null;
  /** Whether forms are sent by people is checked by Turnstile. */
  turnstile: { siteKey: string; secret: string } | null;
  /** Who is to be the first admin. */
  admin: { email: string; password: string } | null;
}

export function readEnv(variables: Record<string, string | undefined>, folder: string): Env {
  const read = (name: string) => variables[name]?.trim() || null;
  const port = readPort("PORT", read("PORT")) ?? 3000;
  const host = read("HOST") ?? "localhost";
  const databaseUrl = readUrl(
    "DATABASE_URL",
    read("DATABASE_URL"),
    /^postgres(ql)?:$/,
    "give postgres://user:password@host:5432/name, or leave it out for the embedded database",
  );
  const dataDir = read("DATA_DIR") ?? "data";
  const publicUrl = readPublicUrl(read("PUBLIC_URL"), port, variables.NODE_ENV === "production");
  return {
    isDevelopment: variables.NODE_ENV === "development",
    port,
    host,
    publicUrl,
    dataDir: isAbsolute(dataDir) ? dataDir : resolve(folder, dataDir),
    databaseUrl: databaseUrl?.href ?? null,
    bucket: readBucket(read),
    sampleContent: readSwitch("SAMPLE_CONTENT", read("SAMPLE_CONTENT"), true),
    trustProxy: readProxies(read("TRUST_PROXY")),
    metricsToken: readSecret("METRICS_TOKEN", read("METRICS_TOKEN")),
    metricsPort: readPort("METRICS_PORT", read("METRICS_PORT")),
    secret: readLongSecret(read("SECRET")),
    google: readGoogle(read),
    turnstile: readTurnstile(read),
    admin: readAdmin(read, variables.ADMIN_PASSWORD),
    ...readMailEnv(read, publicUrl),
  };
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
  const isWrong = proxies.some(
    (part) => isIP(part.split("/")[0] ?? "") === 0 || !/^[^/]+(\/\d{1,3})?$/.test(part),
  );
  if (isWrong)
    throw new WrongSetting(
      "TRUST_PROXY",
      "give the addresses or networks of your proxies, such as 10.0.0.5, fd00::/8, or off",
    );
  return proxies;
}

function readSecret(name: string, value: string | null): string | null {
  if (value !== null && value.length < 16) throw new WrongSetting(name, "give at least 16 characters");
  return value;
}

function readLongSecret(value: string | null): string | null {
  if (value !== null && value.length < 32)
    throw new WrongSetting("SECRET", "give at least 32 random characters");
  return value;
}

function readGoogle(read: (name: string) => string | null): Env["google"] {
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

function readTurnstile(read: (name: string) => string | null): Env["turnstile"] {
  const siteKey = read("TURNSTILE_SITE_KEY");
  const secret = read("TURNSTILE_SECRET");
  if (siteKey === null && secret !== null)
    throw new WrongSetting(
      "TURNSTILE_SITE_KEY",
      "give the key that goes with TURNSTILE_SECRET, or leave both out",
    );
  if (siteKey !== null && secret === null)
    throw new WrongSetting(
      "TURNSTILE_SECRET",
      "give the secret that goes with TURNSTILE_SITE_KEY, or leave both out",
    );
  return siteKey === null || secret === null ? null : { siteKey, secret };
}

/** @param password as it stands: spaces may be part of it */
function readAdmin(read: (name: string) => string | null, password: string | undefined): Env["admin"] {
  const email = read("ADMIN_EMAIL");
  if (email === null && password)
    throw new WrongSetting("ADMIN_EMAIL", "give the address that goes with ADMIN_PASSWORD");
  if (email === null) return null;
  if (!password) throw new WrongSetting("ADMIN_PASSWORD", "give the password that goes with ADMIN_EMAIL");
  return { email, password };
}
