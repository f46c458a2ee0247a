import { createSerialQueue, openWorkerPool, type WorkerPool } from "#app/platform/jobs/background-work.ts";
import type { Clock } from "#app/platform/runtime/clock.ts";
import { cancelExpired, claimNext, type OutboxRow, retryNow } from "./claims.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { type MailQueue, outboxTag } from "./outbox.ts";

export interface SenderRate {
  /** Polling interval. */
  everyMs: number;
  /** Parallel mails to one person. */
  maxPeople: number;
  /** Parallel mails caused by visitors. */
  maxVisitors: number;
  /** Parallel bulk mails. */
  maxBulk: number;
  /** Timeout of one mail, which is then retried. */
  sendMs: number;
  /** Time that a stop waits for mail in progress. */
  graceMs: number;
}

export interface MailSender {
  /** While true, nothing is sent: the server did not respond to several mails. */
  isServerAway(): boolean;
  stop(): Promise<void>;
}

const defaults: SenderRate = {
  everyMs: 5000,
  maxPeople: 5,
  maxVisitors: 2,
  maxBulk: 3,
  sendMs: 60_000,
  graceMs: 10_000,
};

/** Sends queued mail at once and retries when due. Mail to one person is sent first. */
export function startMailSender(parts: Delivery, rate: Partial<SenderRate> = {}): MailSender {
  const { everyMs, graceMs, maxPeople, maxVisitors, maxBulk, sendMs } = { ...defaults, ...rate };
  const breaker = createBreaker(parts.clock);
  const pools = [
    openPool(parts, breaker, { queue: "people", limit: maxPeople, sendMs }),
    openPool(parts, breaker, { queue: "visitors", limit: maxVisitors, sendMs }),
    openPool(parts, breaker, { queue: "bulk", limit: maxBulk, sendMs }),
  ];
  const work = createSerialQueue((err) => parts.log.error({ err }, "failed to read outbox"));
  const fillPools = async () => {
    for (const pool of pools) await pool.fill(wake);
  };
  const wake = () => work.add(fillPools);
  const end = new AbortController();
  const probe = async () => {
    const isReachable = await parts.transport.isReachable(end.signal);
    await retryNow(parts.db, breaker.noteProbe(isReachable), parts.clock.now());
    wake();
  };
  const cancelExpiredMail = () => logExpired(parts);
  const tick = () => {
    work.add(cancelExpiredMail);
    if (breaker.isProbeDue()) work.add(probe);
    wake();
  };
  parts.db.changes.onChange((tags) => {
    if (tags === null || tags.has(outboxTag)) wake();
  });
  tick();
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return {
    isServerAway: () => breaker.limit(1) === 0,
    async stop() {
      clearInterval(timer);
      end.abort();
      for (const pool of pools) pool.close();
      await work.end();
      await Promise.all(pools.map((pool) => pool.empty(graceMs)));
      parts.transport.close();
    },
  };
}

async function logExpired({ db, clock, log }: Delivery): Promise<void> {
  for (const { id, template } of await cancelExpired(db, clock.now()))
    log.warn({ mail: id, template }, "mail expired and was cancelled");
}

interface PoolOptions {
  queue: MailQueue;
  /** Parallel mails. */
  limit: number;
  /** Timeout of one mail, which is then retried. */
  sendMs: number;
}

/** Starts the workers of one queue. */
function openPool(parts: Delivery, breaker: Breaker, { queue, limit, sendMs }: PoolOptions): WorkerPool {
  const rate = createRateLimit(parts.clock);
  return openWorkerPool<OutboxRow>({
    maxMs: sendMs,
    async next(inProgress) {
      if (inProgress >= breaker.limit(limit) || !rate.hasRoom(await parts.maxPerMinute(queue))) return null;
      const row = await claimNext(parts.db, parts.clock.now(), queue);
      if (row) rate.count();
      return row;
    },
    async work(row, signal) {
      const startedAt = parts.clock.now().getTime();
      const failure = await deliver(parts, row, signal);
      if (failure?.kind === "unreachable") return breaker.noteSilence(row.id);
      const now = parts.clock.now();
      await retryNow(parts.db, breaker.noteAnswer(now.getTime() - startedAt), now);
    },
    onError: (err, { id }) => parts.log.error({ err, mail: id }, "failed to record mail result"),
  });
}

/** Limits the mails per minute. */
interface RateLimit {
  hasRoom(perMinute: number): boolean;
  count(): void;
}

function createRateLimit(clock: Clock): RateLimit {
  const sentAt: number[] = [];
  return {
    hasRoom(perMinute) {
      const minuteAgo = clock.now().getTime() - 60_000;
      while (sentAt[0] !== undefined && sentAt[0] <= minuteAgo) sentAt.shift();
      return sentAt.length < perMinute;
    },
    count: () => void sentAt.push(clock.now().getTime()),
  };
}

/** Circuit breaker: distinguishes an unavailable server from a single failing mail, and a slow server from a fast one. */
interface Breaker {
  /** Returns how many of `limit` parallel mails are allowed. */
  limit(limit: number): number;
  /** Records a response and its time; returns ids of unanswered mails to retry at once. */
  noteAnswer(tookMs: number): string[];
  noteSilence(mailId: string): void;
  /** Whether to check if the server is available again. */
  isProbeDue(): boolean;
  /** Records the result of a check; returns ids of mails to retry first. */
  noteProbe(isReachable: boolean): string[];
}

const probeIntervalMs = 60_000;
const maxUnanswered = 3;
const slowMs = 5000;

/**
 * Stops sending after several unanswered mails and checks the server once a minute, which saves their attempts. After a
 * successful check one mail is tried before the rest; a slow or unknown server gets one mail at a time, which limits duplicates
 * after a crash.
 */
function createBreaker(clock: Clock): Breaker {
  const unanswered = new Set<string>();
  let mode: "all" | "one" | "none" = "all";
  let isFast = false;
  let probeAt = 0;
  const openBreaker = () => {
    mode = "none";
    probeAt = clock.now().getTime() + probeIntervalMs;
  };
  return {
    limit(limit) {
      if (mode === "none") return 0;
      return mode === "all" && isFast ? limit : 1;
    },
    noteAnswer(tookMs) {
      isFast = tookMs < slowMs;
      const delayed = mode === "all" ? [] : [...unanswered];
      unanswered.clear();
      mode = "all";
      return delayed;
    },
    noteSilence(mailId) {
      unanswered.add(mailId);
      if (mode === "one" || unanswered.size >= maxUnanswered) openBreaker();
    },
    isProbeDue: () => mode === "none" && clock.now().getTime() >= probeAt,
    noteProbe(isReachable) {
      if (!isReachable) openBreaker();
      else mode = "one";
      return isReachable ? [...unanswered].slice(0, 1) : [];
    },
  };
}
