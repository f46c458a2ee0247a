import { accessSync, constants, statfsSync } from "node:fs";

const memoryFolder = "/dev/shm";
const minFreeBytes = 3 * 2 ** 30;

/** Uses memory for temporary files if the machine has enough, so that a slow disk does not affect tests. */
export function preferMemory(): void {
  try {
    accessSync(memoryFolder, constants.W_OK);
    const { bavail, bsize } = statfsSync(memoryFolder);
    if (bavail * bsize >= minFreeBytes) process.env.TMPDIR = memoryFolder;
  } catch {
    // Without Linux's /dev/shm, the default folder is used.
  }
}
