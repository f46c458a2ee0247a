import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { StoreUnavailable } from "#app/domain/files/store/store.ts";
import { DomainError, isPlainError } from "#app/lib/errors/domain-error.ts";
import { capitalize } from "#app/lib/text/counts.ts";
import { describeDatabaseProblem } from "#app/platform/database/database-problem.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { readEnv } from "#app/platform/settings/env.ts";

interface Command<Options extends ParseArgsOptionsConfig> {
  usage: string;
  /** Options besides `--help`. */
  options: Options;
  /** Error about missing or extra arguments; null if they are valid. */
  check(positionals: string[], values: ValuesOf<Options>): string | null;
  run(values: ValuesOf<Options>, positionals: string[]): Promise<void>;
  /** Exit code on failure, default 1. */
  failed?: number;
}

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

/** Folder of the installed product. */
export const productFolder = join(import.meta.dirname, "..");

/**
 * Runs a command for deployers: `--help` prints the usage (0), invalid arguments print the problem and the usage to stderr (2).
 * A failure prints one sentence with the fix (1).
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  check,
  run,
  failed = 1,
}: Command<Options>): Promise<void> {
  // A closed pipe, as in `| head`, does not stop the command.
  process.stdout.on("error", () => {});
  const read = readLine(options, check);
  if (read === "help") return void process.stdout.write(usage);
  if (typeof read === "string") {
    process.stderr.write(`${read}\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  try {
    await run(read.values, read.positionals);
  } catch (error) {
    process.stderr.write(`${describeFailure(error)}\n`);
    process.exitCode = failed;
  }
}

/** Parsed arguments, "help", or the error in them. */
function readLine<const Options extends ParseArgsOptionsConfig>(
  options: Options,
  check: Command<Options>["check"],
): { values: ValuesOf<Options>; positionals: string[] } | string {
  if (process.argv.slice(2).some((part) => part === "--help" || part === "-h")) return "help";
  try {
    const { values, positionals } = parseArgs<{ options: Options; allowPositionals: true }>({
      options,
      allowPositionals: true,
    });
    return check(positionals, values) ?? { values, positionals };
  } catch (error) {
    // parseArgs names the option and the problem.
    return error instanceof Error ? error.message : String(error);
  }
}

function describeFailure(error: unknown): string {
  if (error instanceof DomainError) return Object.values(error.fields).join(" ") || error.message;
  if (isPlainError(error)) return error.message;
  const problem = describeDiskProblem(error);
  if (problem !== null) return capitalize(problem);
  if (error instanceof StoreUnavailable) {
    const because = error.cause instanceof Error ? ` (${reasonOf(error.cause)})` : "";
    return `${error.message}${because}: check the address in BACKUP_URL or FILES_URL, and the network`;
  }
  const described = describeOfDatabase(error);
  if (!(described instanceof Error)) return String(described);
  return described.message || reasonOf(described);
}

function reasonOf(error: Error): string {
  const inner = error.cause instanceof Error ? error.cause : error;
  return inner.message || ("code" in inner ? String(inner.code) : inner.name);
}

function describeOfDatabase(error: unknown): unknown {
  try {
    return describeDatabaseProblem(error, readEnv(process.env, productFolder));
  } catch {
    return error;
  }
}

/** Prints a line to standard output. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** `check` of a command without arguments. */
export function takesNothing([first]: string[]): string | null {
  return first === undefined ? null : `Unknown argument "${first}".`;
}
