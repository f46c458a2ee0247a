import { setImmediate as nextTurn } from "node:timers/promises";

/** Something done again and again until it is stopped. */
export interface Repeated {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does `work` now, or after a first while, and then every so often, one round after the other; a round that fails is told and
 * delays no other.
 */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
  firstAfterMs = 0,
): Repeated {
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running.then(work).catch(onError);
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    round();
    timer = setInterval(round, everyMs);
    timer.unref();
  };
  const first = firstAfterMs > 0 ? setTimeout(begin, firstAfterMs).unref() : undefined;
  if (firstAfterMs <= 0) begin();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}

/** Jobs that are under way. */
export interface WorkerPool {
  /** Takes jobs until `next` has none; `onFree` is told of each that has ended. */
  fill(onFree: () => void): Promise<void>;
  /** Takes no more. */
  close(): void;
  /** Resolves when what is under way has ended; after `graceMs` it is told to. */
  empty(graceMs: number): Promise<void>;
}

interface PoolParts<Job> {
  /** The next job; null when there is none to do, or when so many are under way that it has to wait. */
  next(underWay: number): Promise<Job | null>;
  /** Gives up when the signal says so. */
  work(job: Job, signal: AbortSignal): Promise<void>;
  /** After this a job is told to end. */
  longestMs: number;
  onError(error: unknown, job: Job): void;
}

export function openWorkerPool<Job>({ next, work, longestMs, onError }: PoolParts<Job>): WorkerPool {
  const underWay = new Set<Promise<void>>();
  const end = new AbortController();
  let isClosed = false;
  return {
    async fill(onFree) {
      while (!isClosed) {
        const job = await next(underWay.size);
        if (job === null) return;
        const one: Promise<void> = work(job, AbortSignal.any([end.signal, AbortSignal.timeout(longestMs)]))
          .catch((error) => onError(error, job))
          .then(() => void underWay.delete(one))
          .then(onFree);
        underWay.add(one);
      }
    },
    close() {
      isClosed = true;
    },
    async empty(graceMs) {
      const late = setTimeout(() => end.abort(), graceMs);
      await Promise.all(underWay);
      clearTimeout(late);
    },
  };
}

type Step = () => Promise<void>;

/** Runs steps one after the other. One that waits already is not added again; after the end none is. */
export function createSerialQueue(onError: (error: unknown) => void): {
  add(step: Step): void;
  end(): Promise<void>;
} {
  const waiting = new Set<Step>();
  let running: Promise<void> = Promise.resolve();
  let hasEnded = false;
  const run = async (step: Step) => {
    waiting.delete(step);
    if (!hasEnded) await step();
  };
  return {
    add(step) {
      if (hasEnded || waiting.has(step)) return;
      waiting.add(step);
      running = running.then(() => run(step)).catch(onError);
    },
    end() {
      hasEnded = true;
      return running;
    },
  };
}

const turnMs = 10;

/** The same items one after another; whatever else the process has to do gets its turn between them, every 10 ms. */
export async function* withBreaks<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < turnMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

/** When what failed for the `attempts`-th time is tried again; null when it is given up. @param waits between the tries, in milliseconds */
export function retryAt(waits: readonly number[], attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** Runs work at most `width` at a time, the rest in order of arrival. */
export function createQueue(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so that nobody who comes in between takes it.
      if (next) next();
      else running -= 1;
    }
  };
}
