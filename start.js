// @ts-check
import { existsSync } from "node:fs";
import nodeModule from "node:module";
import { join } from "node:path";

/**
 * `node start.js [--dev]`: starts the built application, or the sources with `--dev`; app/server/start.ts does the rest.
 * JavaScript, since a Node older than 24 must print a message, and reading TypeScript costs 18 MB of memory.
 */
const folder = import.meta.dirname;

const usage = `npm start     serves the built application, and rebuilds it first if sources changed
npm run dev   serves the sources, and reloads them on changes
Environment variables configure everything else: docs/configuration.md
`;

if (Number.parseInt(process.versions.node, 10) < 24) {
  fail(
    `Frontdesk needs Node 24 or newer, this is ${process.version}. "npm ci" installs it; start with "npm start".`,
  );
}
const given = process.argv.slice(2);
if (given.some((part) => part === "--help" || part === "-h")) {
  process.stdout.write(usage);
  process.exit(0);
}
const unknown = given.find((part) => part !== "--dev");
if (unknown !== undefined) fail(`Unknown argument "${unknown}".\n\n${usage.trimEnd()}`, 2);

// Files that the site writes are readable by its own user only.
process.umask(0o077);
try {
  await (given.includes("--dev") ? startFromSources() : startBuilt());
} catch (error) {
  fail(describeError(error));
}

/** Restarts this process with the memory settings once, then runs the built application. */
async function startBuilt() {
  const { hasMemorySettings, replaceProcess } = await import("./app/platform/runtime/small-memory.js");
  if (!hasMemorySettings()) replaceProcess([import.meta.filename]);
  const deployerEnv = { ...process.env };
  process.env.NODE_ENV = "production";
  const program = join(folder, "build/server/index.js");
  if (!existsSync(program))
    fail('Nothing is built yet: start with "npm start", or run "npm run build" first.');
  // The build fills this cache, so that no start compiles the code again.
  nodeModule.enableCompileCache(join(folder, "build/compile-cache"));
  const { startSite } = await import(program);
  await startSite({ variables: deployerEnv, folder });
}

/** Runs the sources through Vite, which reloads them as they change. */
async function startFromSources() {
  const deployerEnv = { ...process.env };
  process.env.NODE_ENV = "development";
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error("Vite has no environment that runs server code.");
  const { startSite } = await ssr.runner.import("/app/server/start.ts");
  await startSite({
    variables: { ...deployerEnv, NODE_ENV: "development" },
    folder,
    before: vite.middlewares,
  });
}

/**
 * Returns the message alone of an error with instructions for the deployer, and the stack of others.
 * @param {unknown} error
 */
function describeError(error) {
  if (!(error instanceof Error)) return String(error);
  return "isPlain" in error ? error.message : (error.stack ?? error.message);
}

/**
 * @param {string} message
 * @returns {never}
 */
function fail(message, code = 1) {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}
