import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { PlainError } from "#app/lib/errors/domain-error.ts";

/** A process that ends when its standard input closes, at the latest with this process. */
export type SupervisedProcess = ChildProcessByStdio<Writable, Readable, Readable>;

interface SupervisedOptions {
  folder: string;
  env?: Record<string, string | undefined>;
  /** Ends the process when aborted. */
  signal?: AbortSignal | undefined;
}

/**
 * Shell script that runs a program and, when standard input closes, sends it SIGTERM and after 20 seconds SIGKILL. It works with
 * every release and takes 1 MB.
 */
const untilInputEnds = `exec 3<&0 </dev/null
"$@" 3<&- &
child=$!
{ cat <&3; kill "$child"; sleep 20; kill -KILL "$child"; } >/dev/null 2>&1 &
watch=$!
exec 3<&-
wait "$child"
code=$?
kill "$watch"
exit "$code"`;

/** Starts a program that ends with this process. Signals of the terminal do not reach it. */
export function spawnChild(
  program: string,
  args: readonly string[],
  { folder, env, signal }: SupervisedOptions,
): SupervisedProcess {
  const child = spawn("/bin/sh", ["-c", untilInputEnds, "sh", program, ...args], {
    cwd: folder,
    env: env ?? process.env,
    stdio: ["pipe", "pipe", "pipe"],
    detached: true,
  });
  // The process may have exited already.
  child.stdin.on("error", () => {});
  const end = () => void child.stdin.end();
  if (signal?.aborted) end();
  signal?.addEventListener("abort", end);
  child.once("exit", () => signal?.removeEventListener("abort", end));
  return child;
}

/** Ends a process and waits for its exit. */
export async function endChild(child: SupervisedProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.stdin.end();
  await once(child, "exit");
}

/** Removes a folder once this process has ended, and again for 25 seconds while its children end. */
export function removeAfterEnd(path: string): Disposable {
  const script = `cat >/dev/null
for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25; do rm -rf -- "$1" "$1.lock"; sleep 1; done`;
  const child = spawn("/bin/sh", ["-c", script, "sh", path], {
    stdio: ["pipe", "ignore", "ignore"],
    detached: true,
  });
  child.unref();
  return { [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

/** Collects the output of a process; returns its last lines without stack frames. */
export function collectOutput({ stdout, stderr }: { stdout: Readable; stderr: Readable }): () => string {
  let written = "";
  for (const stream of [stdout, stderr]) stream.on("data", (chunk) => (written += chunk));
  return () =>
    written
      .split("\n")
      .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
      .slice(-5)
      .join("\n")
      .trim();
}

/** Waits for the exit of a step. Throws a `PlainError` with its last lines when it fails. */
export async function finishStep(
  name: string,
  child: ChildProcessByStdio<Writable | null, Readable, Readable>,
  log: (line: string) => void,
): Promise<void> {
  const startedAt = performance.now();
  const lastLines = collectOutput(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new PlainError(`${name} failed:\n${lastLines()}`);
  log(`${name}: done in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}
