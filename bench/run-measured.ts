import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";

export interface Measured {
  seconds: number;
  /** Most resident memory, MB; Linux alone. */
  mostMb: number;
  /** What it wrote. */
  said: string;
}

const root = join(import.meta.dirname, "..");

/** Runs a command of the product, as `node LINE`; throws where it fails. */
export async function runMeasured(line: readonly string[], env: Record<string, string>): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, line, {
    cwd: root,
    env: { PATH: process.env.PATH ?? "", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let most = 0;
  const look = setInterval(() => {
    most = Math.max(most, readMost(child.pid));
  }, 100);
  const [said, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  clearInterval(look);
  if (code !== 0) throw new Error(`node ${line.join(" ")} ended with ${code}.`);
  return {
    seconds: (performance.now() - start) / 1000,
    mostMb: most / 1024,
    said,
  };
}

/** KB, as the system counts them; 0 once the process has ended. */
function readMost(pid: number | undefined): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
