import { once } from "node:events";
import type { Readable } from "node:stream";
import { z } from "zod";
import { PlainError } from "#app/platform/domain-error.ts";
import { lacksMemory, type SubprocessOptions, startSubprocess } from "#app/platform/subprocess.ts";
import type { ImportFindings } from "./import-work.ts";

/** What the process of an import is told. */
export const importOrder = z.object({
  id: z.string(),
  folder: z.string(),
  isLook: z.boolean(),
  replace: z.boolean(),
  acceptedLosses: z.number(),
  /** Id of a person. */
  actor: z.string(),
  now: z.string(),
});

export type ImportOrder = z.infer<typeof importOrder>;

/** What it leaves in its folder, with the embedded database. */
export const copyName = "copy.sqlite";
export const workedOutName = "worked-out.json";
export const changesName = (piece: number) => `changes-${piece}`;

const line = z.union([
  z.object({ step: z.string(), done: z.number(), total: z.number() }),
  // Our own process wrote it just now.
  z.object({ findings: z.custom<ImportFindings>() }),
  z.object({ isDone: z.literal(true) }),
]);

export type ImportLine = z.infer<typeof line>;

/** Does it in a process of its own, and answers its last line. Throws a PlainError when that process failed. */
export async function runImportApart(
  apart: SubprocessOptions,
  order: ImportOrder,
  onProgress: (step: string, done: number, total: number) => void,
): Promise<ImportLine> {
  const { child, describeEnd } = startSubprocess(apart, [
    "cli/small.ts",
    "import-subprocess",
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
  "The import needs more memory than there is. Import it in smaller parts, or on the server, with npm run import.";

/** Characters of one line; findings have some 200,000. */
const mostLineLength = 1_000_000;

async function* boundedLines(stream: Readable): AsyncGenerator<string> {
  stream.setEncoding("utf8");
  let rest = "";
  for await (const chunk of stream) {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > mostLineLength) throw new PlainError("The import told more than can be taken in.");
    yield* lines;
  }
  if (rest !== "") yield rest;
}
