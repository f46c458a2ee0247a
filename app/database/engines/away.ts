/**
 * Whether an error says that the database can't be asked at present, whichever of the two it is: it is gone, shuts down,
 * is out of room, broken or held by somebody else for too long. Asking again later may do; another question won't.
 */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }; // looked at, not believed
  if (code === "ERR_SQLITE_ERROR") return sqliteCodes.has(Number(errcode) & 0xff);
  return typeof code === "string" ? awayCode.test(code) : awayMessage.test(error.message);
}

/** Primary result codes: busy, locked, out of memory, read-only, I/O error, corrupt, full, can't open, protocol, no database. */
const sqliteCodes = new Set([5, 6, 7, 8, 10, 11, 13, 14, 15, 26]);

/** What the network says, then PostgreSQL's classes: connection, authorization, no such database, resources, operator, system; 55000 while the database takes no connections. */
const awayCode =
  /^(E(CONNREFUSED|CONNRESET|HOSTUNREACH|NETUNREACH|TIMEDOUT|PIPE|NOTFOUND)|EAI_AGAIN|(08|28|3D|53|57|58)[0-9A-Z]{3}|55000)$/;

/** Errors of the PostgreSQL client and its pool that carry no code. */
const awayMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/;
