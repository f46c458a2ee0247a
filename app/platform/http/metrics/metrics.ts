import type { RequestListener } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import type { CacheStats, PageCache } from "../cache/page-cache.ts";

export type RequestKind = "page" | "data" | "api" | "file" | "other";

/** A metric of the product, read on each scrape; omitted if reading fails. */
export interface Figure {
  /** Prometheus name; counters end in `_total`. */
  name: string;
  help: string;
  /** Label name; none for a single value. */
  label?: string;
  read(): FigureValues | Promise<FigureValues>;
}

/** One value, null for none, or values by label. */
type FigureValues = number | null | Record<string, number>;

/**
 * Metrics for Prometheus. The cache counts responses from memory itself and is read on each scrape.
 */
export interface Metrics {
  answered(kind: RequestKind, status: number, milliseconds: number): void;
  rendered(milliseconds: number): void;
  /** Counts a build file sent from memory. */
  assetSent(): void;
  text(): Promise<string>;
  isAllowed(authorization: string | undefined): boolean;
  /** Serves the metrics on their own internal port. */
  listener: RequestListener;
  readonly contentType: string;
}

const secondsBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Creates the metrics; `token` is required as bearer token on the public port, null closes it.
 * `figures` are metrics of the product.
 */
export function createMetrics(options: {
  cache: PageCache;
  token: string | null;
  figures?: readonly Figure[];
}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const requests = new Histogram({
    name: "frontdesk_request_seconds",
    help: "Response time in seconds without cached responses",
    labelNames: ["kind", "status"],
    buckets: secondsBuckets,
    registers,
  });
  const renders = new Histogram({
    name: "frontdesk_render_seconds",
    help: "Render time of cacheable responses in seconds",
    buckets: secondsBuckets,
    registers,
  });
  const assets = new Counter({
    name: "frontdesk_assets_total",
    help: "Build files sent from memory",
    registers,
  });
  let assetsSent = 0;
  for (const figure of [...cacheFigures(options.cache), ...(options.figures ?? [])])
    addFigure(figure, registers);

  const text = () => {
    assets.inc(assetsSent);
    assetsSent = 0;
    return Registry.merge([registry, processFigures()]).metrics();
  };
  return {
    answered: (kind, status, milliseconds) => requests.observe({ kind, status }, milliseconds / 1000),
    rendered: (milliseconds) => renders.observe(milliseconds / 1000),
    assetSent: () => {
      assetsSent++;
    },
    text,
    isAllowed: (authorization) =>
      options.token !== null && isEqualInConstantTime(authorization ?? "", `Bearer ${options.token}`),
    listener: (_request, response) => {
      text().then(
        (figures) => response.writeHead(200, { "content-type": registry.contentType }).end(figures),
        () => response.writeHead(500).end(),
      );
    },
    contentType: registry.contentType,
  };
}

function cacheFigures(cache: PageCache): Figure[] {
  const figure = (name: string, help: string, read: (stats: CacheStats) => number): Figure => ({
    name: `frontdesk_${name}`,
    help,
    read: () => read(cache.stats()),
  });
  return [
    figure("cache_hits_total", "Cache hits", ({ hits }) => hits),
    figure("cache_misses_total", "Cache misses that started a render", ({ misses }) => misses),
    figure("stale_renders_total", "Renders discarded because their content changed", ({ stale }) => stale),
    figure("cache_evictions_total", "Pages evicted from the cache", ({ evicted }) => evicted),
    figure("cache_pages", "Pages in the cache", ({ pages }) => pages),
    figure("cache_bytes", "Cache size in bytes", ({ bytes }) => bytes),
  ];
}

function addFigure({ name, help, label, read }: Figure, registers: Registry[]): void {
  const about = {
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers,
  };
  const show = async (
    metric: { reset(): void; remove(): void },
    put: (value: number, of: object) => void,
  ) => {
    const values = await Promise.resolve()
      .then(read)
      .catch(() => null);
    metric.reset();
    if (typeof values === "number") return put(values, {});
    // After a reset, a metric without labels would report 0.
    if (label === undefined) return metric.remove();
    for (const [of, value] of Object.entries(values ?? {})) put(value, { [label]: of });
  };
  if (name.endsWith("_total"))
    new Counter({
      ...about,
      collect() {
        return show(this, (value, of) => this.inc(of, value));
      },
    });
  else
    new Gauge({
      ...about,
      collect() {
        return show(this, (value, of) => this.set(of, value));
      },
    });
}

let processRegistry: Registry | undefined;

/** Process metrics: memory, garbage collection, event loop and open files; created once. */
function processFigures(): Registry {
  if (processRegistry === undefined) {
    processRegistry = new Registry();
    collectDefaultMetrics({ register: processRegistry });
  }
  return processRegistry;
}
