import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Arguments of `node` and the environment of a command. */
export interface Command {
  arguments: readonly string[];
  env: Record<string, string>;
}

/** Storage call; `until` is the start of the next one in milliseconds of the process. */
export interface Call {
  number: number;
  what: string;
  at: number;
  until: number;
}

/** Moment before a call, or some microseconds after its start. */
export interface Moment {
  call: Call;
  after: number;
}

/** Runs the command without a kill and returns its storage calls in order. */
export async function traceCommand(command: Command): Promise<Call[]> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-trace-"));
  const path = join(folder, "calls");
  const { code, errors } = await run(command, { FAULT_TRACE: path });
  if (code !== 0) throw new Error(`The command failed without a kill:\n${errors}`);
  const lines: { at: number; what: string }[] = readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  rmSync(folder, { recursive: true });
  return lines.map(({ at, what }, number) => ({
    number,
    what,
    at,
    until: lines[number + 1]?.at ?? at + 1,
  }));
}

/**
 * Chooses moments: half directly before calls, spread evenly by number, the others during calls, spread evenly by duration.
 */
export function chooseMoments(calls: readonly Call[], count: number): Moment[] {
  const between = Math.min(calls.length, Math.ceil(count / 2));
  const moments: Moment[] = pickEvenly(calls, between).map((call) => ({
    call,
    after: 0,
  }));
  const total = calls.reduce((sum, { at, until }) => sum + until - at, 0);
  for (let n = between; n < count; n += 1) {
    let left = ((n - between + 0.5) / (count - between)) * total;
    const call = calls.find(({ at, until }) => {
      left -= until - at;
      return left < 0;
    });
    if (call)
      moments.push({
        call,
        after: Math.max(1, Math.round((left + call.until - call.at) * 1000)),
      });
  }
  return moments;
}

function pickEvenly<Item>(items: readonly Item[], count: number): Item[] {
  return Array.from({ length: count }, (_, n) => items[Math.floor((n * items.length) / count)]).filter(
    (item) => item !== undefined,
  );
}

/** Runs the command and kills it at the moment; false if it ended before, which can happen during the last call. */
export async function killCommand(command: Command, { call, after }: Moment): Promise<boolean> {
  const { code, signal, errors } = await run(command, {
    FAULT_AT: String(call.number),
    ...(after > 0 && { FAULT_AFTER: String(after) }),
  });
  if (signal === "SIGKILL") return true;
  if (code !== 0) throw new Error(`The command failed without a kill before call ${call.number}:\n${errors}`);
  return false;
}

async function run(command: Command, more: Record<string, string>) {
  const child = spawn(
    join(root, "node_modules/.bin/node"),
    ["--import", join(import.meta.dirname, "kill-at.ts"), ...command.arguments],
    {
      cwd: root,
      env: {
        PATH: process.env.PATH ?? "",
        NODE_COMPILE_CACHE: join(tmpdir(), "frontdesk-faults-compiled"),
        ...command.env,
        ...more,
      },
      stdio: ["ignore", "ignore", "pipe"],
    },
  );
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += chunk));
  const [code, signal] = await once(child, "close");
  return {
    code,
    signal,
    errors,
  };
}
