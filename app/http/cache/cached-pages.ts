import type { PreparedPage } from "./page.ts";

/** A page in memory, by its key, the request targets it was asked with, and what it shows. */
export interface CachedPage {
  key: string;
  page: PreparedPage;
  labels: ReadonlySet<string>;
  aliases: string[];
  /** Asked for since eviction last looked at it. */
  isUsed: boolean;
}

export interface CachedPages {
  byAlias(rawUrl: string): CachedPage | undefined;
  byKey(key: string): CachedPage | undefined;
  /** Remembers a spelling of the address, so that it is not read again. */
  addAlias(kept: CachedPage, rawUrl: string): void;
  put(key: string, page: PreparedPage, labels: ReadonlySet<string>): void;
  /** To be called when a page has become larger or smaller. */
  resize(kept: CachedPage, change: number): void;
  has(kept: CachedPage): boolean;
  drop(labels: Iterable<string>): void;
  clear(): void;
  readonly size: number;
  readonly bytes: number;
  readonly evicted: number;
}

/** Tracking links make endless spellings of one address: only the first few are remembered. */
const mostAliases = 8;
const longestAlias = 300;

/** Bounded by bytes: the page not asked for the longest goes first (second chance: one bit a page, nothing moved on a hit). */
export function createCachedPages(maxBytes: number): CachedPages {
  const pages = new Map<string, CachedPage>();
  const aliases = new Map<string, CachedPage>();
  const keysByLabel = new Map<string, Set<string>>();
  let bytes = 0;
  let evicted = 0;

  function remove(kept: CachedPage): void {
    pages.delete(kept.key);
    for (const alias of kept.aliases) aliases.delete(alias);
    for (const label of kept.labels) {
      const keys = keysByLabel.get(label);
      keys?.delete(kept.key);
      if (keys?.size === 0) keysByLabel.delete(label);
    }
    bytes -= kept.page.bytes;
  }

  function evict(): void {
    for (const kept of pages.values()) {
      if (bytes <= maxBytes) return;
      if (kept.isUsed) {
        kept.isUsed = false;
        pages.delete(kept.key);
        pages.set(kept.key, kept); // comes round again at the end of this very walk
      } else {
        remove(kept);
        evicted++;
      }
    }
  }

  return {
    byAlias: (rawUrl) => aliases.get(rawUrl),
    byKey: (key) => pages.get(key),
    addAlias(kept, rawUrl) {
      if (kept.aliases.length >= mostAliases || rawUrl.length > longestAlias) return;
      kept.aliases.push(rawUrl);
      aliases.set(rawUrl, kept);
    },
    put(key, page, labels) {
      const before = pages.get(key);
      if (before) remove(before);
      if (page.bytes > maxBytes) return;
      pages.set(key, { key, page, labels, aliases: [], isUsed: false });
      bytes += page.bytes;
      for (const label of labels) {
        const keys = keysByLabel.get(label) ?? new Set();
        keysByLabel.set(label, keys.add(key));
      }
      evict();
    },
    resize(kept, change) {
      if (pages.get(kept.key) !== kept) return;
      bytes += change;
      evict();
    },
    has: (kept) => pages.get(kept.key) === kept,
    drop(labels) {
      for (const label of labels)
        for (const key of [...(keysByLabel.get(label) ?? [])]) {
          const kept = pages.get(key);
          if (kept) remove(kept);
        }
    },
    clear() {
      pages.clear();
      aliases.clear();
      keysByLabel.clear();
      bytes = 0;
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
