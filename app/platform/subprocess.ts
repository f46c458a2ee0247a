import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { join } from "node:path";

/** Where the product is installed, the deployer's variables, and what ends the process. */
export interface SubprocessOptions {
  folder: string;
  variables: Record<string, string | undefined>;
  signal?: AbortSignal | undefined;
}

export interface Subprocess {
  /** Its standard input ends with this process; what it complains of is read here. */
  child: ChildProcessWithoutNullStreams;
  /**
   * Why it ended, in one line for people: what it said last, or the error of its crash without the stack.
   * @param ended its exit code, or the signal that ended it
   */
  describeEnd(ended: string | number | null): string;
}

/** Characters that are kept of what a process complains of. */
const mostComplaint = 10_000;

/**
 * Starts a command of ours in a process of its own, so that its work and its memory hold up nobody.
 * @param line the command, within the folder, and what it is told
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
  // One that ends without reading is no error of ours.
  child.stdin.on("error", () => {});
  let complained = "";
  child.stderr.on("data", (chunk) => {
    complained = `${complained}${chunk}`.slice(-mostComplaint);
  });
  return { child, describeEnd: (ended) => describeEnd(complained, ended) };
}

/** Node aborts when its memory is used up, and the system kills when its own is; nobody else ended this process. */
export function lacksMemory(ended: string | number | null): boolean {
  // What a shell answers for SIGABRT.
  const abortedCode = 134;
  return ended === abortedCode || ended === "SIGABRT" || ended === "SIGKILL";
}

function describeEnd(complained: string, ended: string | number | null): string {
  if (/heap out of memory|Array buffer allocation failed/.test(complained) || ended === "SIGABRT")
    return "there was not enough memory for it";
  const lines = complained
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !/^Node\.js v\d/.test(line));
  const [, thrown] = lines.flatMap((line) => /^(?:Uncaught )?\w*Error(?: \[\w+\])?: (.+)$/.exec(line) ?? []);
  const last = thrown ?? lines.at(-1) ?? "";
  if (last !== "") return last.slice(0, 500);
  if (ended === "SIGKILL") return "the system ended it, most likely since there was not enough memory";
  return `it was ended (${ended})`;
}
