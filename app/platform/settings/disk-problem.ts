import { lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { PlainError } from "../../lib/errors/domain-error.ts";

/** Describes a file system error and its fix in one sentence; null for any other error. */
export function describeDiskProblem(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error)) return null;
  // The path is a socket, not a file.
  if ("syscall" in error && error.syscall === "connect") return null;
  const path = "dest" in error ? error.dest : "path" in error ? error.path : null;
  const file = typeof path === "string" ? path : null;
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return `the disk${file ? ` of ${file}` : ""} is full; make room, and try again`;
    case "EROFS":
      return `${file ?? "the disk"} is on a read-only disk; mount it for writing, or give another path`;
    case "EIO":
      return `the disk${file ? ` of ${file}` : ""} failed to read or write; check the disk`;
  }
  if (file === null) return null;
  switch (error.code) {
    case "EACCES":
    case "EPERM":
      return `this user (${describeThisUser()}) may not use ${file}, which belongs to ${describeOwner(file)}; run it as the user the site runs as, give that user the path (chown), or give another path`;
    case "ENOENT":
      return `there is no ${file}; correct the path, or mount the disk it is on`;
    case "ENOTDIR":
    case "EEXIST":
      return `${file} is a file, or inside one; give a folder`;
    case "EISDIR":
      return `${file} is a folder; give a file`;
    case "EXDEV":
      return `${file} is on another disk; give a path on the same disk`;
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

/** Returns the name of a user of this machine, or its number. */
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
 * Throws a `PlainError` with the command to run instead when root would write into the data folder of another user, where the
 * site could not read or replace root's files. The owner is read from the files of the site.
 */
export function refuseRootInDataDir(dataDir: string, uid: number | null = process.getuid?.() ?? null): void {
  if (uid !== 0) return;
  const owner = [join(dataDir, "frontdesk.sqlite"), join(dataDir, "files"), dataDir]
    .map((path) => statSync(path, { throwIfNoEntry: false }))
    .find((about) => about !== undefined)?.uid;
  if (owner === undefined || owner === 0) return;
  throw new PlainError(
    `${dataDir} belongs to ${nameUser(owner)}, and the site can't use files that root writes there. Run it as that user:\n  ${commandAs(owner)}`,
  );
}

/** Returns the current command, run as another user of the machine. */
function commandAs(uid: number): string {
  const name = readUserName(uid);
  const as =
    name === null ? `setpriv --reuid=${uid} --regid=${uid} --clear-groups --` : `runuser -u ${name} --`;
  const [, program = "", ...rest] = process.argv;
  const here = relative(process.cwd(), program);
  // Memory options are added automatically, so they are left out.
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
