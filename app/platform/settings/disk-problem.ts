import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { PlainError } from "../domain-error.ts";

/** What the system refused with a file or folder, and what to do about it, in one sentence; null for any other error. */
export function describeDiskProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  // Of a socket, the path is no file.
  if ("syscall" in error && error.syscall === "connect") return null;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : null;
  const what = typeof path === "string" ? path : null;
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return `there is no room left on the disk${what ? ` of ${what}` : ""}; make room, and do it again`;
    case "EROFS":
      return `${what ?? "the disk"} can't be written to, since its disk is mounted read-only; mount it for writing, or give another place`;
    case "EIO":
      return `the disk${what ? ` of ${what}` : ""} can't be read or written; look at the disk`;
  }
  if (what === null) return null;
  switch (error.code) {
    case "EACCES":
    case "EPERM":
      return `this user (${describeThisUser()}) may not use ${what}, which belongs to ${describeOwner(what)}; run it as the user the site runs as, give that user the path (chown), or give another path`;
    case "ENOENT":
      return `there is no ${what}; correct the path, or mount the disk it is on`;
    case "ENOTDIR":
    case "EEXIST":
      return `${what} is, or lies in, a file; give a folder`;
    case "EISDIR":
      return `${what} is a folder; give a file`;
    case "EXDEV":
      return `${what} lies on another disk; give a place on the same one`;
    default:
      return null;
  }
}

function describeThisUser(): string {
  const uid = process.getuid?.();
  return uid === undefined ? "of this system" : nameUser(uid);
}

function describeOwner(path: string): string {
  for (let at = path; ; at = dirname(at)) {
    try {
      return nameUser(lstatSync(at).uid);
    } catch {
      if (dirname(at) === at) return "another user";
    }
  }
}

/** The name of a user of this machine, or its number where it has none. */
function nameUser(uid: number): string {
  return readUserName(uid) ?? `user ${uid}`;
}

function readUserName(uid: number): string | null {
  try {
    const line = readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((one) => one.split(":")[2] === String(uid));
    return line?.split(":")[0] ?? null;
  } catch {
    return null;
  }
}

/**
 * Throws a `PlainError` with the command to type instead, when root is about to write into a data folder of another user: the
 * site could not read or replace what root leaves there. What the site wrote itself tells whose it is.
 */
export function refuseRootInDataDir(dataDir: string, uid: number | null = process.getuid?.() ?? null): void {
  if (uid !== 0) return;
  const owner = [join(dataDir, "frontdesk.sqlite"), join(dataDir, "files"), dataDir]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .find((about) => about !== undefined)?.uid;
  if (owner === undefined || owner === 0) return;
  throw new PlainError(
    `${dataDir} belongs to ${nameUser(owner)}, and the site could not use what root writes there. Run it as that user:\n  ${commandAs(owner)}`,
  );
}

/** This very command, as another user of the machine. */
function commandAs(uid: number): string {
  const name = readUserName(uid);
  const as =
    name === null ? `setpriv --reuid=${uid} --regid=${uid} --clear-groups --` : `runuser -u ${name} --`;
  const [, program = "", ...rest] = process.argv;
  const here = relative(process.cwd(), program);
  // The settings of memory are not typed by anybody.
  const options = process.execArgv.filter((option) => /^--env-file/.test(option));
  const node = relative(process.cwd(), process.execPath);
  const script = process.env.npm_lifecycle_event;
  const parts = script
    ? ["npm", "run", script, ...(rest.length > 0 ? ["--", ...rest] : [])]
    : [node.startsWith("..") ? process.execPath : node, ...options, here, ...rest];
  return [
    as,
    ...parts.map((part) => (/^[\w./:=@%+,-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`)),
  ].join(" ");
}
