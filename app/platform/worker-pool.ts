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
