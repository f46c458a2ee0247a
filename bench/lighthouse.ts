import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { chromiumArguments, needChromium } from "../tests/support/chromium.ts";

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
  /** Audits that cost points. */
  lost: string[];
}

/** Lighthouse as a mid-range phone on slow 4G sees each page, one after the other. */
export async function auditPages(site: string, paths: readonly string[]): Promise<Audit[]> {
  const port = 19_000 + Math.floor(Math.random() * 2000);
  const profile = mkdtempSync(join(tmpdir(), "frontdesk-lighthouse-"));
  const browser = spawn(
    needChromium(),
    [
      "--headless=new",
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      "--disable-gpu",
      ...chromiumArguments,
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  try {
    await waitFor(`http://127.0.0.1:${port}/json/version`);
    const audits: Audit[] = [];
    for (const path of paths) audits.push(await auditPage(site, path, port));
    return audits;
  } finally {
    browser.kill();
  }
}

async function auditPage(site: string, path: string, port: number): Promise<Audit> {
  const run = await lighthouse(site + path, {
    port,
    output: "json",
    logLevel: "error",
    onlyCategories: ["performance", "accessibility", "best-practices", "seo"],
  });
  if (!run) throw new Error(`Lighthouse gave nothing for ${path}`);
  const { categories, audits } = run.lhr;
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100);
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
  const lost = Object.values(categories).flatMap(({ auditRefs }) =>
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
    lost,
  };
}

async function waitFor(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if ((await fetch(url).catch(() => null))?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("Chromium did not start.");
}
