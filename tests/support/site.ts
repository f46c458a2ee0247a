import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface RunningSite extends AsyncDisposable {
  url: string;
  dataDir: string;
  /** Milliseconds from start to the first request served. */
  readyAfter: number;
  process: ChildProcess;
  /** What it has written so far. */
  output(): string;
  /** Resident memory in MB. */
  memory(): number;
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

const root = join(import.meta.dirname, "../..");

/** Starts the built product as a deployer does, or that of another folder, on a free port with a data folder of its own unless one is given. */
export async function startSite(
  options: { env?: Record<string, string>; dataDir?: string; port?: number; folder?: string } = {},
): Promise<RunningSite> {
  const port = options.port ?? (await freePort());
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "frontdesk-site-"));
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: process.env.HOME ?? "",
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATA_DIR: dataDir,
    ...options.env,
  };
  const startedAt = performance.now();
  const child = spawn(join(root, "node_modules/.bin/node"), ["server.ts"], {
    cwd: options.folder ?? root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (written += chunk));
  const url = `http://127.0.0.1:${port}`;
  await waitUntilReady(url, child, () => written);
  const stop = async (signal: NodeJS.Signals = "SIGTERM") => {
    if (child.exitCode === null && child.signalCode === null) {
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
    output: () => written,
    memory: () => memoryOf(child.pid ?? 0),
    stop,
    [Symbol.asyncDispose]: async () => void (await stop()),
  };
}

async function waitUntilReady(url: string, child: ChildProcess, output: () => string): Promise<void> {
  for (let tries = 0; tries < 9000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`The site stopped at its start:\n${output()}`);
    const answer = await fetch(`${url}/readyz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`The site was not ready within three minutes:\n${output()}`);
}

/** A port of loopback that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("No port could be had.");
  return address.port;
}

/** Linux says it in /proc; elsewhere it is not measured. */
function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
