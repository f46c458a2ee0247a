import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { PlainError } from "#app/platform/domain-error.ts";
import type { WrittenIncrement } from "./increments/write-increment.ts";
import type { Proof } from "./proof/prove-backup.ts";
import type { WrittenBackup } from "./write-backup.ts";

/** Where the product is installed, and the deployer's variables. */
export interface Apart {
  folder: string;
  variables: Record<string, string | undefined>;
  signal?: AbortSignal;
}

const proofLine = z.object({
  problems: z.array(z.string()),
  restoreMs: z.number(),
  pages: z.number(),
  rows: z.number(),
  files: z.number(),
});

const writtenLine = z.object({
  name: z.string(),
  takenAt: z.string(),
  bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  fileBytes: z.number(),
  problems: z.array(z.string()),
});

const incrementLine = z
  .object({
    name: z.string(),
    set: z.string(),
    takenAt: z.string(),
    bytes: z.number(),
    baseBytes: z.number(),
    pages: z.number(),
    files: z.number(),
  })
  .nullable();

/**
 * Proves a backup in a process of its own. One that ended before it was done is no proof: that is a problem.
 * @param program what proves it, within the folder
 */
export async function proveApart(apart: Apart, name: string, program = "cli/prove.ts"): Promise<Proof> {
  try {
    return proofLine.parse(await run(apart, [program, name]));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it said nothing" : sayWhy(error);
    return {
      problems: [`Its proof ended before it was done: ${why}`],
      restoreMs: 0,
      pages: 0,
      rows: 0,
      files: 0,
    };
  }
}

/** Writes a backup in a process of its own, so that packing it holds up nobody. Throws a `PlainError` when it could not. */
export async function writeApart(apart: Apart, options: readonly string[]): Promise<WrittenBackup> {
  return writtenLine.parse(await run(apart, ["cli/backup.ts", "--json", ...options]));
}

/** Writes an increment, or the base of a new set, in a process of its own; null where there is no whole backup to stand on yet. */
export async function writeIncrementApart(
  apart: Apart,
  { copy, takenAt, isAnew }: { copy: string; takenAt: Date; isAnew: boolean },
): Promise<WrittenIncrement | null> {
  const options = ["--copy", copy, "--taken-at", takenAt.toISOString(), ...(isAnew ? ["--anew"] : [])];
  return incrementLine.parse(await run(apart, ["cli/increment.ts", ...options]));
}

/** What a command of ours writes as its only line. */
async function run({ folder, variables, signal }: Apart, line: readonly string[]): Promise<unknown> {
  const [program = "", ...rest] = line;
  const child = spawn(process.execPath, [join(folder, program), ...rest], {
    cwd: folder,
    env: variables,
    stdio: ["ignore", "pipe", "pipe"],
    ...(signal && { signal, killSignal: "SIGKILL" as const }),
  });
  let said = "";
  let complained = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  child.stderr.on("data", (chunk) => (complained += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new PlainError(describeEnd(complained, code ?? child.signalCode));
  return JSON.parse(said);
}

function sayWhy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Why a process of ours ended, in one line for people: what it said last, or the error of its crash without the stack.
 * @param ended its exit code, or the signal that ended it
 */
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
