import { join } from "node:path";
import { allocatorSettings, heapOptions } from "./app/platform/runtime/small-memory.js";

/**
 * The built application takes the place of this process: same number, same signals, no parent that waits. Only thus can the
 * memory settings be given whichever way the site was started, since the C library reads them at the start of a process.
 */
export async function runBuilt() {
  // Files of the site are readable by its own user only.
  process.umask(0o077);
  const program = join(import.meta.dirname, "start-built.js");
  if (process.platform === "linux" && process.execve) {
    process.execve(process.execPath, [process.execPath, ...heapOptions, ...process.execArgv, program], {
      ...allocatorSettings,
      ...process.env,
    });
  }
  await import(program);
}
