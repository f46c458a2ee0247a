import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
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
    for await (const text of createInterface({ input: child.stdout })) {
      const told = line.parse(JSON.parse(text));
      if ("step" in told) onProgress(told.step, told.done, told.total);
      else last = told;
    }
  };
  const [[code]] = await Promise.all([ended, read()]);
  const why = complained.trim().split("\n").at(-1) ?? "";
  if (code !== 0 || last === null)
    throw new PlainError(why.slice(0, 500) || `its process was ended (${code ?? child.signalCode})`);
  return last;
}
