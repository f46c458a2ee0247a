import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";
import type { Installation } from "../services.ts";

export interface SubprocessOptions extends Installation {
  /** Kills the process. */
  signal?: AbortSignal | undefined;
}

export interface Subprocess {
  /** Its standard input ends with this process; its standard error is collected here. */
  child: ChildProcessWithoutNullStreams;
  /**
   * Describes the exit in one line: the last line of standard error, or the error of a crash without its stack.
   * @param ended exit code or signal
   */
  describeEnd(ended: string | number | null): string;
}

/** Characters of standard error to store. */
const maxErrorLength = 10_000;

/**
 * Starts a command of the product in its own process, so that its work and memory do not slow the site down.
 * @param line path of the command within the folder, and its arguments
 */
export function startSubprocess(
  { folder, variables, signal }: SubprocessOptions,
  [program, ...args]: readonly [string, ...string[]],
): Subprocess {
  const child = spawn(process.execPath, [join(folder, program), ...args], {
    cwd: folder,
    env: variables,
    stdio: ["pipe", "pipe", "pipe"],
    ...(signal && { signal }),
    killSignal: "SIGKILL",
  });
  // A process may exit without reading its input.
  child.stdin.on("error", () => {});
  let errorOutput = "";
  child.stderr.on("data", (chunk) => {
    errorOutput = `${errorOutput}${chunk}`.slice(-maxErrorLength);
  });
  return { child, describeEnd: (ended) => describeEnd(errorOutput, ended) };
}

/** Whether Node aborted for lack of memory, or the system killed the process for the same reason. */
export function lacksMemory(ended: string | number | null): boolean {
  // Exit code of a shell for SIGABRT.
  const abortedCode = 134;
  return ended === abortedCode || ended === "SIGABRT" || ended === "SIGKILL";
}

function describeEnd(errorOutput: string, ended: string | number | null): string {
  if (/heap out of memory|Array buffer allocation failed/.test(errorOutput) || ended === "SIGABRT")
    return "it ran out of memory";
  const lines = errorOutput
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^Node\.js v\d/.test(line));
  const [, thrown] = lines.flatMap((line) => /^(?:Uncaught )?\w*Error(?: \[\w+\])?: (.+)$/.exec(line) ?? []);
  const last = thrown ?? lines.at(-1) ?? "";
  if (last !== "") return last.slice(0, 500);
  if (ended === "SIGKILL") return "the system killed it, most likely for lack of memory";
  return `it ended with ${ended}`;
}
