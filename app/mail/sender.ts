import { createBreaker } from "./breaker.ts";
import { claimNext, dropExpired, type OutboxRow } from "./claims.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { outboxLabel } from "./outbox.ts";

export interface SenderPace {
  /** How often it looks without being woken. */
  everyMs: number;
  /** How many mails are in hand at once. */
  most: number;
  /** After this a mail that is still on its way is let go, to be tried again. */
  sendMs: number;
  /** How long a stop waits for what is on its way. */
  graceMs: number;
}

const usual: SenderPace = { everyMs: 5000, most: 5, sendMs: 90_000, graceMs: 10_000 };

/** Sends what waits in the outbox: at once when something is put in, and again when its next try is due. */
export function startMailSender(parts: Delivery, pace: Partial<SenderPace> = {}): { stop(): Promise<void> } {
  const { everyMs, most, sendMs, graceMs } = { ...usual, ...pace };
  const { db, clock, log } = parts;
  const inHand = new Set<Promise<void>>();
  const end = new AbortController();
  const breaker = createBreaker(clock, most);
  let isStopping = false;

  const send = async (row: OutboxRow) => {
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(sendMs)]);
    const failure = await deliver(parts, row, signal);
    if (failure?.kind === "unreachable") breaker.noteSilence(row.id);
    else breaker.noteAnswer();
  };
  const look = async () => {
    while (!isStopping && inHand.size < breaker.limit()) {
      const row = await claimNext(db, clock.now());
      if (row === null) return;
      const one = send(row)
        .catch((err) => log.error({ err, mail: row.id }, "what became of a mail could not be kept"))
        .finally(() => {
          inHand.delete(one);
          wake();
        });
      inHand.add(one);
    }
  };
  const drop = async () => {
    for (const { id, template } of await dropExpired(db, clock.now()))
      log.warn({ mail: id, template }, "a mail was dropped: its time had run out");
  };
  const steps = inTurn((err) => log.error({ err }, "the outbox could not be read"));
  const wake = () => steps.add(look);
  const tick = () => {
    steps.add(drop);
    wake();
  };
  db.engine.onChange((labels) => {
    if (!isStopping && (labels === null || labels.has(outboxLabel))) wake();
  });
  tick();
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return {
    async stop() {
      isStopping = true;
      clearInterval(timer);
      await steps.done();
      const late = setTimeout(() => end.abort(), graceMs);
      await Promise.all(inHand);
      clearTimeout(late);
      parts.transport.close();
    },
  };
}

/** Runs steps one after the other; one that waits already is not added again. */
function inTurn(onError: (error: unknown) => void) {
  const waiting = new Set<() => Promise<void>>();
  let running: Promise<void> = Promise.resolve();
  return {
    add(step: () => Promise<void>): void {
      if (waiting.has(step)) return;
      waiting.add(step);
      running = running
        .then(() => {
          waiting.delete(step);
          return step();
        })
        .catch(onError);
    },
    done: () => running,
  };
}
