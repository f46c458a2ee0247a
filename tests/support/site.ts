import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTestPort } from "./port.ts";
import { processEnv } from "./process-env.ts";

export interface RunningSite extends AsyncDisposable {
  url: string;
  dataDir: string;
  /** Milliseconds from start to the first request served. */
  readyAfter: number;
  process: ChildProcess;
  /** Output so far. */
  output(): string;
  /** Resident memory in MB. */
  memory(): number;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, "../..");
const node = join(root, "node_modules/.bin/node");

export interface SiteOptions {
  env?: Record<string, string>;
  dataDir?: string;
  port?: number;
  /** Folder of the installed product. */
  folder?: string;
  /** Starts with a copy of the sample site of this run, if there is one; otherwise the site fills itself. */
  copiesSample?: boolean;
}

/** Environment variable with the data folder of a site with the sample content, which `tests/run.ts` makes once. */
export const sampleFolderVariable = "TEST_SAMPLE_FOLDER";

/** Starts the built product of this or another folder on a free port, with a new data folder unless one is given. */
export async function startSite(options: SiteOptions = {}): Promise<RunningSite> {
  const port = options.port ?? (await findTestPort());
  return run(options, port, (env) =>
    spawn(node, ["start.js"], { cwd: options.folder ?? root, env, stdio: ["ignore", "pipe", "pipe"] }),
  );
}

/** Starts the product behind a socket that stays open across restarts by SIGHUP, as with a systemd socket unit. */
export async function startSocketActivatedSite(options: SiteOptions = {}): Promise<RunningSite> {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo; // it listens on TCP
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle; // Node has no public API for it
  const holder = join(root, "tests/support/socket-holder.ts");
  const site = run(options, port, (env) =>
    spawn(node, [holder, options.folder ?? root], { cwd: root, env, stdio: ["pipe", "pipe", "pipe", fd] }),
  );
  socket.close();
  return site;
}

async function run(
  options: SiteOptions,
  port: number,
  spawnProcess: (env: Record<string, string>) => ChildProcess,
): Promise<RunningSite> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "frontdesk-site-"));
  const sample = options.copiesSample && process.env[sampleFolderVariable];
  if (sample) cpSync(sample, dataDir, { recursive: true });
  const env = {
    ...processEnv,
    HOME: process.env.HOME ?? "",
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    ...options.env,
  };
  const startedAt = performance.now();
  const child = spawnProcess(env);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, () => output).catch((error) => {
    child.kill();
    throw error;
  });
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (!hasExited(child)) {
      child.kill(signal);
      await once(child, "exit");
    }
    if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    return child.exitCode;
  };
  return {
    url,
    dataDir,
    process: child,
    readyAfter: performance.now() - startedAt,
    output: () => output,
    memory: () => memoryOf(child.pid ?? 0),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let attempts = 0; attempts < 27_000; attempts += 1) {
    if (hasExited(child)) throw new Error(`The site stopped at its start:\n${output()}`);
    const response = await fetch(`${url}/readyz`).catch(() => null);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The site was not ready within nine minutes:\n${output()}`);
}

/** Resident memory from /proc on Linux; not measured elsewhere. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Whether a process has ended, also by a signal. */
export function hasExited({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
