import { setTimeout as pause } from "node:timers/promises";
import { compress, compressBrotli, isCompressible } from "#app/platform/http/responses/compress.ts";
import type { AddressRules } from "./address-rules.ts";
import { improvePage, makePage, type PreparedPage, plainBody, type Rendered } from "./page.ts";

/** A prepared page, or a response that cannot be cached. */
export type Opened = { page: PreparedPage; rendered?: never } | { page?: never; rendered: Rendered };

export interface CacheStats {
  pages: number;
  bytes: number;
  hits: number;
  /** Number of renders started. */
  misses: number;
  /** Renders not cached because their content changed in the meantime. */
  stale: number;
  evicted: number;
  /** Pages recompressed with brotli after their first response. */
  improved: number;
  /** Pages waiting for recompression. */
  waiting: number;
}

export interface PageCache {
  /** Finds a cached page by its raw request target, without parsing known spellings. */
  find(rawUrl: string): PreparedPage | undefined;
  /** Renders a page once for all concurrent requests; a failed render fails only those. */
  open(key: string, render: () => Promise<Rendered>): Promise<Opened>;
  /** Removes every page with one of these tags; running renders with them are not cached. */
  drop(tags: Iterable<string>): void;
  clear(): void;
  stats(): CacheStats;
}

interface PendingRender {
  opened: Promise<Opened>;
  /** Tags dropped during the render. */
  dropped: Set<string>;
  isCleared: boolean;
}

const fastLevels = { gzip: 6, br: 5 };

/**
 * Creates a cache of at most `maxBytes`; 0 turns it off, for development. Recompression waits until
 * nothing was rendered for `quietMs`.
 */
export function createPageCache(options: {
  addresses: AddressRules;
  maxBytes: number;
  quietMs?: number;
}): PageCache {
  const { addresses } = options;
  const pages = createCachedPages(options.maxBytes);
  const recompressor = createRecompressor(pages, options);
  const inFlight = new Map<string, PendingRender>();
  const pendingRenders = new Set<PendingRender>();
  const counts = { hits: 0, misses: 0, stale: 0 };

  function findBySpelling(rawUrl: string): CachedPage | undefined {
    const key = pages.size === 0 ? null : addresses.cacheKey("GET", rawUrl);
    const cached = key === null ? undefined : pages.byKey(key);
    if (cached) pages.addAlias(cached, rawUrl);
    return cached;
  }

  async function runRender(
    key: string,
    pending: PendingRender,
    render: () => Promise<Rendered>,
  ): Promise<Opened> {
    try {
      const rendered = await render();
      if (!rendered.tags) return { rendered };
      const page = await preparePage(addresses.pagePath(key), rendered);
      const isStale = pending.isCleared || [...rendered.tags].some((tag) => pending.dropped.has(tag));
      if (isStale) counts.stale++;
      else pages.put(key, page, rendered.tags);
      return { page };
    } finally {
      pendingRenders.delete(pending);
      if (inFlight.get(key) === pending) inFlight.delete(key);
    }
  }

  function startRender(key: string, render: () => Promise<Rendered>): Promise<Opened> {
    counts.misses++;
    recompressor.postpone();
    const pending: PendingRender = { opened: unresolved, dropped: new Set(), isCleared: false };
    inFlight.set(key, pending);
    pendingRenders.add(pending);
    pending.opened = runRender(key, pending, render);
    return pending.opened;
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
      const pending = inFlight.get(key);
      if (!pending) return startRender(key, render);
      const opened = await pending.opened;
      return opened.rendered?.isShared === false ? { rendered: await render() } : opened;
    },
    drop(tags) {
      const names = [...tags];
      recompressor.postpone();
      pages.drop(names);
      // Later requests must see the change, so they cannot join older renders.
      inFlight.clear();
      for (const pending of pendingRenders) for (const name of names) pending.dropped.add(name);
    },
    clear() {
      pages.clear();
      inFlight.clear();
      for (const pending of pendingRenders) pending.isCleared = true;
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

const unresolved: Promise<Opened> = new Promise(() => {});

async function preparePage(countedAs: string | null, { headers, body }: Rendered): Promise<PreparedPage> {
  const type = headers.find(([name]) => name === "content-type")?.[1] ?? null;
  const compressed = isCompressible(type) ? await compress(body, fastLevels) : { gzip: null, br: null };
  return makePage(headers, body, compressed, { countedAs });
}

interface Recompressor {
  /** Queues a page for the best brotli compression. */
  add(cached: CachedPage): void;
  /** Delays recompression while a render is running. */
  postpone(): void;
  readonly waiting: number;
  readonly improved: number;
}

/** Maximum body for recompression; larger ones would occupy a thread for seconds. */
const maxBodyBytes = 1_000_000;
const bestLevel = 11;

/** Maximum wait, even if the site stays busy. */
const maxWaitMs = 30_000;

/**
 * Recompresses cached pages one by one in the thread pool, after rendering pauses, because an
 * editor who publishes opens many pages.
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
      await waitForQuiet();
      if (pages.has(cached)) await improve(cached);
    }
    isRunning = false;
  }

  async function waitForQuiet(): Promise<void> {
    const latest = performance.now() + maxWaitMs;
    for (;;) {
      const left = Math.min(busyAt + quietMs, latest) - performance.now();
      if (left <= 0) return;
      await pause(left, undefined, { ref: false });
    }
  }

  async function improve(cached: CachedPage): Promise<void> {
    const { page } = cached;
    const better = await compressBrotli(plainBody(page), bestLevel).catch(() => null);
    if (!better || better.length >= (page.br?.full.body.length ?? 0)) return;
    const before = page.bytes;
    improvePage(page, better);
    pages.resize(cached, page.bytes - before);
    improved++;
  }

  return {
    add(cached) {
      if (seen.has(cached) || !cached.page.br) return;
      seen.add(cached);
      if (plainBody(cached.page).length > maxBodyBytes) return;
      queue.push(cached);
      if (!isRunning) void run();
    },
    postpone() {
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

/** A cached page with its key, known request targets and tags. */
interface CachedPage {
  key: string;
  page: PreparedPage;
  tags: ReadonlySet<string>;
  aliases: string[];
  /** Whether it was requested since the last eviction. */
  isUsed: boolean;
}

interface CachedPages {
  byAlias(rawUrl: string): CachedPage | undefined;
  byKey(key: string): CachedPage | undefined;
  /** Remembers a spelling of the address, to avoid parsing it again. */
  addAlias(cached: CachedPage, rawUrl: string): void;
  put(key: string, page: PreparedPage, tags: ReadonlySet<string>): void;
  /** Must be called when the size of a page changes. */
  resize(cached: CachedPage, change: number): void;
  has(cached: CachedPage): boolean;
  drop(tags: Iterable<string>): void;
  clear(): void;
  readonly size: number;
  readonly bytes: number;
  readonly evicted: number;
}

/** Maximum remembered spellings per page, because tracking links create endless ones. */
const maxAliases = 8;
const maxAliasLength = 300;

/** Maximum share of the memory for addresses with a query. */
const variantShare = 0.5;

const isVariant = (key: string) => key.includes("?");

/** Limits memory by second-chance eviction: one bit per page, no move on a hit. */
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

  /** Limits addresses with a query first, because anyone can create them. */
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
        pages.set(cached.key, cached); // visited again at the end of this loop
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
      if (cached.aliases.length >= maxAliases || rawUrl.length > maxAliasLength) return;
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
