import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { precompress } from "#app/platform/http/responses/compress.ts";
import { findFreePort } from "#app/platform/runtime/network.ts";

/** `node cli/build.ts [--if-changed]`: bundles pages and server into build/, and compresses assets for browsers. */
const folder = join(import.meta.dirname, "..");
const stamp = join(folder, "build/stamp");

/** A smaller young generation than Node's 16 MB collects garbage earlier. */
const bundlerHeapOptions = ["--max-semi-space-size=4"];

/**
 * Rolldown's allocator returns freed memory at once and reserves none ahead; see mimalloc's "Environment options".
 * Fewer worker threads use less memory.
 */
const bundlerSettings = {
  MIMALLOC_PURGE_DELAY: "0",
  MIMALLOC_ALLOW_THP: "0",
  MIMALLOC_ARENA_EAGER_COMMIT: "0",
  ROLLDOWN_WORKER_THREADS: "1",
  RAYON_NUM_THREADS: "1",
};

const usage = `npm run build                    bundles pages and server into build/
npm run build -- --if-changed    only if a source has changed since the last build
`;

const given = process.argv.slice(2);
const unknown = given.find((part) => part !== "--if-changed");
if (unknown === "--help" || unknown === "-h") process.stdout.write(usage);
else if (unknown !== undefined) {
  process.stderr.write(`Unknown argument "${unknown}".\n\n${usage}`);
  process.exitCode = 2;
} else if (given.length === 0 || !isUpToDate()) await build();

async function build(): Promise<void> {
  // Deletes the stamp first: an interrupted build must not count as complete.
  rmSync(stamp, { force: true });
  rmSync(join(folder, "build"), { recursive: true, force: true });
  await bundle("client");
  await Promise.all([
    // This bundle reads the client's manifest.
    bundle("ssr"),
    bundle("islands").then(compressClient),
  ]);
  // The bundle of the server adds a manifest for browsers.
  await compressClient();
  for (const manifest of ["client/.vite/manifest.json", "server/.vite"])
    rmSync(join(folder, "build", manifest), { recursive: true });
  await checkPage();
  writeFileSync(stamp, hashBuild());
}

function compressClient(): Promise<void> {
  return precompress(join(folder, "build/client"));
}

/** Runs one bundler in its own process, which frees its memory before the next one starts. */
async function bundle(part: "client" | "ssr" | "islands"): Promise<void> {
  const bundler = spawn(process.execPath, [...bundlerHeapOptions, "cli/build-environment.ts", part], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...bundlerSettings, ...process.env, NODE_ENV: "production" },
  });
  await once(bundler, "exit");
  const { exitCode, signalCode } = bundler;
  if (signalCode === "SIGKILL" || signalCode === "SIGABRT") {
    process.stderr.write(
      "The build was killed, most likely because memory ran out: it needs up to 800 MB. Add swap, or build on another machine and copy the folder build/ here.\n",
    );
  }
  if (exitCode !== 0) process.exit(exitCode ?? 1);
}

/** Hash of the build, equal on every machine. */
function hashBuild(): string {
  const hash = createHash("sha256").update(
    globSync("build/client/assets/*", { cwd: folder }).toSorted().join("\n"),
  );
  return hash
    .update(readFileSync(join(folder, "build/server/index.js")))
    .digest("hex")
    .slice(0, 12);
}

/** Starts the built site with a temporary data folder; fails the build if the page is missing or links style sheets. */
async function checkPage(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), "frontdesk-build-"));
  const port = await findFreePort();
  const address = `http://127.0.0.1:${port}`;
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    PORT: String(port),
    HOST: "127.0.0.1",
    PUBLIC_URL: address,
    DATA_DIR: dataDir,
    SAMPLE_CONTENT: "off",
  };
  const site = spawn(process.execPath, ["start.js"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [site.stdout, site.stderr]) stream.on("data", (chunk) => (written += chunk));
  try {
    const page = await readPage(`${address}/login`, () => site.exitCode !== null);
    if (page === null) fail(`The built site does not answer:\n${written}`);
    if (!page.includes("<style data-sheet="))
      fail(
        "The style sheets of a page are still linked: React or Vite writes links differently from what app/site/shell/compose-page.ts expects.",
      );
  } finally {
    await stop(site);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Stops the site cleanly, because Node writes its compile cache when a process exits. */
async function stop(site: ChildProcess): Promise<void> {
  if (site.exitCode !== null || site.signalCode !== null) return;
  site.kill("SIGTERM");
  await once(site, "exit");
}

/** First successful answer of the page; null if the site exits or does not answer within two minutes. */
async function readPage(address: string, hasEnded: () => boolean): Promise<string | null> {
  const until = Date.now() + 120_000;
  while (Date.now() < until && !hasEnded()) {
    const answer = await fetch(address).catch(() => null);
    if (answer?.ok) return answer.text();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}

function fail(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}

/** Whether the build is newer than all its sources. */
function isUpToDate(): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = globSync(["app/**/*", "public/**/*", "*.config.ts", "package-lock.json"], {
    cwd: folder,
  });
  return sources.every(
    (path) => (statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= built,
  );
}
