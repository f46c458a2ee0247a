import { once } from "node:events";
import { z } from "zod";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { type SubprocessOptions, startSubprocess } from "#app/platform/jobs/subprocess.ts";
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
 * Proves a backup in a subprocess; an early exit counts as a problem. `program` is relative to the
 * folder.
 */
export async function proveInSubprocess(
  subprocess: SubprocessOptions,
  name: string,
  program = "cli/prove.ts",
): Promise<Proof> {
  try {
    return proofLine.parse(await run(subprocess, [program, name]));
  } catch (error) {
    const why = error instanceof SyntaxError ? "it printed nothing" : describeError(error);
    return {
      problems: [`Its proof ended before it was done: ${why}`],
      restoreMs: 0,
      pages: 0,
      rows: 0,
      files: 0,
    };
  }
}

/**
 * Writes a backup in a subprocess, to keep the event loop free. Throws a `PlainError` on failure.
 */
export async function writeInSubprocess(
  subprocess: SubprocessOptions,
  options: readonly string[],
): Promise<WrittenBackup> {
  return writtenLine.parse(await run(subprocess, ["cli/backup.ts", "--json", ...options]));
}

/**
 * Writes an increment, or the base of a new set, in a subprocess; null if there is no full backup
 * yet.
 */
export async function writeIncrementInSubprocess(
  subprocess: SubprocessOptions,
  { copy, takenAt, isNewSet }: { copy: string; takenAt: Date; isNewSet: boolean },
): Promise<WrittenIncrement | null> {
  const options = ["--copy", copy, "--taken-at", takenAt.toISOString(), ...(isNewSet ? ["--new-set"] : [])];
  return incrementLine.parse(await run(subprocess, ["cli/increment.ts", ...options]));
}

/** Runs a command and parses its one line of output. */
async function run(subprocess: SubprocessOptions, line: readonly [string, ...string[]]): Promise<unknown> {
  const { child, describeEnd } = startSubprocess(subprocess, line);
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  const [code] = await once(child, "close");
  if (code !== 0) throw new PlainError(describeEnd(code ?? child.signalCode));
  return JSON.parse(output);
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
