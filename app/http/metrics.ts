import { createHash, timingSafeEqual } from "node:crypto";
import type { RequestListener } from "node:http";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CacheStats, PageCache } from "./page-cache.ts";

export type RequestKind = "page" | "data" | "api" | "file" | "other";

/** Counts for Prometheus. Requests answered from memory are only counted by the cache, and read from it when asked. */
export interface Metrics {
  answered(kind: RequestKind, status: number, milliseconds: number): void;
  rendered(milliseconds: number): void;
  /** Files of the build sent from memory. */
  assetSent(): void;
  text(): Promise<string>;
  isAllowed(authorization: string | undefined): boolean;
  /** Answers every request with the figures: for a port of their own that only the inside network reaches. */
  listener: RequestListener;
  readonly contentType: string;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** @param options.token who shows it as bearer token may read the figures; null: nobody on the public port */
export function createMetrics(options: { cache: PageCache; token: string | null }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "frontdesk_request_seconds",
    help: "Answers that were not ready in memory, by kind and status",
    labelNames: ["kind", "status"],
    buckets: secondsBuckets,
    registers,
  });
  const renders = new Histogram({
    name: "frontdesk_render_seconds",
    help: "Renders of answers that may be kept",
    buckets: secondsBuckets,
    registers,
  });
  const assets = new Counter({
    name: "frontdesk_assets_total",
    help: "Files of the build sent from memory",
    registers,
  });
  let assetsSent = 0;
  addCacheFigures(options.cache, registers);
  addProcessFigures(registers);

  const text = () => {
    assets.inc(assetsSent);
    assetsSent = 0;
    return registry.metrics();
  };
  return {
    answered: (kind, status, milliseconds) => requests.observe({ kind, status }, milliseconds / 1000),
    rendered: (milliseconds) => renders.observe(milliseconds / 1000),
    assetSent: () => {
      assetsSent++;
    },
    text,
    isAllowed: (authorization) =>
      options.token !== null && isSame(authorization ?? "", `Bearer ${options.token}`),
    listener: (_request, response) => {
      text().then(
        (figures) => response.writeHead(200, { "content-type": registry.contentType }).end(figures),
        () => response.writeHead(500).end(),
      );
    },
    contentType: registry.contentType,
  };
}

const cacheFigures: [name: string, help: string, read: (stats: CacheStats) => number][] = [
  ["frontdesk_cache_hits", "Answers found in memory", (stats) => stats.hits],
  ["frontdesk_cache_misses", "Renders begun for answers that may be kept", (stats) => stats.misses],
  [
    "frontdesk_cache_overtaken",
    "Renders not kept because their content changed meanwhile",
    (stats) => stats.overtaken,
  ],
  ["frontdesk_cache_evicted", "Pages that had to make room", (stats) => stats.evicted],
  ["frontdesk_cache_pages", "Pages in memory", (stats) => stats.pages],
  ["frontdesk_cache_bytes", "Memory of the pages", (stats) => stats.bytes],
];

function addCacheFigures(cache: PageCache, registers: Registry[]): void {
  for (const [name, help, read] of cacheFigures) {
    new Gauge({
      name,
      help,
      registers,
      collect: function () {
        this.set(read(cache.stats()));
      },
    });
  }
}

function addProcessFigures(registers: Registry[]): void {
  const delay = monitorEventLoopDelay({ resolution: 20 });
  delay.enable();
  new Gauge({
    name: "frontdesk_event_loop_delay_seconds",
    help: "99th percentile since it was last read",
    registers,
    collect() {
      this.set(delay.percentile(99) / 1e9);
      delay.reset();
    },
  });
  new Gauge({
    name: "frontdesk_resident_bytes",
    help: "Memory of the process",
    registers,
    collect() {
      this.set(process.memoryUsage.rss());
    },
  });
}

function isSame(given: string, right: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(right));
}
