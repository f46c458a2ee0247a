import { setImmediate as nextTurn } from "node:timers/promises";

/** A task that repeats until it is stopped. */
export interface PeriodicTask {
  /** Resolves when the current run has ended. */
  stop(): Promise<void>;
}

/** Runs `work` after `firstAfterMs` and then every `everyMs`, one run at a time. A failed run is passed to `onError`; later runs continue. */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
  firstAfterMs = 0,
): PeriodicTask {
  let running: Promise<unknown> = Promise.resolve();
  const run = () => {
    running = running.then(work).catch(onError);
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    run();
    timer = setInterval(run, everyMs);
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

/** Runs jobs concurrently. */
export interface WorkerPool {
  /** Takes jobs until `next` returns null; `onFree` is called after each job. */
  fill(onFree: () => void): Promise<void>;
  /** Takes no more jobs. */
  close(): void;
  /** Resolves when the running jobs have ended; aborts them after `graceMs`. */
  empty(graceMs: number): Promise<void>;
}

interface PoolParts<Job> {
  /** Returns the next job; null when no job is due or too many are running. */
  next(running: number): Promise<Job | null>;
  /** Stops when the signal is aborted. */
  work(job: Job, signal: AbortSignal): Promise<void>;
  /** A job that runs longer is aborted. */
  maxMs: number;
  onError(error: unknown, job: Job): void;
}

export function openWorkerPool<Job>({ next, work, maxMs, onError }: PoolParts<Job>): WorkerPool {
  const running = new Set<Promise<void>>();
  const end = new AbortController();
  let isClosed = false;
  return {
    async fill(onFree) {
      while (!isClosed) {
        const job = await next(running.size);
        if (job === null) return;
        const one: Promise<void> = work(job, AbortSignal.any([end.signal, AbortSignal.timeout(maxMs)]))
          .catch((error) => onError(error, job))
          .then(() => void running.delete(one))
          .then(onFree);
        running.add(one);
      }
    },
    close() {
      isClosed = true;
    },
    async empty(graceMs) {
      const late = setTimeout(() => end.abort(), graceMs);
      await Promise.all(running);
      clearTimeout(late);
    },
  };
}

type Step = () => Promise<void>;

/** Runs steps one after another. Ignores a step that is already waiting, and every step after `end`. */
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

const maxBlockMs = 10;

/** Yields the items and lets the event loop run other work every 10 ms. */
export async function* withBreaks<Item>(items: Iterable<Item>): AsyncGenerator<Item> {
  let since = performance.now();
  for (const item of items) {
    yield item;
    if (performance.now() - since < maxBlockMs) continue;
    await nextTurn();
    since = performance.now();
  }
}

/**
 * Time of the next attempt after `attempts` failures; null after the last attempt.
 * @param waits milliseconds between attempts
 */
export function retryAt(waits: readonly number[], attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}

/** Runs at most `width` tasks at a time, the rest in order of arrival. */
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
      // `running` stays, so a later caller cannot take the slot of the waiting one.
      if (next) next();
      else running -= 1;
    }
  };
}
