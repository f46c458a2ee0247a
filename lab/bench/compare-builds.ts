import { execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { findTestPort } from "../../tests/support/port.ts";
import { processEnv } from "../../tests/support/process-env.ts";
import { hasExited } from "../../tests/support/site.ts";
import { measureBlocking, measureWeight } from "./first-visit.ts";
import { measureFirstTaps } from "./interactions.ts";
import { readPages, residentOf, sitePaths } from "./memory.ts";
import { median, table, writeResults } from "./support/results.ts";
import { runMeasured } from "./support/run-measured.ts";
import { writeWordPressFile } from "./support/wordpress-file.ts";

/**
 * `npm run bench:builds OLD_FOLDER [part …]`: measures this build and an older one, both installed and built, in one run.
 * Parts are build, start, cache, weight, blocking, taps, render and import; only a run of all parts is stored.
 */
const here = join(import.meta.dirname, "../..");
const [oldArgument, ...parts] = process.argv.slice(2);
if (!oldArgument) throw new Error("Name the folder of the older build.");
const builds = { old: resolve(oldArgument), new: here };
const node = join(here, "node_modules/.bin/node");
const runFile = promisify(execFile);

/** Value of both builds; smaller is better unless the name states otherwise. */
interface Figure {
  name: string;
  old: number;
  new: number;
  unit: string;
}

/** Requests before memory is measured. */
const requests = 20_000;

/** Folder for a filled data folder of each build; `BENCH_DATA` names one that later runs reuse. */
const filledRoot = process.env.BENCH_DATA ?? mkdtempSync(join(tmpdir(), "frontdesk-filled-"));

/** Size of the page cache of both builds in bytes. */
const cacheSize = 32 * 1024 * 1024;

const figures: Figure[] = [];
for (const [part, measure] of Object.entries({
  build: measureBuilds,
  start: measureStarts,
  cache: measureCache,
  weight: measureFirstVisits,
  blocking: measureMainThread,
  taps: measureTaps,
  render: measureRenders,
  import: measureImports,
}))
  if (parts.length === 0 || parts.includes(part)) figures.push(...(await measure()));
if (!process.env.BENCH_DATA) rmSync(filledRoot, { recursive: true });

const text = table(
  ["measurement", "old", "new", "new ÷ old"],
  figures.map((figure) => [
    figure.name,
    `${round(figure.old)} ${figure.unit}`.trim(),
    `${round(figure.new)} ${figure.unit}`.trim(),
    (figure.new / figure.old).toFixed(2),
  ]),
);
const note = `The older build is ${await findCommit(builds.old)}.`;
if (parts.length > 0) process.stdout.write(`${text}\n\n${note}\n`);
else writeResults([{ name: "compare-builds", title: "This build compared with an older one", text, note }]);

/** Commit of a build, or its folder if git does not know it. */
async function findCommit(folder: string): Promise<string> {
  return runFile("git", ["rev-parse", "--short", "HEAD"], { cwd: folder }).then(
    ({ stdout }) => stdout.trim(),
    () => folder,
  );
}

function round(value: number): string {
  return value < 10 && !Number.isInteger(value) ? value.toFixed(2) : Math.round(value).toLocaleString("en");
}

/** Measures the builds in turn, so that changes of the machine's speed affect both. */
async function measureInTurn<Result>(
  rounds: number,
  measure: (folder: string) => Promise<Result>,
): Promise<{ old: Result[]; new: Result[] }> {
  const results: { old: Result[]; new: Result[] } = { old: [], new: [] };
  for (let at = 0; at < rounds; at += 1)
    for (const build of ["old", "new"] as const) results[build].push(await measure(builds[build]));
  return results;
}

function medians<Result>(
  name: string,
  unit: string,
  results: { old: Result[]; new: Result[] },
  select: (result: Result) => number,
): Figure {
  return {
    name,
    unit,
    old: median(results.old.map(select)),
    new: median(results.new.map(select)),
  };
}

async function measureBuilds(): Promise<Figure[]> {
  const results = await measureInTurn(3, async (folder) => {
    const startedAt = performance.now();
    const child = spawn(node, ["cli/build.ts"], { cwd: folder, env: processEnv, stdio: "ignore" });
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, residentOf(child.pid ?? 0));
    }, 50);
    const [code] = await once(child, "exit");
    clearInterval(timer);
    if (code !== 0) throw new Error(`The build in ${folder} ended with ${code}.`);
    return { seconds: (performance.now() - startedAt) / 1000, peak };
  });
  return [
    medians("build time", "s", results, ({ seconds }) => seconds),
    medians("peak memory of the build", "MB", results, ({ peak }) => peak),
  ];
}

/** Starts on a data folder filled by an earlier start. */
async function measureStarts(): Promise<Figure[]> {
  const results = await measureInTurn(7, async (folder) => {
    const dataDir = await copyFilled(folder);
    const site = await start(folder, dataDir);
    await pause(1000);
    const memory = residentOf(site.pid);
    await site.stop();
    rmSync(dataDir, { recursive: true });
    return { first: site.firstPageAfter, memory };
  });
  const loaded = await measureInTurn(3, async (folder) => {
    const dataDir = await copyFilled(folder);
    const site = await start(folder, dataDir);
    const paths = await sitePaths(site.url);
    await readPages(site, paths.slice(0, 60), { requests, encoding: "br" });
    const memory = residentOf(site.pid);
    await site.stop();
    rmSync(dataDir, { recursive: true });
    return memory;
  });
  return [
    medians("time from start to first page", "ms", results, ({ first }) => first),
    medians("memory after start", "MB", results, ({ memory }) => memory),
    medians(`memory after ${requests.toLocaleString("en")} requests`, "MB", loaded, (memory) => memory),
  ];
}

/** Copies the data folder of a build with its sample content, which its first start fills. */
async function copyFilled(folder: string): Promise<string> {
  mkdirSync(filledRoot, { recursive: true });
  const filled = join(filledRoot, folder === builds.old ? "old" : "new");
  if (!existsSync(filled)) {
    const dataDir = mkdtempSync(join(filledRoot, "filling-"));
    await (await start(folder, dataDir)).stop();
    renameSync(dataDir, filled);
  }
  const copy = mkdtempSync(join(tmpdir(), "frontdesk-compared-"));
  cpSync(filled, copy, { recursive: true });
  return copy;
}

/** Requests every page of the sitemap once; for the old build, the navigation data too. */
async function measureCache(): Promise<Figure[]> {
  const token = randomBytes(16).toString("hex");
  const results = await onSites(
    1,
    async (site, folder) => {
      const paths = await sitePaths(site.url);
      await readPages(site, paths, { requests: paths.length, encoding: "br" });
      const documents = await readCacheStats(site, token);
      const data = paths.map((path) => (path === "/" ? "/_.data" : `${path}.data`));
      // The new browser code navigates with documents, the old one with navigation data.
      if (folder === builds.old) await readPages(site, data, { requests: data.length, encoding: "br" });
      const all = await readCacheStats(site, token);
      const countThatFit = (bytes: number) => Math.floor((cacheSize * paths.length) / bytes);
      return {
        pages: paths.length,
        cached: documents.pages,
        documents: documents.bytes / paths.length / 1000,
        fitDocuments: countThatFit(documents.bytes),
        fit: countThatFit(all.bytes),
      };
    },
    { METRICS_TOKEN: token },
  );
  const size = `${cacheSize / 1024 / 1024} MB`;
  return [
    medians("pages in the sitemap", "", results, ({ pages }) => pages),
    medians("cached responses after one request per page", "", results, ({ cached }) => cached),
    medians("cache memory per document", "KB", results, ({ documents }) => documents),
    medians(
      `pages that fit in ${size} of cache, documents only`,
      "",
      results,
      ({ fitDocuments }) => fitDocuments,
    ),
    medians(`pages that fit in ${size} of cache, with navigation data`, "", results, ({ fit }) => fit),
  ];
}

async function readCacheStats(site: Started, token: string): Promise<{ pages: number; bytes: number }> {
  const answer = await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });
  const metrics = await answer.text();
  const read = (name: string) => {
    const value = new RegExp(`^frontdesk_${name} (\\d+)`, "m").exec(metrics)?.[1];
    if (value === undefined) throw new Error(`/metrics of the site has no frontdesk_${name}.`);
    return Number(value);
  };
  return { pages: read("cache_pages"), bytes: read("cache_bytes") };
}

interface Started {
  url: string;
  pid: number;
  /** Milliseconds from start to the end of the first page. */
  firstPageAfter: number;
  stop(): Promise<void>;
}

async function start(folder: string, dataDir: string, env: Record<string, string> = {}): Promise<Started> {
  const port = await findTestPort();
  const entry = existsSync(join(folder, "start.js")) ? "start.js" : "server.ts";
  const startedAt = performance.now();
  const child = spawn(join(folder, "node_modules/.bin/node"), [entry], {
    cwd: folder,
    env: {
      ...processEnv,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: dataDir,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...env,
    },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(url).catch(() => null);
    if (answer?.ok) {
      await answer.text();
      break;
    }
    if (hasExited(child)) throw new Error(`The site in ${folder} stopped at its start.`);
    await pause(5);
  }
  return {
    url,
    pid: child.pid ?? 0,
    firstPageAfter: performance.now() - startedAt,
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Runs a measurement on a started site of each build. */
async function onSites<Result>(
  rounds: number,
  measure: (site: Started, folder: string) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<{ old: Result[]; new: Result[] }> {
  const dataDirs = new Map<string, string>();
  const results = await measureInTurn(rounds, async (folder) => {
    const dataDir = dataDirs.get(folder) ?? (await copyFilled(folder));
    dataDirs.set(folder, dataDir);
    const site = await start(folder, dataDir, env);
    try {
      return await measure(site, folder);
    } finally {
      await site.stop();
    }
  });
  for (const dataDir of dataDirs.values()) rmSync(dataDir, { recursive: true });
  return results;
}

/** Paths of the first entry of each list in the sitemap. */
async function findPages(site: Started): Promise<{ post: string; caseStudy: string }> {
  const paths = await sitePaths(site.url);
  const first = (area: string) => paths.find((path) => path.startsWith(`/${area}/`)) ?? `/${area}`;
  return { post: first("blog"), caseStudy: first("portfolio") };
}

async function measureFirstVisits(): Promise<Figure[]> {
  const results = await onSites(1, async (site) => {
    const { post, caseStudy } = await findPages(site);
    return measureWeight(site.url, ["/", post, caseStudy, "/contact", "/login"]);
  });
  const names = ["home", "post", "case study", "contact", "sign-in"];
  return names.flatMap((name, at) => [
    medians(`first visit to ${name}: script`, "KB", results, (rows) => (rows[at]?.script ?? 0) / 1000),
    medians(`first visit to ${name}: requests`, "", results, (rows) => rows[at]?.requests ?? 0),
  ]);
}

async function measureMainThread(): Promise<Figure[]> {
  const results = await onSites(1, async (site) => {
    const { post, caseStudy } = await findPages(site);
    return measureBlocking(site.url, ["/", "/blog", post, caseStudy, "/contact"], 5);
  });
  return ["home", "list of posts", "post", "case study", "contact"].flatMap((name, at) => [
    medians(
      `total blocking time, CPU time × 4: ${name}`,
      "ms",
      results,
      (rows) => rows[at]?.blocked ?? Number.NaN,
    ),
    medians(`longest task, CPU time × 4: ${name}`, "ms", results, (rows) => rows[at]?.longest ?? Number.NaN),
  ]);
}

async function measureTaps(): Promise<Figure[]> {
  const results = await onSites(5, async (site) =>
    measureFirstTaps(site.url, (await findPages(site)).caseStudy),
  );
  const names = results.new[0]?.map(({ element }) => element) ?? [];
  return names.map((name, at) =>
    medians(
      `response to first tap, 4× CPU slowdown: ${name}`,
      "ms",
      results,
      (taps) => taps[at]?.answered ?? 0,
    ),
  );
}

/** Runs the render benchmark of the old build in its own process. */
async function measureRenders(): Promise<Figure[]> {
  const paths = ["/", "/blog", "/services", "/about", "/contact"];
  const results = await measureInTurn(3, async (folder) => {
    // Older builds have their benchmarks in `bench/`.
    const bench = existsSync(join(folder, "lab")) ? "lab/bench/render.ts" : "bench/render.ts";
    const program = `import { measureRender } from ${JSON.stringify(join(folder, bench))};
      process.stdout.write("\\n" + JSON.stringify(await measureRender(${JSON.stringify(paths)})));`;
    const { stdout } = await runFile(node, ["--input-type=module", "--eval", program], {
      cwd: folder,
      env: { ...processEnv, NODE_ENV: "production" },
      maxBuffer: 1e8,
    });
    const costs: { cpu: number }[] = JSON.parse(stdout.trim().split("\n").at(-1) ?? "[]");
    return costs.map(({ cpu }) => cpu);
  });
  return paths.map((path, at) =>
    medians(`uncached render of ${path}`, "ms", results, (costs) => costs[at] ?? 0),
  );
}

/** Imports 20,000 WordPress items without pictures, which both builds encode alike. */
async function measureImports(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), "frontdesk-import-"));
  const path = join(folder, "wordpress.xml");
  writeWordPressFile(path, 20_000);
  const results = await measureInTurn(3, async (build) => {
    const data = mkdtempSync(join(folder, "data-"));
    const measured = await runMeasured(["cli/small.ts", "import", path], { DATA_DIR: data }, build);
    rmSync(data, { recursive: true });
    return measured;
  });
  rmSync(folder, { recursive: true });
  return [
    medians("import of 20,000 WordPress items", "s", results, ({ seconds }) => seconds),
    medians("peak memory of this import", "MB", results, ({ peakMb }) => peakMb),
  ];
}
