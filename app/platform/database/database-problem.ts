import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { isPlainError } from "#app/lib/errors/domain-error.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { type DatabaseLocation, databasePath } from "./open.ts";

/** Whether a connection error may be temporary, such as while the database or the network starts. */
export function isTransientError(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return error instanceof Error && /^(Connection terminated|timeout)/.test(error.message);
  return /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND)|ENOENT|EAI_AGAIN|57P0[123]|53300|08\d{3})$/.test(
    code,
  );
}

/** Turns a failure to open the database into an error with the setting to fix; returns other errors unchanged. */
export function describeDatabaseProblem(error: unknown, { databaseUrl, dataDir }: DatabaseLocation): unknown {
  if (isPlainError(error)) return error;
  const fix = databaseUrl ? describePostgres(error, databaseUrl) : describeSqlite(error, dataDir);
  if (fix === null) return error;
  return new WrongSetting(databaseUrl ? "DATABASE_URL" : "DATA_DIR", fix, { cause: error });
}

function describePostgres(error: unknown, databaseUrl: string): string | null {
  const { host, user, name } = readParts(databaseUrl);
  const untrusted = describeTls(error, host);
  if (untrusted !== null) return untrusted;
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return `no server listens at ${host}; start PostgreSQL there, or correct host and port`;
    case "ENOENT":
      return `PostgreSQL has no socket at ${host}; start PostgreSQL, or correct the folder`;
    case "EACCES":
      return `this user may not use the socket at ${host}; correct its permissions, or give another user`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `the host ${host} does not exist; correct its name`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
    case "ECONNRESET":
      return `${host} can't be reached; check its address and the network`;
    case "3D000":
      return `PostgreSQL at ${host} has no database named ${name}; create it (createdb ${name}), or correct the name`;
    case "28P01":
    case "28000":
      return `PostgreSQL at ${host} rejects the user ${user}; correct user and password, or allow it in pg_hba.conf`;
    case "42501":
      return `the user ${user} may not create tables in ${name}; make it the owner of the database`;
    case "53300":
      return `PostgreSQL at ${host} accepts no more connections; raise max_connections, or close other connections`;
    case "57P01":
    case "57P02":
    case "57P03":
    case "55000":
      return `PostgreSQL at ${host} accepts no connections at present; start again when it does`;
    default:
      return isTransientError(error)
        ? `PostgreSQL at ${host} does not respond; check its address and the network`
        : null;
  }
}

/** Describes why the required TLS connection failed; nothing was sent unencrypted. */
function describeTls(error: unknown, host: string): string | null {
  if (error instanceof Error && error.message === "The server does not support SSL connections")
    return `PostgreSQL at ${host} offers no TLS; turn it on there (ssl = on), or remove sslmode if it is on this machine`;
  switch (codeOf(error)) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `the certificate of PostgreSQL at ${host} is for another name; give the name in the certificate`;
    case "CERT_HAS_EXPIRED":
      return `the certificate of PostgreSQL at ${host} has expired; renew it`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `the certificate of PostgreSQL at ${host} is not signed by a known authority; give the authority's file: …?sslmode=verify-full&sslrootcert=/path/ca.crt`;
    default:
      return null;
  }
}

function describeSqlite(error: unknown, dataDir: string): string | null {
  if (codeOf(error) !== "ERR_SQLITE_ERROR") return null;
  const path = databasePath({ dataDir });
  // Primary result code.
  const errcode = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
  switch (errcode) {
    case 8:
    case 14:
    case 3:
      return describeUnopenable(path);
    case 11:
    case 26:
      return `${path} is damaged or not a database; restore it from a backup (${join(dataDir, "backups")} may hold one), or move it away to start empty`;
    case 13:
      return `the disk of ${path} is full; make room`;
    case 10:
      return `the disk of ${path} failed to read or write; check the disk`;
    default:
      return null;
  }
}

/** Checks file permissions, since SQLite does not report why it failed to open or write. */
function describeUnopenable(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    // Even to read, SQLite creates files in the same folder.
    accessSync(dirname(path), constants.W_OK);
    accessSync(path, constants.W_OK);
  } catch (error) {
    const problem = describeDiskProblem(error);
    if (problem !== null) return problem;
  }
  return `${path} can't be opened or written by this user; run it as the user the site runs as, or give it to that user (chown)`;
}

/** Returns the parts of a database URL that may be shown, without the password. */
function readParts(databaseUrl: string): { host: string; user: string; name: string } {
  const url = URL.parse(databaseUrl) ?? URL.parse(databaseUrl.replace("@/", "@localhost/"));
  const query = url?.searchParams;
  return {
    host: query?.get("host") || url?.host || "localhost",
    user: query?.get("user") || decodeURIComponent(url?.username ?? "") || "of this system",
    name: decodeURIComponent(url?.pathname.slice(1) ?? "") || "of the user's name",
  };
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;
}
