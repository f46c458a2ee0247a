import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface Measured {
  seconds: number;
  /** CPU seconds of all threads, independent of other programs. Linux only, as `peakMb`. */
  cpuSeconds: number;
  /** Peak resident memory in MB. */
  peakMb: number;
  /** Standard output. */
  output: string;
}

const root = join(import.meta.dirname, "../../..");

/** Runs a command of the product in `folder` as `node LINE`; throws if it fails. */
export async function runMeasured(
  line: readonly string[],
  env: Record<string, string>,
  folder = root,
): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, line, {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found = { peak: 0, cpuSeconds: 0 };
  const timer = setInterval(() => {
    found.peak = Math.max(found.peak, readPeak(child.pid));
    found.cpuSeconds = Math.max(found.cpuSeconds, readCpuSeconds(child.pid));
  }, 100);
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  clearInterval(timer);
  if (code !== 0) throw new Error(`node ${line.join(" ")} ended with ${code}.`);
  return {
    seconds: (performance.now() - start) / 1000,
    cpuSeconds: found.cpuSeconds,
    peakMb: found.peak / 1024,
    output,
  };
}

/** Peak resident memory in KB from /proc; 0 after the process has ended. */
function readPeak(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** CPU seconds from /proc, in hundredths; 0 after the process has ended. */
export function readCpuSeconds(pid: number | undefined): number {
  try {
    const [, afterName = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
    const fields = afterName.split(" ");
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}
