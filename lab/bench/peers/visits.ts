import { type Browser, chromium } from "playwright-core";
import sharp from "sharp";
import { chromiumArguments, needChromium } from "../../../tests/support/chromium.ts";
import { mobileConnection } from "../../../tests/support/mobile-connection.ts";
import { median } from "../support/results.ts";
import { findPaint, readTaskTimes, startTrace, type TraceEvent } from "../support/trace.ts";

/** A first visit on a phone, in milliseconds. */
export interface VisitCost {
  speedIndex: number;
  /** CPU time of the main thread until the page is quiet. */
  mainThread: number;
}

/** Milliseconds after the load during which the page may still change. */
const settleMs = 3000;

/** Visits the addresses in turn, `rounds` times; the first visit of each is not counted. */
export async function visitInTurn(urls: readonly string[], rounds: number): Promise<VisitCost[]> {
  const browser = await chromium.launch({ executablePath: needChromium(), args: chromiumArguments });
  try {
    const costs = new Map<string, VisitCost[]>(urls.map((url) => [url, []]));
    for (const url of urls) await visit(browser, url);
    for (let round = 1; round <= rounds; round += 1)
      for (const url of urls) {
        const cost = await visit(browser, url);
        costs.get(url)?.push(cost);
        process.stdout.write(
          `${round}/${rounds} ${url}: speed index ${Math.round(cost.speedIndex)} ms, main thread ${Math.round(cost.mainThread)} ms\n`,
        );
      }
    return [...costs.values()].map((visits) => ({
      speedIndex: median(visits.map(({ speedIndex }) => speedIndex)),
      mainThread: median(visits.map(({ mainThread }) => mainThread)),
    }));
  } finally {
    await browser.close();
  }
}

async function visit(browser: Browser, url: string): Promise<VisitCost> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    isMobile: true,
    hasTouch: true,
  });
  try {
    const page = await context.newPage();
    // The splash screen would cover the first page of a tab.
    await page.addInitScript(() => sessionStorage.setItem("seen", "1"));
    const devtools = await context.newCDPSession(page);
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", mobileConnection);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    const trace = await startTrace(devtools, ["disabled-by-default-devtools.screenshot"]);
    await page.goto(url, { waitUntil: "load" });
    await page.waitForTimeout(settleMs);
    const events = await trace();
    const { start } = findPaint(events, url);
    const taskTimes = readTaskTimes(events, start, start.ts);
    return {
      speedIndex: await speedIndexOf(events, start.ts),
      mainThread: taskTimes.reduce((sum, ms) => sum + ms, 0),
    };
  } finally {
    await context.close();
  }
}

/**
 * Speed index: the area above the curve of visual progress, in milliseconds. Progress compares colour
 * histograms, as Lighthouse does (https://github.com/paulirish/speedline).
 */
async function speedIndexOf(events: readonly TraceEvent[], start: number): Promise<number> {
  const frames = await Promise.all(
    events
      .filter(({ name, ts, args }) => name === "Screenshot" && ts >= start && args?.snapshot)
      .toSorted((a, b) => a.ts - b.ts)
      .map(async ({ ts, args }) => ({
        at: (ts - start) / 1000,
        histogram: await histogramOf(args?.snapshot ?? ""),
      })),
  );
  const last = frames.at(-1)?.histogram;
  if (!last) throw new Error("The trace has no screenshots.");
  // Before its first frame the page is white.
  let before = { at: 0, progress: 0 };
  const white = blank(last);
  let index = 0;
  for (const { at, histogram } of frames) {
    index += (at - before.at) * (1 - before.progress);
    before = { at, progress: progressOf(histogram, white, last) };
  }
  return index;
}

/** Number of pixels of each value, for the three channels one after another. */
async function histogramOf(jpeg: string): Promise<Uint32Array> {
  const { data, info } = await sharp(Buffer.from(jpeg, "base64"))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const histogram = new Uint32Array(256 * 3);
  for (let at = 0; at < data.length; at += 1) {
    const place = (at % info.channels) * 256 + (data[at] ?? 0);
    histogram[place] = (histogram[place] ?? 0) + 1;
  }
  return histogram;
}

function blank(like: Uint32Array): Uint32Array {
  const pixels = like.reduce((sum, count) => sum + count, 0) / 3;
  return new Uint32Array(256 * 3).map((_, place) => (place % 256 === 255 ? pixels : 0));
}

function progressOf(histogram: Uint32Array, first: Uint32Array, last: Uint32Array): number {
  let reached = 0;
  let total = 0;
  for (const [place, target] of last.entries()) {
    const wanted = Math.abs(target - (first[place] ?? 0));
    reached += Math.min(Math.abs((histogram[place] ?? 0) - (first[place] ?? 0)), wanted);
    total += wanted;
  }
  return total === 0 ? 1 : reached / total;
}
