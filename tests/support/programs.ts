import { execFileSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** Path of a program, installed from a Debian package if missing. Throws an error that names the package. */
export function needProgram(name: string, packageName: string): string {
  const found = findInPath(name) ?? (installDebian(packageName) ? findInPath(name) : undefined);
  if (found) return found;
  throw new Error(`This test needs ${name}: install the package \`${packageName}\` (Debian, Ubuntu).`);
}

/** Installs a package as root where apt is available. @returns whether it succeeded */
export function installDebian(name: string): boolean {
  if (process.getuid?.() !== 0) return false;
  const options = { stdio: "ignore", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } } as const;
  try {
    execFileSync("apt-get", ["update", "-qq"], options);
    execFileSync("apt-get", ["install", "-y", "-qq", "--no-install-recommends", name], options);
    return true;
  } catch {
    return false;
  }
}

/** Searches PATH and the folders in which Debian installs service programs. */
export function findInPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
