import { once } from "node:events";
import { z } from "zod";
import { PlainError } from "#app/platform/domain-error.ts";
import { type SubprocessOptions, startSubprocess } from "#app/platform/subprocess.ts";
import type { WrittenIncrement } from "./increments/write-increment.ts";
import type { Proof } from "./proof/prove-backup.ts";
import type { WrittenBackup } from "./write-backup.ts";

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
export async function proveInSubprocess(
  apart: SubprocessOptions,
  name: string,
  program = "cli/prove.ts",
): Promise<Proof> {
  try {
    return proofLine.parse(await run(apart, [program, name]));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it said nothing" : describeError(error);
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
export async function writeInSubprocess(
  apart: SubprocessOptions,
  options: readonly string[],
): Promise<WrittenBackup> {
  return writtenLine.parse(await run(apart, ["cli/backup.ts", "--json", ...options]));
}

/** Writes an increment, or the base of a new set, in a process of its own; null where there is no whole backup to stand on yet. */
export async function writeIncrementApart(
  apart: SubprocessOptions,
  { copy, takenAt, isAnew }: { copy: string; takenAt: Date; isAnew: boolean },
): Promise<WrittenIncrement | null> {
  const options = ["--copy", copy, "--taken-at", takenAt.toISOString(), ...(isAnew ? ["--anew"] : [])];
  return incrementLine.parse(await run(apart, ["cli/increment.ts", ...options]));
}

/** What a command of ours writes as its only line. */
async function run(apart: SubprocessOptions, line: readonly [string, ...string[]]): Promise<unknown> {
  const { child, describeEnd } = startSubprocess(apart, line);
  let said = "";
  child.stdout.on("data", (chunk) => (said += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new PlainError(describeEnd(code ?? child.signalCode));
  return JSON.parse(said);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
