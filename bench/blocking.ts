import { type CDPSession, chromium } from "playwright-core";
import { chromiumArguments, needChromium } from "../tests/support/chromium.ts";

export interface Blocking {
  path: string;
  /** Milliseconds beyond 50 of the tasks after the first contentful paint, summed; the median of the loads. */
  blocked: number;
  /** Milliseconds of the longest such task; the median of the loads. */
  longest: number;
  isHydrated: boolean;
}

/** A phone has so much less of a processor; times of the thread's own CPU are multiplied by it, so that other work on the machine doesn't count. */
const slower = 4;
const longTask = 50;

/** How long each page keeps a phone's main thread from answering, in Chromium, over so many first visits. */
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
    const isHydrated = await page.evaluate(() =>
      Object.keys(document).some((key) => key.startsWith("__reactContainer")),
    );
    const tasks = tasksAfterPaint(await trace(), site + path);
    await context.close();
    return { tasks, isHydrated };
  };
  try {
    const rows: Blocking[] = [];
    for (const path of paths) {
      const visits = [];
      for (let load = 0; load < loads; load += 1) visits.push(await visit(path));
      const beyond = (tasks: number[]) => tasks.reduce((sum, ms) => sum + Math.max(0, ms - longTask), 0);
      rows.push({
        path,
        blocked: median(visits.map(({ tasks }) => beyond(tasks))),
        longest: median(visits.map(({ tasks }) => Math.max(0, ...tasks))),
        isHydrated: visits.every(({ isHydrated }) => isHydrated),
      });
    }
    return rows;
  } finally {
    await browser.close();
  }
}

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: when, how long, and how much CPU of its thread. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string } };
}

/** Starts to record; what is returned ends it and gives what was recorded. */
async function startTrace(devtools: CDPSession): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["devtools.timeline", "blink.user_timing", "loading", "toplevel"] },
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    return events;
  };
}

/** The page's own tasks since it was first seen: milliseconds of CPU, as the slower phone takes them. */
function tasksAfterPaint(events: readonly TraceEvent[], url: string): number[] {
  const start = events.findLast(
    ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url,
  );
  const paint = events.find(({ name, pid }) => name === "firstContentfulPaint" && pid === start?.pid);
  if (!start || !paint) throw new Error(`No first paint was seen of ${url}`);
  const tasks = events.filter(
    ({ name, ph, pid, tid, ts }) =>
      ph === "X" && name.endsWith("RunTask") && pid === start.pid && tid === start.tid && ts >= paint.ts,
  );
  // A task is reported twice, by the thread and by its scheduler.
  const byStart = new Map<number, number>();
  for (const { ts, tdur, dur } of tasks) {
    const at = Math.round(ts / 1000);
    byStart.set(at, Math.max(byStart.get(at) ?? 0, ((tdur ?? dur ?? 0) * slower) / 1000));
  }
  return [...byStart.values()];
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
