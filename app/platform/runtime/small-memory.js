// JavaScript, since loading TypeScript would delay the start of the built site.

/**
 * Node options that collect short-lived objects early instead of growing the heap;
 * see docs/decisions/0001-node-as-a-dependency.md.
 */
export const heapOptions = ["--max-semi-space-size=2"];

/** Settings of glibc: one arena; freed blocks above 32 KB return to the system at once. */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "65536",
  MALLOC_TOP_PAD_: "0",
};
