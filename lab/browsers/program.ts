import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { findInPath, installDebian } from "../../tests/support/chromium.ts";

/** A program that this run started; it and all it started itself are gone when the run is done with it, or ends. */
export interface Program extends AsyncDisposable {
  /** What it has written so far. */
  output(): string;
  /** The first text in its output that fits, as soon as it stands there. */
  find(pattern: RegExp): Promise<string>;
}

const running = new Set<ChildProcess>();
process.on("exit", () => running.forEach(end));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));

export function startProgram(
  command: string,
  parts: readonly string[],
  env: Record<string, string> = {},
): Program {
  // A group of its own, so that whatever it starts ends with it.
  const child = spawn(command, parts, {
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  running.add(child);
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (written += chunk));
  const exited = once(child, "exit");
  return {
    output: () => written,
    find: async (pattern) => {
      for (let tries = 0; tries < 600; tries += 1) {
        const found = pattern.exec(written);
        if (found) return found[1] ?? found[0];
        if (child.exitCode !== null) break;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`${command} did not start:\n${written}`);
    },
    [Symbol.asyncDispose]: async () => {
      end(child);
      await exited;
      running.delete(child);
    },
  };
}

/** Where a program is. Installs its Debian package as root where it is missing; throws saying what to install otherwise. */
export function needProgram(name: string, debianPackage: string): string {
  const found = findInPath(name) ?? (installDebian(debianPackage) ? findInPath(name) : undefined);
  if (found) return found;
  throw new Error(`These tests need ${name}: install the package \`${debianPackage}\` (Debian, Ubuntu).`);
}

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}
