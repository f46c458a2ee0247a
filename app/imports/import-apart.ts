import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { z } from "zod";
import { PlainError } from "#app/platform/domain-error.ts";
import type { ImportFindings } from "./import-work.ts";

/** What the process of an import is told. */
export const importOrder = z.object({
  id: z.string(),
  folder: z.string(),
  isLook: z.boolean(),
  replace: z.boolean(),
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

/** Where the product is installed, and the deployer's variables. */
export interface ImportApart {
  folder: string;
  variables: Record<string, string | undefined>;
  signal: AbortSignal;
}

/** Does it in a process of its own, and answers its last line. Throws a PlainError when that process failed. */
export async function runImportApart(
  { folder, variables, signal }: ImportApart,
  order: ImportOrder,
  onProgress: (step: string, done: number, total: number) => void,
): Promise<ImportLine> {
  const program = [join(folder, "cli/small.ts"), "import-apart", JSON.stringify(order)];
  const child = spawn(process.execPath, program, {
    cwd: folder,
    env: variables,
    // What it reads ends with this process, and it with that.
    stdio: ["pipe", "pipe", "pipe"],
    signal,
    killSignal: "SIGKILL",
  });
  let complained = "";
  child.stderr.on("data", (chunk) => {
    complained = `${complained}${chunk}`.slice(-2000);
  });
  const ended = once(child, "close");
  let last: ImportLine | null = null;
  const read = async () => {
    for await (const text of boundedLines(child.stdout)) {
      const told = line.parse(JSON.parse(text));
      if ("step" in told) onProgress(told.step, told.done, told.total);
      else last = told;
    }
  };
  const reading = read().catch((error) => {
    child.kill("SIGKILL");
    throw error;
  });
  const [[code, endSignal]] = await Promise.all([ended, reading]);
  if (lacksMemory(code, endSignal)) throw new PlainError(tooLittleMemory);
  const why = complained.trim().split("\n").at(-1) ?? "";
  if (code !== 0 || last === null)
    throw new PlainError(why.slice(0, 500) || `its process was ended (${code ?? endSignal})`);
  return last;
}

const tooLittleMemory =
  "The import needs more memory than there is. Import it in smaller parts, or on the server, with npm run import.";

/** Node aborts when its memory is used up, and the system kills when its own is; nobody else ended this process. */
function lacksMemory(code: unknown, endSignal: unknown): boolean {
  // What a shell answers for SIGABRT.
  const abortedCode = 134;
  return code === abortedCode || endSignal === "SIGABRT" || endSignal === "SIGKILL";
}

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
