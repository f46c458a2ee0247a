import { join } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { describeDatabaseProblem } from "#app/database/database-problem.ts";
import { StoreUnavailable } from "#app/files/store/store.ts";
import { DomainError, isPlainError } from "#app/platform/domain-error.ts";
import { describeDiskProblem } from "#app/platform/settings/disk-problem.ts";
import { readEnv } from "#app/platform/settings/env.ts";
import { capitalize } from "#app/text/counts.ts";

interface Command<Options extends ParseArgsOptionsConfig> {
  usage: string;
  /** Beside `--help`, which every command has. */
  options: Options;
  /** Says what is missing or too much of what stands beside the options; null where it is right. */
  check(positionals: string[], values: ValuesOf<Options>): string | null;
  run(values: ValuesOf<Options>, positionals: string[]): Promise<void>;
  /** Its exit code when it could not be done. */
  failed?: number;
}

type ValuesOf<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>["values"];

/** Where the product is installed. */
export const productFolder = join(import.meta.dirname, "..");

/**
 * Runs a command of the deployer. `--help` writes its usage (0), what is not understood writes that and the usage to stderr (2),
 * both without doing anything; what could not be done is said in one sentence with what to do about it (1).
 */
export async function runCommand<const Options extends ParseArgsOptionsConfig>({
  usage,
  options,
  check,
  run,
  failed = 1,
}: Command<Options>): Promise<void> {
  // Whoever reads may stop early: `| head` ends no work.
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

/** What was typed, "help", or what is wrong with it. */
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
    // Of parseArgs alone: the option, and why not.
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
    return `${error.message}${because}: look at the address in BACKUP_URL or FILES_URL, and the network between`;
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

/** To whoever typed the command. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** For a command that takes nothing beside its options. */
export function takesNothing([first]: string[]): string | null {
  return first === undefined ? null : `"${first}" is not known here.`;
}
