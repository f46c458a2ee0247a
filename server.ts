import { runBuilt } from "./run-built.js";

/** Starts the built application, or with `--dev` the sources, which Vite loads and reloads. */
const folder = import.meta.dirname;

const usage = `npm start     serves the built application, and rebuilds it first if sources changed
npm run dev   serves the sources, and reloads them on changes
Environment variables configure everything else: docs/configuration.md
`;

const given = process.argv.slice(2);
if (given.some((part) => part === "--help" || part === "-h")) {
  process.stdout.write(usage);
  process.exit(0);
}
const unknown = given.find((part) => part !== "--dev");
if (unknown !== undefined) {
  process.stderr.write(`Unknown argument "${unknown}".\n\n${usage}`);
  process.exit(2);
}
const isDevelopment = given.includes("--dev");

// Files that the site writes are readable by its own user only.
process.umask(0o077);
try {
  await (isDevelopment ? startFromSources() : runBuilt());
} catch (error) {
  fail(
    isPlain(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}

async function startFromSources(): Promise<void> {
  const deployerEnv = { ...process.env };
  process.env.NODE_ENV = "development";
  const { createServer, isRunnableDevEnvironment } = await import("vite");
  const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
  const { ssr } = vite.environments;
  if (!ssr || !isRunnableDevEnvironment(ssr))
    throw new Error("Vite provided no environment that runs server code.");
  const { startSite } = await ssr.runner.import("/app/server/start.ts");
  await startSite({
    variables: { ...deployerEnv, NODE_ENV: "development" },
    folder,
    before: vite.middlewares,
  });
}

/** Whether an error has a one-line message with instructions for the deployer. */
function isPlain(error: unknown): error is Error {
  return error instanceof Error && "isPlain" in error;
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
