/** Many short-lived objects are collected early instead of growing the heap; figures in docs/decisions/0015-memory.md. */
export const heapOptions = ["--max-semi-space-size=2"];

/** Read by glibc alone: one arena, and what is larger than 32 KB goes back to the system as soon as it is free. */
export const allocatorSettings = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "65536",
  MALLOC_TOP_PAD_: "0",
};
