import { execFile } from "node:child_process";
import { cpSync, mkdtempSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** Temporary folder of peers, because they take hundreds of megabytes; `PEERS_FOLDER` names another. */
const parent = process.env.PEERS_FOLDER ?? "/var/tmp";

/** Environment of the peers' commands, without telemetry. */
export const peerEnv = {
  ...process.env,
  ASTRO_TELEMETRY_DISABLED: "1",
  DO_NOT_TRACK: "1",
};

const runFile = promisify(execFile);

/** Copies a peer's files to a new folder. */
export function copyPeer(name: string, files: string): string {
  const folder = mkdtempSync(join(parent, `frontdesk-${name}-`));
  cpSync(files, folder, { recursive: true });
  return folder;
}

/** Installs the exact versions of the folder's `package.json`, with packages' install scripts only where `builds` names them. */
export async function installPeer(folder: string, builds: readonly string[] = []): Promise<void> {
  await runPeer(folder, "npm", [
    "install",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ]);
  if (builds.length > 0) await runPeer(folder, "npm", ["rebuild", ...builds]);
}

export async function runPeer(folder: string, command: string, line: readonly string[]): Promise<void> {
  await runFile(command, line, { cwd: folder, env: peerEnv, maxBuffer: 1e8 });
}
