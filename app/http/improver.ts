import { compressBrotli } from "./compress.ts";
import type { KeptPage, KeptPages } from "./kept-pages.ts";
import { improvePage } from "./page.ts";

export interface Improver {
  /** Makes the brotli form of a page as small as it gets, when its turn comes. */
  add(kept: KeptPage): void;
  readonly waiting: number;
  readonly improved: number;
}

/** Larger bodies stay at the first brotli level: the best one would hold a thread for seconds. */
const largestBody = 1_000_000;
const bestLevel = 11;

/** One page at a time, in the thread pool, and only pages that are still kept. */
export function createImprover(pages: KeptPages): Improver {
  const queue: KeptPage[] = [];
  const seen = new WeakSet<KeptPage>();
  let isRunning = false;
  let improved = 0;

  async function run(): Promise<void> {
    isRunning = true;
    for (let kept = queue.shift(); kept; kept = queue.shift()) if (pages.has(kept)) await improve(kept);
    isRunning = false;
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
    get waiting() {
      return queue.length + (isRunning ? 1 : 0);
    },
    get improved() {
      return improved;
    },
  };
}
