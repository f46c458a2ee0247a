import { accessSync, constants, statfsSync } from "node:fs";

const memory = "/dev/shm";
const enough = 3 * 2 ** 30;

/** Uses memory for temporary files if the machine has enough, so that a slow disk does not affect tests. */
export function preferMemory(): void {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= enough) process.env.TMPDIR = memory;
  } catch {
    // Without Linux's /dev/shm, the default folder is used.
  }
}
