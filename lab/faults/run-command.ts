import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** The whole environment of a command. */
export type Variables = Record<string, string>;

/** What it wrote; throws what it complained of. */
export async function runWhole(line: readonly string[], env: Variables): Promise<string> {
  const child = startNode(line, env);
  const [said, complained] = listen(child);
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(complained().trim().split("\n").at(-1));
  return said();
}

/** Makes a backup with the command; answers its name. */
export async function backUp(variables: Variables): Promise<string> {
  return JSON.parse(await runWhole(["cli/backup.ts", "--json"], variables)).name;
}

/** Makes a backup, restores it apart and looks at rows, keys, versions, every file's bytes and pages; `problems` is empty where all is well. */
export async function backUpAndProve(variables: Variables): Promise<{ problems: string[]; pages: number }> {
  return JSON.parse(await runWhole(["cli/prove.ts", await backUp(variables)], variables));
}

export function startNode(line: readonly string[], env: Variables): ChildProcess {
  return spawn(join(root, "node_modules/.bin/node"), line, {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** What it has written so far, and what it has complained of. */
export function listen(child: ChildProcess): [() => string, () => string] {
  let [said, complained] = ["", ""];
  child.stdout?.on("data", (chunk) => (said += chunk));
  child.stderr?.on("data", (chunk) => (complained += chunk));
  return [() => said, () => complained];
}
