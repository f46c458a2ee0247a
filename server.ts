import { join } from "node:path";

/**
 * Starts the product: the built application, or with `--dev` the sources, loaded and reloaded through Vite.
 * Only this file knows which; everything else is one world of modules.
 */
const folder = import.meta.dirname;
const isDevelopment = process.argv.includes("--dev");

if (Number.parseInt(process.versions.node, 10) < 24) {
  fail(
    `Frontdesk runs on Node 24 or newer, this is ${process.version}. "npm ci" brings it along; start with "npm start".`,
  );
}
const deployerEnv = { ...process.env };
process.env.NODE_ENV = isDevelopment ? "development" : "production";
try {
  await (isDevelopment ? startFromSources() : startFromBuild());
} catch (error) {
  fail(
    isPlain(error) ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error),
  );
}

async function startFromBuild(): Promise<void> {
  const { startSite } = await import(join(folder, "build/server/index.js"));
  await startSite({ variables: deployerEnv, folder });
}

async function startFromSources(): Promise<void> {
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
  return error instanceof Error && ["WrongSetting", "FolderTaken"].includes(error.name);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
