import { once } from "node:events";
import type { Readable } from "node:stream";
import { z } from "zod";
import { PlainError } from "#app/lib/errors/domain-error.ts";
import { lacksMemory, type SubprocessOptions, startSubprocess } from "#app/platform/jobs/subprocess.ts";
import type { ImportFindings } from "./import-work.ts";

/** Input of the import process. */
export const importOrder = z.object({
  id: z.string(),
  folder: z.string(),
  isDryRun: z.boolean(),
  replace: z.boolean(),
  acceptedLosses: z.number(),
  /** Id of the user. */
  actor: z.string(),
  now: z.string(),
});

export type ImportOrder = z.infer<typeof importOrder>;

/** Files of the import process in its folder, with SQLite. */
export const copyName = "copy.sqlite";
export const workedOutName = "worked-out.json";
export const changesName = (piece: number) => `changes-${piece}`;

const line = z.union([
  z.object({ step: z.string(), done: z.number(), total: z.number() }),
  // Comes from our own process, so it needs no validation.
  z.object({ findings: z.custom<ImportFindings>() }),
  z.object({ isDone: z.literal(true) }),
]);

export type ImportLine = z.infer<typeof line>;

/** Runs an import in a subprocess and returns its last line. Throws a PlainError if the process fails. */
export async function runImportSubprocess(
  options: SubprocessOptions,
  order: ImportOrder,
  onProgress: (step: string, done: number, total: number) => void,
): Promise<ImportLine> {
  const { child, describeEnd } = startSubprocess(options, [
    "cli/small.ts",
    "subprocesses/import-subprocess",
    JSON.stringify(order),
  ]);
  const ended = once(child, "close");
  let last: ImportLine | null = null;
  const read = async () => {
    for await (const text of boundedLines(child.stdout)) {
      const message = line.parse(JSON.parse(text));
      if ("step" in message) onProgress(message.step, message.done, message.total);
      else last = message;
    }
  };
  const reading = read().catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  const [[code, endSignal]] = await Promise.all([ended, reading]);
  const how = code ?? endSignal;
  if (lacksMemory(how)) throw new PlainError(tooLittleMemory);
  if (how !== 0 || last === null) throw new PlainError(describeEnd(how));
  return last;
}

const tooLittleMemory =
  "The import ran out of memory. Import it in smaller parts, or on the server, with npm run import.";

/** Maximum characters of one line; findings have about 200,000. */
const maxLineLength = 1_000_000;

async function* boundedLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > maxLineLength) throw new PlainError("The output of the import is too large.");
    yield* lines;
  }
  if (rest !== "") yield rest;
}
