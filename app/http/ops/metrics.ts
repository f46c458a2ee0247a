import type { RequestListener } from "node:http";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { isEqualInConstantTime } from "#app/platform/secrets/bearer-secret.ts";
import type { CacheStats, PageCache } from "../cache/page-cache.ts";

export type RequestKind = "page" | "data" | "api" | "file" | "other";

/** A figure of the product, read anew each time the figures are asked for; left out while it can't be read. */
export interface Figure {
  /** As Prometheus has it; one that only grows ends in `_total`. */
  name: string;
  help: string;
  /** What the values are told apart by; none for a single value. */
  label?: string;
  read(): FigureValues | Promise<FigureValues>;
}

/** A single value, null for none at present, or one for each value of the label. */
type FigureValues = number | null | Record<string, number>;

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

/**
 * @param options.token who shows it as bearer token may read the figures; null: nobody on the public port
 * @param options.figures what the product tells of itself
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
    figure("cache_hits_total", "Answers found in memory", ({ hits }) => hits),
    figure("cache_misses_total", "Renders begun for answers that may be kept", ({ misses }) => misses),
    figure(
      "stale_renders_total",
      "Renders not kept because their content changed meanwhile",
      ({ stale }) => stale,
    ),
    figure("cache_evictions_total", "Pages that had to make room", ({ evicted }) => evicted),
    figure("cache_pages", "Pages in memory", ({ pages }) => pages),
    figure("cache_bytes", "Memory of the pages", ({ bytes }) => bytes),
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
    // Emptied, a metric without labels would say 0.
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

let ofProcess: Registry | undefined;

/** Memory, heap, garbage collection, event loop, open files: of the process, so that they exist once. */
function processFigures(): Registry {
  if (ofProcess === undefined) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
