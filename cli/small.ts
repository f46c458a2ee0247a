import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { allocatorSettings, heapOptions } from "#app/platform/small-memory.ts";

/** `node cli/small.ts COMMAND …`: runs another file of this folder with the memory settings of the site, which can only be given at the start of a process. */
const [command = "", ...rest] = process.argv.slice(2);
const program = join(import.meta.dirname, `${command}.ts`);
if (process.platform === "linux" && process.execve)
  process.execve(
    process.execPath,
    [process.execPath, ...heapOptions, ...process.execArgv, program, ...rest],
    {
      ...allocatorSettings,
      ...process.env,
    },
  );
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
