import type { CDPSession } from "playwright-core";

export interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds: start, duration and CPU time of the thread. */
  ts: number;
  dur?: number;
  tdur?: number;
  args?: { data?: { documentLoaderURL?: string; navigationId?: string }; snapshot?: string };
}

const categories = ["devtools.timeline", "blink.user_timing", "loading", "toplevel"];

/** Starts a trace; the returned function ends it and returns the events. */
export async function startTrace(
  devtools: CDPSession,
  more: readonly string[] = [],
): Promise<() => Promise<TraceEvent[]>> {
  const events: TraceEvent[] = [];
  devtools.on("Tracing.dataCollected", ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await devtools.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: [...categories, ...more] },
  });
  return async () => {
    const complete = new Promise((resolve) => devtools.once("Tracing.tracingComplete", resolve));
    await devtools.send("Tracing.end");
    await complete;
    return events;
  };
}

/** Start and first contentful paint of the navigation to an address. */
export function findPaint(
  events: readonly TraceEvent[],
  url: string,
): { start: TraceEvent; paint: TraceEvent } {
  const navigationOf = ({ pid, args }: TraceEvent) => `${pid} ${args?.data?.navigationId ?? ""}`;
  const starts = events.filter(
    ({ name, args }) => name === "navigationStart" && args?.data?.documentLoaderURL === url,
  );
  const paints = new Map(
    events
      .filter(({ name }) => name === "firstContentfulPaint")
      .map((event) => [navigationOf(event), event] as const),
  );
  for (const start of starts) {
    const paint = paints.get(navigationOf(start));
    if (paint) return { start, paint };
  }
  throw new Error(
    `The trace has ${starts.length} starts of ${url} and ${paints.size} first paints of any page, but no matching pair.`,
  );
}

/** CPU milliseconds of each task that starts on the thread at `from` or later. */
export function readTaskTimes(
  events: readonly TraceEvent[],
  { pid, tid }: Pick<TraceEvent, "pid" | "tid">,
  from: number,
): number[] {
  return events
    .filter(
      // Chromium reports tasks as `RunTask`, too.
      (event) =>
        event.name === "ThreadControllerImpl::RunTask" &&
        event.ph === "X" &&
        event.pid === pid &&
        event.tid === tid &&
        event.ts >= from,
    )
    .map(({ tdur, dur }) => (tdur ?? dur ?? 0) / 1000);
}
