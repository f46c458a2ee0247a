import { execFile, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../../tests/support/chromium.ts";
import { mobileConnection } from "../../tests/support/mobile-connection.ts";
import { median } from "./support/results.ts";
import { findPaint, readTaskTimes, startTrace } from "./support/trace.ts";

export interface Weight {
  path: string;
  requests: number;
  /** Number of pictures among the requests. */
  pictures: number;
  /** Bytes over the wire, with bodies compressed. */
  html: number;
  script: number;
  style: number;
  font: number;
  image: number;
}

/** Milliseconds without requests after which a loaded page counts as complete. */
const quietAfter = 2500;

/** Transfer of a first visit to each page by a phone on 4G, in Chromium with Brotli, until the network is quiet. */
export async function measureWeight(site: string, paths: readonly string[]): Promise<Weight[]> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const weights: Weight[] = [];
    for (const path of paths)
      weights.push(
        await measureTransfer(
          await browser.newContext({ viewport: { width: 360, height: 740 }, isMobile: true }),
          site,
          path,
        ),
      );
    return weights;
  } finally {
    await browser.close();
  }
}

async function measureTransfer(
  context: Awaited<ReturnType<Awaited<ReturnType<typeof chromium.launch>>["newContext"]>>,
  site: string,
  path: string,
): Promise<Weight> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", mobileConnection);
  const bytes = { html: 0, script: 0, style: 0, font: 0, image: 0 };
  const weight: Weight = { path, requests: 0, pictures: 0, ...bytes };
  const kinds = new Map<string, keyof typeof bytes>();
  const names = {
    Document: "html",
    Script: "script",
    Stylesheet: "style",
    Font: "font",
    Image: "image",
  } as const;
  const requested = new Set<string>();
  devtools.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (!request.url.startsWith("data:")) requested.add(requestId);
  });
  devtools.on("Network.responseReceived", ({ requestId, type }) => {
    const name = Object.entries(names).find(([key]) => key === type)?.[1];
    if (name) kinds.set(requestId, name);
  });
  devtools.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    if (!requested.has(requestId)) return;
    weight.requests += 1;
    const kind = kinds.get(requestId);
    if (kind) weight[kind] += encodedDataLength;
    if (kind === "image") weight.pictures += 1;
  });
  await page.goto(site + path, { waitUntil: "load" });
  await page.waitForTimeout(quietAfter);
  await context.close();
  return weight;
}

export interface Blocking {
  path: string;
  /** Total blocking time after the first contentful paint in milliseconds (beyond 50 per task); median of the loads. */
  blocked: number;
  /** Longest such task in milliseconds; median of the loads. */
  longest: number;
  isInteractive: boolean;
}

/** Factor for CPU times, which stand for a phone; unlike a slowed clock, they exclude other work on the machine. */
const slowdown = 4;
const maxTask = 50;

/** Blocking time of each page on a phone's main thread, in Chromium, over several first visits. */
export async function measureBlocking(
  site: string,
  paths: readonly string[],
  loads = 5,
): Promise<Blocking[]> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  const visit = async (path: string) => {
    const context = await browser.newContext({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
      hasTouch: true,
    });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    const trace = await startTrace(devtools);
    await page.goto(site + path, { waitUntil: "load" });
    await page.waitForTimeout(4000);
    const isInteractive = await page.evaluate(() => performance.getEntriesByName("interactive").length > 0);
    const events = await trace();
    const { start, paint } = findPaint(events, site + path);
    const tasks = readTaskTimes(events, start, paint.ts).map((ms) => ms * slowdown);
    await context.close();
    return { tasks, isInteractive };
  };
  try {
    const rows: Blocking[] = [];
    for (const path of paths) {
      const visits = [];
      for (let at = 1; at <= loads; at += 1) {
        const load = await visit(path);
        const longest = Math.round(Math.max(0, ...load.tasks));
        process.stdout.write(`${site}${path} ${at}/${loads}: longest task ${longest} ms\n`);
        visits.push(load);
      }
      const blockingOf = (tasks: number[]) => tasks.reduce((sum, ms) => sum + Math.max(0, ms - maxTask), 0);
      rows.push({
        path,
        blocked: median(visits.map(({ tasks }) => blockingOf(tasks))),
        longest: median(visits.map(({ tasks }) => Math.max(0, ...tasks))),
        isInteractive: visits.every(({ isInteractive }) => isInteractive),
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

/** Medians of several loads. */
export interface Audit {
  path: string;
  performance: number;
  accessibility: number;
  bestPractices: number;
  seo: number;
  /** Milliseconds. */
  lcp: number;
  cls: number;
  tbt: number;
  /** Audits below full score in the median load. */
  deductions: string[];
}

/** Runs Lighthouse as a mid-range phone on slow 4G on each page in turn, several times. */
export async function auditPages(site: string, paths: readonly string[], loads = 5): Promise<Audit[]> {
  const port = 19_000 + Math.floor(Math.random() * 2000);
  const profile = mkdtempSync(join(tmpdir(), "frontdesk-lighthouse-"));
  const browser = spawn(
    needChromium(),
    [
      "--headless=new",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      "--disable-gpu",
      // The site has a self-signed certificate.
      "--ignore-certificate-errors",
      ...chromiumArguments,
      "about:blank",
    ],
    { stdio: "ignore", detached: true },
  );
  try {
    await waitFor(`http://127.0.0.1:${port}/json/version`);
    const audits: Audit[] = [];
    for (const path of paths) {
      const found: Audit[] = [];
      for (let load = 0; load < loads; load += 1) {
        const audit = await auditPage(site, path, port);
        const { performance, tbt, cls } = audit;
        process.stdout.write(
          `${path} ${load + 1}/${loads}: performance ${performance}, TBT ${tbt} ms, CLS ${cls.toFixed(3)}\n`,
        );
        found.push(audit);
      }
      audits.push(medianOf(found));
    }
    return audits;
  } finally {
    // Debian starts Chromium from a shell script, so the whole process group must be killed.
    if (browser.pid) process.kill(-browser.pid);
  }
}

function medianOf(audits: readonly Audit[]): Audit {
  const of = (figure: (one: Audit) => number) => median(audits.map(figure));
  const middle = audits.toSorted((a, b) => a.performance - b.performance)[Math.floor(audits.length / 2)];
  return {
    path: middle?.path ?? "",
    performance: of((one) => one.performance),
    accessibility: of((one) => one.accessibility),
    bestPractices: of((one) => one.bestPractices),
    seo: of((one) => one.seo),
    lcp: of((one) => one.lcp),
    cls: of((one) => one.cls),
    tbt: of((one) => one.tbt),
    deductions: middle?.deductions ?? [],
  };
}

/** Used fields of Lighthouse's JSON report. */
interface LighthouseReport {
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
  audits: Record<string, { score: number | null; numericValue?: number; displayValue?: string }>;
}

const lighthouse = join(import.meta.dirname, "../node_modules/.bin/lighthouse");

async function auditPage(site: string, path: string, port: number): Promise<Audit> {
  // The command instead of the module, so that types check without the lab's packages.
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [
      lighthouse,
      site + path,
      `--port=${port}`,
      "--output=json",
      "--quiet",
      "--no-enable-error-reporting",
      "--only-categories=performance,accessibility,best-practices,seo",
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { categories, audits }: LighthouseReport = JSON.parse(stdout);
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const deductions = Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id} ${audits[id]?.displayValue ?? ""}`.trim()),
  );
  return {
    path,
    performance: score("performance"),
    accessibility: score("accessibility"),
    bestPractices: score("best-practices"),
    seo: score("seo"),
    lcp: Math.round(value("largest-contentful-paint")),
    cls: value("cumulative-layout-shift"),
    tbt: Math.round(value("total-blocking-time")),
    deductions,
  };
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Chromium did not start.");
}
