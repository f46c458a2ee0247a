import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";

/**
 * Runs the built application; `run-built.js` puts it in its own place (docs/decisions/0001-node-as-a-dependency.md).
 * Plain JavaScript, because a process that has read one file of TypeScript keeps 18 MB of the reader for good.
 */
const folder = import.meta.dirname;
const program = join(folder, "build/server/index.js");
const deployerEnv = { ...process.env };
process.env.NODE_ENV = "production";

if (!existsSync(program)) fail('Nothing is built yet: start with "npm start", or run "npm run build" first.');
// Compiled code is read from here instead of being compiled at each start; the build fills it.
enableCompileCache(join(folder, "build/compile-cache"));
try {
  const { startSite } = await import(program);
  await startSite({ variables: deployerEnv, folder });
} catch (error) {
  fail(
    error instanceof Error
      ? "isPlain" in error
        ? error.message
        : (error.stack ?? error.message)
      : String(error),
  );
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
