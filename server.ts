import { join } from "node:path";
import { allocatorSettings, heapOptions } from "./app/platform/small-memory.ts";

/**
 * Starts the product: the built application, or with `--dev` the sources, loaded and reloaded through Vite.
 * Only this file knows which; everything else is one world of modules.
 */
const folder = import.meta.dirname;

const usage = `npm start     serves what was built, and builds it first where something has changed
npm run dev   serves the sources, and loads them anew as they change
Everything else is said by variables: README.md, "Configuration"
`;

const given = process.argv.slice(2);
if (given.some((part) => part === "--help" || part === "-h")) {
  process.stdout.write(usage);
  process.exit(0);
}
const unknown = given.find((part) => part !== "--dev");
if (unknown !== undefined) {
  process.stderr.write(`"${unknown}" is not known here.\n\n${usage}`);
  process.exit(2);
}
const isDevelopment = given.includes("--dev");

// What it writes is for its own user's eyes; whoever needs other rights gives them.
process.umask(0o077);
try {
  await (isDevelopment ? startFromSources() : startFromBuild());
} catch (error) {
  fail(
    isPlain(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}

/**
 * The built application takes the place of this process: same number, same signals, no parent that waits. Only thus can the
 * memory settings be given whichever way the site was started, since the C library reads them at the start of a process.
 */
async function startFromBuild(): Promise<void> {
  const program = join(folder, "start-built.js");
  if (process.platform === "linux" && process.execve) {
    process.execve(process.execPath, [process.execPath, ...heapOptions, ...process.execArgv, program], {
      ...allocatorSettings,
      ...process.env,
    });
  }
  await import(program);
}

async function startFromSources(): Promise<void> {
  const deployerEnv = { ...process.env };
  process.env.NODE_ENV = "development";
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error("Vite gave no environment that runs server code.");
  const { startSite } = await ssr.runner.import("/app/start.ts");
  await startSite({
    variables: { ...deployerEnv, NODE_ENV: "development" },
    folder,
    before: vite.middlewares,
  });
}

/** Errors that are meant for the deployer: one line that says what to do. */
function isPlain(error: unknown): error is Error {
  return error instanceof Error && "isPlain" in error;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
