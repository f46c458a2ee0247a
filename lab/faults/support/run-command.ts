import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");

/** Environment of a command. */
export type Variables = Record<string, string>;

/** Standard output of a command; throws its error output if it fails. */
export async function runCommand(line: readonly string[], env: Variables): Promise<string> {
  const child = startNode(line, env);
  const [output, errorOutput] = listen(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(errorOutput().trim().split("\n").at(-1));
  return output();
}

/** Makes a backup with the command and returns its name. */
export async function backUp(variables: Variables): Promise<string> {
  return JSON.parse(await runCommand(["cli/backup.ts", "--json"], variables)).name;
}

/** Makes a backup and tests its restore; `problems` is empty on success. */
export async function backUpAndProve(variables: Variables): Promise<{ problems: string[]; pages: number }> {
  return JSON.parse(await runCommand(["cli/prove.ts", await backUp(variables)], variables));
}

export function startNode(line: readonly string[], env: Variables): ChildProcess {
  return spawn(join(root, "node_modules/.bin/node"), line, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Standard output and error output so far. */
export function listen(child: ChildProcess): [() => string, () => string] {
  let [output, errorOutput] = ["", ""];
  child.stdout?.on("data", (chunk) => (output += chunk));
  child.stderr?.on("data", (chunk) => (errorOutput += chunk));
  return [() => output, () => errorOutput];
}
