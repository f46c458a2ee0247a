import { setTimeout as pause } from "node:timers/promises";
import { compress, compressBrotli, isCompressible } from "#app/http/responses/compress.ts";
import type { AddressRules } from "./address-rules.ts";
import { improvePage, makePage, type PreparedPage, type Rendered } from "./page.ts";

/** Either ready for everybody, or an answer that can't be cached. */
export type Opened = { page: PreparedPage; rendered?: never } | { page?: never; rendered: Rendered };

export interface CacheStats {
  pages: number;
  bytes: number;
  hits: number;
  /** Renders begun. */
  misses: number;
  /** Renders that were not cached because what they show changed meanwhile. */
  stale: number;
  evicted: number;
  /** Pages whose brotli form was made smaller after their first answer. */
  improved: number;
  /** Pages waiting for that. */
  waiting: number;
}

export interface PageCache {
  /** A cached page, by request target as it came over the wire; nothing is parsed for spellings seen before. */
  find(rawUrl: string): PreparedPage | undefined;
  /** Renders a page once however many ask meanwhile; a failing render fails only those who wait for it. */
  open(key: string, render: () => Promise<Rendered>): Promise<Opened>;
  /** Forgets every page that shows one of these, at once; renders under way that show one are not cached. */
  drop(tags: Iterable<string>): void;
  clear(): void;
  stats(): CacheStats;
}

interface Flight {
  opened: Promise<Opened>;
  /** What changed while it was under way. */
  dropped: Set<string>;
  isCleared: boolean;
}

const quickLevels = { gzip: 6, br: 5 };

/**
 * @param options.maxBytes memory for cached pages; with 0 nothing is cached, as development wants it
 * @param options.quietMs how long nothing may have been rendered before brotli forms are made smaller
 */
export function createPageCache(options: {
  addresses: AddressRules;
  maxBytes: number;
  quietMs?: number;
}): PageCache {
  const { addresses } = options;
  const pages = createCachedPages(options.maxBytes);
  const recompressor = createRecompressor(pages, options);
  const joinable = new Map<string, Flight>();
  const underWay = new Set<Flight>();
  const counts = { hits: 0, misses: 0, stale: 0 };

  function findBySpelling(rawUrl: string): CachedPage | undefined {
    const key = pages.size === 0 ? null : addresses.cacheKey("GET", rawUrl);
    const cached = key === null ? undefined : pages.byKey(key);
    if (cached) pages.addAlias(cached, rawUrl);
    return cached;
  }

  async function fly(key: string, flight: Flight, render: () => Promise<Rendered>): Promise<Opened> {
    try {
      const rendered = await render();
      if (!rendered.tags) return { rendered };
      const page = await preparePage(addresses.pagePath(key), rendered);
      const isStale = flight.isCleared || [...rendered.tags].some((tag) => flight.dropped.has(tag));
      if (isStale) counts.stale++;
      else pages.put(key, page, rendered.tags);
      return { page };
    } finally {
      underWay.delete(flight);
      if (joinable.get(key) === flight) joinable.delete(key);
    }
  }

  function depart(key: string, render: () => Promise<Rendered>): Promise<Opened> {
    counts.misses++;
    recompressor.standBack();
    const flight: Flight = { opened: neverOpened, dropped: new Set(), isCleared: false };
    joinable.set(key, flight);
    underWay.add(flight);
    flight.opened = fly(key, flight, render);
    return flight.opened;
  }

  return {
    find(rawUrl) {
      const cached = pages.byAlias(rawUrl) ?? findBySpelling(rawUrl);
      if (!cached) return undefined;
      counts.hits++;
      if (!cached.isUsed) {
        cached.isUsed = true;
        recompressor.add(cached);
      }
      return cached.page;
    },
    async open(key, render) {
      const flight = joinable.get(key);
      if (!flight) return depart(key, render);
      const opened = await flight.opened;
      return opened.rendered?.isShared === false ? { rendered: await render() } : opened;
    },
    drop(tags) {
      const names = [...tags];
      recompressor.standBack();
      pages.drop(names);
      // Whoever asks from now on must see the change: what is under way began before it.
      joinable.clear();
      for (const flight of underWay) for (const name of names) flight.dropped.add(name);
    },
    clear() {
      pages.clear();
      joinable.clear();
      for (const flight of underWay) flight.isCleared = true;
    },
    stats: () => ({
      ...counts,
      pages: pages.size,
      bytes: pages.bytes,
      evicted: pages.evicted,
      improved: recompressor.improved,
      waiting: recompressor.waiting,
    }),
  };
}

const neverOpened: Promise<Opened> = new Promise(() => {});

async function preparePage(countedAs: string | null, { headers, body }: Rendered): Promise<PreparedPage> {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? null;
  const compressed = isCompressible(type) ? await compress(body, quickLevels) : { gzip: null, br: null };
  return makePage(headers, body, compressed, { countedAs });
}

interface Recompressor {
  /** Makes the brotli form of a page as small as it gets, when its turn comes. */
  add(cached: CachedPage): void;
  /** Something is made that somebody waits for. */
  standBack(): void;
  readonly waiting: number;
  readonly improved: number;
}

/** Larger bodies stay at the first brotli level: the best one would hold a thread for seconds. */
const largestBody = 1_000_000;
const bestLevel = 11;

/** However busy the site is, a page does not wait longer for its turn. */
const longestWaitMs = 30_000;

/**
 * One page at a time, in the thread pool, and only pages that are still cached; not before nothing was rendered for a while,
 * since whoever publishes something looks at many pages just then.
 */
function createRecompressor(pages: CachedPages, { quietMs = 1_500 } = {}): Recompressor {
  const queue: CachedPage[] = [];
  const seen = new WeakSet<CachedPage>();
  let isRunning = false;
  let improved = 0;
  let busyAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    isRunning = true;
    for (let cached = queue.shift(); cached; cached = queue.shift()) {
      await quiet();
      if (pages.has(cached)) await improve(cached);
    }
    isRunning = false;
  }

  async function quiet(): Promise<void> {
    const latest = performance.now() + longestWaitMs;
    for (;;) {
      const left = Math.min(busyAt + quietMs, latest) - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { ref: false });
    }
  }

  async function improve(cached: CachedPage): Promise<void> {
    const { page } = cached;
    const better = await compressBrotli(page.plain.full.body, bestLevel).catch(() => null);
    if (!better || better.length >= (page.br?.full.body.length ?? 0)) return;
    const before = page.bytes;
    improvePage(page, better);
    pages.resize(cached, page.bytes - before);
    improved++;
  }

  return {
    add(cached) {
      if (seen.has(cached) || !cached.page.br || cached.page.plain.full.body.length > largestBody) return;
      seen.add(cached);
      queue.push(cached);
      if (!isRunning) void run();
    },
    standBack() {
      busyAt = performance.now();
    },
    get waiting() {
      return queue.length + (isRunning ? 1 : 0);
    },
    get improved() {
      return improved;
    },
  };
}

/** A page in memory, by its key, the request targets it was asked with, and what it shows. */
interface CachedPage {
  key: string;
  page: PreparedPage;
  tags: ReadonlySet<string>;
  aliases: string[];
  /** Asked for since eviction last looked at it. */
  isUsed: boolean;
}

interface CachedPages {
  byAlias(rawUrl: string): CachedPage | undefined;
  byKey(key: string): CachedPage | undefined;
  /** Remembers a spelling of the address, so that it is not read again. */
  addAlias(cached: CachedPage, rawUrl: string): void;
  put(key: string, page: PreparedPage, tags: ReadonlySet<string>): void;
  /** To be called when a page has become larger or smaller. */
  resize(cached: CachedPage, change: number): void;
  has(cached: CachedPage): boolean;
  drop(tags: Iterable<string>): void;
  clear(): void;
  readonly size: number;
  readonly bytes: number;
  readonly evicted: number;
}

/** Tracking links make endless spellings of one address: only the first few are remembered. */
const mostAliases = 8;
const longestAlias = 300;

/** The part of the memory that addresses with a query may take. */
const variantShare = 0.5;

const isVariant = (key: string) => key.includes("?");

/** Bounded by bytes: the page not asked for the longest goes first (second chance: one bit a page, nothing moved on a hit). */
function createCachedPages(maxBytes: number): CachedPages {
  const pages = new Map<string, CachedPage>();
  const aliases = new Map<string, CachedPage>();
  const keysByTag = new Map<string, Set<string>>();
  let bytes = 0;
  let variantBytes = 0;
  let evicted = 0;

  function remove(cached: CachedPage): void {
    pages.delete(cached.key);
    for (const alias of cached.aliases) aliases.delete(alias);
    for (const tag of cached.tags) {
      const keys = keysByTag.get(tag);
      keys?.delete(cached.key);
      if (keys?.size === 0) keysByTag.delete(tag);
    }
    count(cached.key, -cached.page.bytes);
  }

  function count(key: string, change: number): void {
    bytes += change;
    if (isVariant(key)) variantBytes += change;
  }

  /** Addresses with a query can be made up without end, so they never take the room of the others. */
  function evict(): void {
    evictWhile(() => variantBytes > maxBytes * variantShare, isVariant);
    evictWhile(
      () => bytes > maxBytes,
      () => true,
    );
  }

  function evictWhile(isTooMuch: () => boolean, isChosen: (key: string) => boolean): void {
    for (const cached of pages.values()) {
      if (!isTooMuch()) return;
      if (!isChosen(cached.key)) continue;
      if (cached.isUsed) {
        cached.isUsed = false;
        pages.delete(cached.key);
        pages.set(cached.key, cached); // comes round again at the end of this very walk
      } else {
        remove(cached);
        evicted++;
      }
    }
  }

  return {
    byAlias: (rawUrl) => aliases.get(rawUrl),
    byKey: (key) => pages.get(key),
    addAlias(cached, rawUrl) {
      if (cached.aliases.length >= mostAliases || rawUrl.length > longestAlias) return;
      cached.aliases.push(rawUrl);
      aliases.set(rawUrl, cached);
    },
    put(key, page, tags) {
      const before = pages.get(key);
      if (before) remove(before);
      if (page.bytes > (isVariant(key) ? maxBytes * variantShare : maxBytes)) return;
      pages.set(key, { key, page, tags, aliases: [], isUsed: false });
      count(key, page.bytes);
      for (const tag of tags) {
        const keys = keysByTag.get(tag) ?? new Set();
        keysByTag.set(tag, keys.add(key));
      }
      evict();
    },
    resize(cached, change) {
      if (pages.get(cached.key) !== cached) return;
      count(cached.key, change);
      evict();
    },
    has: (cached) => pages.get(cached.key) === cached,
    drop(tags) {
      for (const tag of tags)
        for (const key of [...(keysByTag.get(tag) ?? [])]) {
          const cached = pages.get(key);
          if (cached) remove(cached);
        }
    },
    clear() {
      pages.clear();
      aliases.clear();
      keysByTag.clear();
      bytes = 0;
      variantBytes = 0;
    },
    get size() {
      return pages.size;
    },
    get bytes() {
      return bytes;
    },
    get evicted() {
      return evicted;
    },
  };
}
