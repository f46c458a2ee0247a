import type { Env } from "./settings/env.ts";
import { isLoopback } from "./settings/wrong-setting.ts";

/**
 * A line for each connection to another machine that nothing keeps from being read on its way. On this machine, and where
 * the setting asks for TLS, there is none. Mail with a password is never sent in clear, and a bucket or provider elsewhere is
 * not asked without TLS, whatever is set.
 */
export function findPlainConnections({
  databaseUrl,
  smtpUrl,
  scanner,
}: Pick<Env, "databaseUrl" | "smtpUrl" | "scanner">): string[] {
  const lines: string[] = [];
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
