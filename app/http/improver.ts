import { setTimeout as pause } from "node:timers/promises";
import { compressBrotli } from "./compress.ts";
import type { KeptPage, KeptPages } from "./kept-pages.ts";
import { improvePage } from "./page.ts";

export interface Improver {
  /** Makes the brotli form of a page as small as it gets, when its turn comes. */
  add(kept: KeptPage): void;
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
 * One page at a time, in the thread pool, and only pages that are still kept; not before nothing was rendered for a while,
 * since whoever publishes something looks at many pages just then.
 */
export function createImprover(pages: KeptPages, { quietMs = 1_500 } = {}): Improver {
  const queue: KeptPage[] = [];
  const seen = new WeakSet<KeptPage>();
  let isRunning = false;
  let improved = 0;
  let busyAt = Number.NEGATIVE_INFINITY;

  async function run(): Promise<void> {
    isRunning = true;
    for (let kept = queue.shift(); kept; kept = queue.shift()) {
      await quiet();
      if (pages.has(kept)) await improve(kept);
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

  async function improve(kept: KeptPage): Promise<void> {
    const { page } = kept;
    const better = await compressBrotli(page.plain.full.body, bestLevel).catch(() => null);
    if (!better || better.length >= (page.br?.full.body.length ?? 0)) return;
    const before = page.bytes;
    improvePage(page, better);
    pages.resize(kept, page.bytes - before);
    improved++;
  }

  return {
    add(kept) {
      if (seen.has(kept) || !kept.page.br || kept.page.plain.full.body.length > largestBody) return;
      seen.add(kept);
      queue.push(kept);
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
