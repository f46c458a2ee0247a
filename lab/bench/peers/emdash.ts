import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { findTestPort } from "../../../tests/support/port.ts";
import { processEnv } from "../../../tests/support/process-env.ts";
import { hasExited, startSite } from "../../../tests/support/site.ts";
import { sitePaths } from "../memory.ts";
import { median } from "../support/results.ts";
import { copyPeer, installPeer, peerEnv, runPeer } from "./peer-folder.ts";

const rounds = 7;
const root = join(import.meta.dirname, "../../..");
const node = join(root, "node_modules/.bin/node");

export interface StartCost {
  /** Milliseconds from the start of the process to the end of a post's page; medians. */
  ours: number;
  emdash: number;
}

/**
 * Measures the start of this build and of EmDash's blog template in turn. `template` is the folder
 * `templates/blog` of https://github.com/emdash-cms/emdash at the installed version.
 */
export async function measureEmDash(template: string): Promise<StartCost> {
  const folder = copyPeer("emdash", template);
  const own = await startSite({
    env: { BACKUP_EVERY: "off" },
    dataDir: `${folder}-ours`,
    copiesSample: true,
  });
  try {
    const path = (await sitePaths(own.url)).find((address) => address.startsWith("/blog/"));
    if (!path) throw new Error("The sample content has no post.");
    await own.stop();
    const post = await prepare(folder);
    const times: { ours: number[]; emdash: number[] } = { ours: [], emdash: [] };
    for (let round = 0; round < rounds; round += 1) {
      times.ours.push(await timeStart(root, ["start.js"], path, { DATA_DIR: own.dataDir }));
      times.emdash.push(await timeStart(folder, ["dist/server/entry.mjs"], post));
    }
    return { ours: median(times.ours), emdash: median(times.emdash) };
  } finally {
    await own.stop();
    for (const used of [folder, own.dataDir]) rmSync(used, { recursive: true });
  }
}

/** Installs and builds the template, fills its database, and returns the path of a post. */
async function prepare(folder: string): Promise<string> {
  const versions = JSON.parse(readFileSync(join(import.meta.dirname, "emdash/package.json"), "utf8"));
  const template = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...versions, emdash: template.emdash }));
  const config = join(folder, "astro.config.mjs");
  // The build would download these fonts; the start is the same without them.
  writeFileSync(config, readFileSync(config, "utf8").replace(/\n\tfonts: \[[\s\S]*?\n\t\],/, ""));
  const layout = join(folder, "src/layouts/Base.astro");
  writeFileSync(
    layout,
    readFileSync(layout, "utf8").replaceAll(/<Font [^>]*\/>|import \{ Font \} from "astro:assets";/g, ""),
  );
  await installPeer(folder, ["better-sqlite3"]);
  await runPeer(folder, "npx", ["emdash", "init"]);
  await runPeer(folder, "npx", ["emdash", "seed"]);
  await runPeer(folder, "npx", ["astro", "build"]);
  if (!existsSync(join(folder, "data.db"))) throw new Error("EmDash has no database after `emdash init`.");
  return findPost(join(folder, "seed/seed.json"));
}

function findPost(seed: string): string {
  const { content } = JSON.parse(readFileSync(seed, "utf8"));
  return `/posts/${content.posts[0].slug}`;
}

async function timeStart(
  folder: string,
  line: readonly string[],
  path: string,
  env: Record<string, string> = {},
): Promise<number> {
  const port = String(await findTestPort());
  const url = `http://127.0.0.1:${port}`;
  const startedAt = performance.now();
  const child = spawn(node, line, {
    cwd: folder,
    env: {
      ...processEnv,
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: port,
      PUBLIC_URL: url,
      ASTRO_TELEMETRY_DISABLED: peerEnv.ASTRO_TELEMETRY_DISABLED,
      ...env,
    },
    stdio: "ignore",
  });
  try {
    for (;;) {
      const answer = await fetch(url + path).catch(() => null);
      const html = answer?.ok ? await answer.text() : "";
      if (html.includes("</html>")) return performance.now() - startedAt;
      if (hasExited(child)) throw new Error(`The site in ${folder} stopped at its start.`);
      await pause(5);
    }
  } finally {
    if (!hasExited(child)) {
      child.kill();
      await once(child, "exit");
    }
  }
}
