/**
 * Environment of a process that a test starts: PATH, and Node's compile cache (`tests/run.ts`), which saves a third of the time
 * of some hundred processes.
 */
export const processEnv: Readonly<Record<string, string>> = Object.fromEntries(
  ["PATH", "NODE_COMPILE_CACHE"].flatMap((name) => {
    const value = process.env[name];
    return value ? [[name, value]] : [];
  }),
);
