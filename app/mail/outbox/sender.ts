import { createSerialQueue, openWorkerPool, type WorkerPool } from "#app/platform/background-work.ts";
import type { Clock } from "#app/platform/clock.ts";
import { cancelExpired, claimNext, type OutboxRow, retryNow } from "./claims.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { type MailQueue, outboxLabel } from "./outbox.ts";

export interface SenderRate {
  /** How often it looks without being woken. */
  everyMs: number;
  /** How many mails to one person are in hand at once. */
  most: number;
  /** How many of the mails that strangers cause. */
  mostVisitors: number;
  /** How many mails of those that go to many. */
  mostBulk: number;
  /** After this a mail that is still on its way is let go, to be tried again. */
  sendMs: number;
  /** How long a stop waits for what is on its way. */
  graceMs: number;
}

export interface MailSender {
  /** Several mails met no answer: until the server gives one, nothing is sent. */
  isServerAway(): boolean;
  stop(): Promise<void>;
}

const usual: SenderRate = {
  everyMs: 5000,
  most: 5,
  mostVisitors: 2,
  mostBulk: 3,
  sendMs: 60_000,
  graceMs: 10_000,
};

/** Sends what waits in the outbox: at once when something is put in, and again when its next try is due. Mail to one person goes first. */
export function startMailSender(parts: Delivery, rate: Partial<SenderRate> = {}): MailSender {
  const { everyMs, graceMs, most, mostVisitors, mostBulk, sendMs } = { ...usual, ...rate };
  const breaker = createBreaker(parts.clock);
  const pools = [
    openPool(parts, breaker, { queue: "people", most, sendMs }),
    openPool(parts, breaker, { queue: "visitors", most: mostVisitors, sendMs }),
    openPool(parts, breaker, { queue: "bulk", most: mostBulk, sendMs }),
  ];
  const steps = createSerialQueue((err) => parts.log.error({ err }, "the outbox could not be read"));
  const look = async () => {
    for (const pool of pools) await pool.fill(wake);
  };
  const wake = () => steps.add(look);
  const end = new AbortController();
  const ask = async () => {
    const isThere = await parts.transport.isThere(end.signal);
    await retryNow(parts.db, breaker.noteProbe(isThere), parts.clock.now());
    wake();
  };
  const cancelDue = () => cancelOverdue(parts);
  const tick = () => {
    steps.add(cancelDue);
    if (breaker.isProbeDue()) steps.add(ask);
    wake();
  };
  parts.db.changes.onChange((tags) => {
    if (tags === null || tags.has(outboxLabel)) wake();
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
      await steps.end();
      await Promise.all(pools.map((pool) => pool.empty(graceMs)));
      parts.transport.close();
    },
  };
}

async function cancelOverdue({ db, clock, log }: Delivery): Promise<void> {
  for (const { id, template } of await cancelExpired(db, clock.now()))
    log.warn({ mail: id, template }, "mail expired and was cancelled");
}

interface Rule {
  queue: MailQueue;
  /** How many of its mails are in hand at once. */
  most: number;
  /** After this a mail that is still on its way is let go, to be tried again. */
  sendMs: number;
}

/** The workers of one queue. */
function openPool(parts: Delivery, breaker: Breaker, { queue, most, sendMs }: Rule): WorkerPool {
  const rate = createRateLimit(parts.clock);
  return openWorkerPool<OutboxRow>({
    longestMs: sendMs,
    async next(underWay) {
      if (underWay >= breaker.limit(most) || !rate.hasRoom(await parts.mostPerMinute(queue))) return null;
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
    onError: (err, { id }) => parts.log.error({ err, mail: id }, "what became of a mail could not be kept"),
  });
}

/** Counts what leaves, so that no minute sees more than it may. */
interface RateLimit {
  hasRoom(perMinute: number): boolean;
  count(): void;
}

function createRateLimit(clock: Clock): RateLimit {
  const left: number[] = [];
  return {
    hasRoom(perMinute) {
      const minuteAgo = clock.now().getTime() - 60_000;
      while (left[0] !== undefined && left[0] <= minuteAgo) left.shift();
      return left.length < perMinute;
    },
    count: () => void left.push(clock.now().getTime()),
  };
}

/** Tells a server that is away from a mail that fails alone, and a slow one from a quick one. */
interface Breaker {
  /** How many of `most` mails may be in hand at once. */
  limit(most: number): number;
  /** The server answered, after so long; which mails that met silence before may be tried again at once. */
  noteAnswer(tookMs: number): string[];
  noteSilence(mailId: string): void;
  /** Whether it is time to ask if the server is back. */
  isProbeDue(): boolean;
  /** What it said to that; which mail may be tried first. */
  noteProbe(isThere: boolean): string[];
}

const pauseMs = 60_000;
const mostSilent = 3;
const slowMs = 5000;

/**
 * Once several mails in a row met no answer, nothing is sent: the server is asked once a minute whether it is there, so
 * that mails keep their tries however long it is away. When it is, one mail goes ahead, and after it the rest. A server
 * that is slow, or not known yet, gets one mail at a time: more would not hurry it, and those in hand when a process is
 * killed are the ones that arrive twice.
 */
function createBreaker(clock: Clock): Breaker {
  const unanswered = new Set<string>();
  let trust: "all" | "one" | "none" = "all";
  let isQuick = false;
  let askAt = 0;
  const wait = () => {
    trust = "none";
    askAt = clock.now().getTime() + pauseMs;
  };
  return {
    limit(most) {
      if (trust === "none") return 0;
      return trust === "all" && isQuick ? most : 1;
    },
    noteAnswer(tookMs) {
      isQuick = tookMs < slowMs;
      const delayed = trust === "all" ? [] : [...unanswered];
      unanswered.clear();
      trust = "all";
      return delayed;
    },
    noteSilence(mailId) {
      unanswered.add(mailId);
      if (trust === "one" || unanswered.size >= mostSilent) wait();
    },
    isProbeDue: () => trust === "none" && clock.now().getTime() >= askAt,
    noteProbe(isThere) {
      if (!isThere) wait();
      else trust = "one";
      return isThere ? [...unanswered].slice(0, 1) : [];
    },
  };
}
