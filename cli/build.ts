import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { precompress } from "#app/http/compression/precompress.ts";
import { isManifest, keepSiteRoutes, siteManifest } from "#app/site/shell/site-manifest.ts";

/** `node cli/build.ts [--if-changed]`: bundles pages and server into build/, and compresses what browsers fetch. */
const folder = join(import.meta.dirname, "..");
const stamp = join(folder, "build/stamp");

if (!(process.argv.includes("--if-changed") && isFresh())) await build();

async function build(): Promise<void> {
  const { status, signal } = spawnSync(join(folder, "node_modules/.bin/react-router"), ["build"], {
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

/** Beside the list of all pages one of the site's alone. */
function writeSiteManifest(assets: string): void {
  for (const name of globSync("manifest-*.js", { cwd: assets }).filter(isManifest))
    writeFileSync(join(assets, siteManifest(name)), keepSiteRoutes(readFileSync(join(assets, name), "utf8")));
}

/** Whether nothing that goes into the build has changed since. */
function isFresh(): boolean {
  const built = statSync(stamp, { throwIfNoEntry: false })?.mtimeMs;
  if (built === undefined) return false;
  const sources = globSync(["app/**/*", "public/**/*", "*.config.ts", "package-lock.json"], { cwd: folder });
  return sources.every(
    (path) => (statSync(join(folder, path), { throwIfNoEntry: false })?.mtimeMs ?? Infinity) <= built,
  );
}
