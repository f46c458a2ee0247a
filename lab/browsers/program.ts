import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";

/** Child process; it and its children are killed when the run disposes of it or exits. */
export interface Program extends AsyncDisposable {
  /** Output so far. */
  output(): string;
  /** Waits for the first match in its output. */
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
  // Own process group, so that its children are killed with it.
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

function end({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The process has already ended.
  }
}
