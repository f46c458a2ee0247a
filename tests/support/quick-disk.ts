import { accessSync, constants, statfsSync } from "node:fs";

const memory = "/dev/shm";
const enough = 3 * 2 ** 30;

/** Puts what tests write and throw away into memory where a machine lends enough of it: a slow disk decides no test. */
export function preferMemory(): void {
  try {
    accessSync(memory, constants.W_OK);
    const { bavail, bsize } = statfsSync(memory);
    if (bavail * bsize >= enough) process.env.TMPDIR = memory;
  } catch {
    // Not a Linux, or nothing to be had: the usual folder serves as well.
  }
}
