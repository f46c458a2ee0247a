import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { replaceProcess } from "#app/platform/runtime/small-memory.js";

/** `node cli/small.ts COMMAND …`: runs another program of this folder with the site's memory settings, which only apply at its start. */
const [command = "", ...rest] = process.argv.slice(2);
const program = join(import.meta.dirname, `${command}.ts`);
replaceProcess([program, ...rest]);
process.argv.splice(1, 2, program);
await import(pathToFileURL(program).href);
