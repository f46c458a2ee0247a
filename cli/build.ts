import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { precompress } from "#app/http/responses/compress.ts";
import { findFreePort } from "#app/platform/network.ts";
import { findUnexpected } from "#app/site/shell/compose-page.ts";
import { isManifest, siteManifest, writeSiteStart } from "#app/site/shell/site-manifest.ts";

/** `node cli/build.ts [--if-changed]`: bundles pages and server into build/, and compresses what browsers fetch. */
const folder = join(import.meta.dirname, "..");
const stamp = join(folder, "build/stamp");

const usage = `npm run build                    bundles pages and server into build/
npm run build -- --if-changed    only where something has changed since
`;

const given = process.argv.slice(2);
const unknown = given.find((part) => part !== "--if-changed");
if (unknown === "--help" || unknown === "-h") process.stdout.write(usage);
else if (unknown !== undefined) {
  process.stderr.write(`"${unknown}" is not known here.\n\n${usage}`);
  process.exitCode = 2;
} else if (given.length === 0 || !isFresh()) await build();

async function build(): Promise<void> {
  // One that is ended half-way leaves nothing that can be taken for whole.
  rmSync(stamp, { force: true });
  // On the Node that came along: the system's own, which its first line would take, may be too old.
  const reactRouter = join(folder, "node_modules/.bin/react-router");
  const { status, signal } = spawnSync(process.execPath, [reactRouter, "build"], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (signal === "SIGKILL" || signal === "SIGABRT") {
    process.stderr.write(
      "The build was ended before it was done, most likely because memory ran out: it takes up to 1.5 GB. Add swap, or build on another machine and copy the folder build/ here.\n",
    );
  }
  if (status !== 0) process.exit(status ?? 1);
  writeSiteManifest(join(folder, "build/client/assets"));
  await checkPage();
  await precompress(join(folder, "build/client"));
  writeFileSync(stamp, markOfBuild());
}

/** The same for the same build, wherever it was made. */
function markOfBuild(): string {
  const hash = createHash("sha256").update(
    globSync("build/client/assets/*", { cwd: folder }).toSorted().join("\n"),
  );
  return hash
    .update(readFileSync(join(folder, "build/server/index.js")))
    .digest("hex")
    .slice(0, 12);
}

/** Beside the list of all pages what starts a page of the site. */
function writeSiteManifest(assets: string): void {
  const manifests = globSync("manifest-*.js", { cwd: assets }).filter(isManifest);
  if (manifests.length !== 1)
    fail(`React Router has written ${manifests.length} lists of its pages instead of one.`);
  const read = (address: string) => readFileSync(join(assets, basename(address)), "utf8");
  for (const name of manifests)
    writeFileSync(join(assets, siteManifest(name)), writeSiteStart(read(name), read));
}

/** Starts what was built with a data folder of its own, and ends the build when a page is not made as it should be. */
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
  const site = spawn(process.execPath, ["server.ts"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let written = "";
  for (const stream of [site.stdout, site.stderr]) stream.on("data", (chunk) => (written += chunk));
  try {
    const page = await readPage(`${address}/about`, () => site.exitCode !== null);
    if (page === null) fail(`What was built does not answer:\n${written}`);
    const unexpected = findUnexpected(page);
    if (unexpected.length > 0)
      fail(
        `A page is not made as app/site/shell/compose-page.ts expects, after a change of React, React Router or Vite:\n${unexpected.join("\n")}`,
      );
  } finally {
    site.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** The page as soon as it is there; null when the site has ended, or is not there within two minutes. */
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

/** Whether nothing that goes into the build has changed since. */
function isFresh(): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = globSync(["app/**/*", "bundling/**/*", "public/**/*", "*.config.ts", "package-lock.json"], {
    cwd: folder,
  });
  return sources.every(
    (path) => (statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= built,
  );
}
