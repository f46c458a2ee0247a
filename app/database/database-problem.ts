import { accessSync, constants } from "node:fs";
import { dirname, join } from "node:path";
import { isPlainError } from "#app/platform/domain-error.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { WrongSetting } from "#app/platform/settings/wrong-setting.ts";
import { type DatabasePlace, databasePath } from "./open.ts";

/** Whether a database that could not be asked may answer soon: it is starting, or the network is. */
export function mayPass(error: unknown): boolean {
  const code = codeOf(error);
  if (code === null) return error instanceof Error && /^(Connection terminated|timeout)/.test(error.message);
  return /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|NOTFOUND)|ENOENT|EAI_AGAIN|57P0[123]|53300|08\d{3})$/.test(
    code,
  );
}

/** What kept the database from being opened, as the setting to fix; any other error as it is. */
export function describeDatabaseProblem(error: unknown, { databaseUrl, dataDir }: DatabasePlace): unknown {
  if (isPlainError(error)) return error;
  const mend = databaseUrl ? describePostgres(error, databaseUrl) : describeSqlite(error, dataDir);
  if (mend === null) return error;
  return new WrongSetting(databaseUrl ? "DATABASE_URL" : "DATA_DIR", mend, { cause: error });
}

function describePostgres(error: unknown, databaseUrl: string): string | null {
  const { host, user, name } = readParts(databaseUrl);
  const untrusted = describeTls(error, host);
  if (untrusted !== null) return untrusted;
  switch (codeOf(error)) {
    case "ECONNREFUSED":
      return `nothing listens at ${host}; start PostgreSQL there, or correct host and port`;
    case "ENOENT":
      return `there is no socket of PostgreSQL at ${host}; start PostgreSQL, or correct the folder`;
    case "EACCES":
      return `this user may not use the socket at ${host}; correct its rights, or give another user`;
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return `there is no host named ${host}; correct its name`;
    case "EHOSTUNREACH":
    case "ENETUNREACH":
    case "ETIMEDOUT":
    case "ECONNRESET":
      return `${host} can't be reached; look at its address and the network between`;
    case "3D000":
      return `PostgreSQL at ${host} has no database named ${name}; create it (createdb ${name}), or correct the name`;
    case "28P01":
    case "28000":
      return `PostgreSQL at ${host} does not let the user ${user} in; correct user and password, or let it in (pg_hba.conf)`;
    case "42501":
      return `the user ${user} may not make tables in ${name}; make it the owner of the database`;
    case "53300":
      return `PostgreSQL at ${host} takes no more connections; raise max_connections, or stop what holds them`;
    case "57P01":
    case "57P02":
    case "57P03":
    case "55000":
      return `PostgreSQL at ${host} takes no connections at present; start again when it does`;
    default:
      return mayPass(error)
        ? `PostgreSQL at ${host} gives no answer; look at its address and the network between`
        : null;
  }
}

/** Why the encrypted connection that was asked for did not come about; nothing was sent over any other. */
function describeTls(error: unknown, host: string): string | null {
  if (error instanceof Error && error.message === "The server does not support SSL connections")
    return `PostgreSQL at ${host} offers no TLS; turn it on there (ssl = on), or take sslmode out if it is on this machine`;
  switch (codeOf(error)) {
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return `the certificate of PostgreSQL at ${host} is for another name; give the name that stands in it`;
    case "CERT_HAS_EXPIRED":
      return `the certificate of PostgreSQL at ${host} has expired; renew it`;
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
      return `nobody known vouches for the certificate of PostgreSQL at ${host}; give the file of its authority: …?sslmode=verify-full&sslrootcert=/path/ca.crt`;
    default:
      return null;
  }
}

function describeSqlite(error: unknown, dataDir: string): string | null {
  if (codeOf(error) !== "ERR_SQLITE_ERROR") return null;
  const path = databasePath({ dataDir });
  // Primary result codes of SQLite.
  const errcode = error instanceof Error && "errcode" in error ? Number(error.errcode) & 0xff : 0;
  switch (errcode) {
    case 8:
    case 14:
    case 3:
      return describeUnopenable(path);
    case 11:
    case 26:
      return `${path} is broken or no database; restore it from a backup (${join(dataDir, "backups")} may hold one), or move it away to begin anew`;
    case 13:
      return `there is no room left on the disk of ${path}; make room`;
    case 10:
      return `the disk of ${path} can't be read or written; look at the disk`;
    default:
      return null;
  }
}

/** SQLite says no more than that it could not open or write; the system says why. */
function describeUnopenable(path: string): string {
  try {
    accessSync(path, constants.R_OK);
    // Even to read, SQLite keeps files beside the database.
    accessSync(dirname(path), constants.W_OK);
    accessSync(path, constants.W_OK);
  } catch (error) {
    const problem = describeDiskProblem(error);
    if (problem !== null) return problem;
  }
  return `${path} can't be opened or written by this user; run it as the user the site runs as, or give it to that user (chown)`;
}

/** What may be told of an address: no password. */
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
