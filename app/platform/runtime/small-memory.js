// JavaScript, since loading TypeScript would delay the start of the built site.

/**
 * Node options that collect short-lived objects early instead of growing the heap;
 * see docs/decisions/0001-node-as-a-dependency.md.
 */
const heapOptions = ["--max-semi-space-size=2"];

/** Settings of glibc: one arena; freed blocks above 32 KB return to the system at once. */
const allocatorSettings = {
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "65536",
  MALLOC_TOP_PAD_: "0",
};

/** Whether this process has the memory settings, also where the deployer chose other values. */
export function hasMemorySettings() {
  return (
    heapOptions.every((option) => process.execArgv.includes(option)) &&
    Object.keys(allocatorSettings).every((name) => name in process.env)
  );
}

/**
 * Replaces this process by Node with the memory settings, which only apply at its start; process id and signals stay.
 * Returns where the system can't do this.
 * @param {readonly string[]} program path and arguments
 */
export function replaceProcess(program) {
  if (process.platform !== "linux" || !process.execve) return;
  process.execve(process.execPath, [process.execPath, ...heapOptions, ...process.execArgv, ...program], {
    ...allocatorSettings,
    ...process.env,
  });
}
