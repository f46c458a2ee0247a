import { createBreaker } from "./breaker.ts";
import { claimNext, dropExpired, type OutboxRow } from "./claims.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { runInTurn } from "./in-turn.ts";
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
  const { everyMs, graceMs, ...limits } = { ...usual, ...pace };
  const hands = openHands(parts, limits);
  const steps = runInTurn((err) => parts.log.error({ err }, "the outbox could not be read"));
  const look = () => hands.fill(wake);
  const wake = () => steps.add(look);
  const drop = () => dropOverdue(parts);
  const tick = () => {
    steps.add(drop);
    wake();
  };
  parts.db.engine.onChange((labels) => {
    if (labels === null || labels.has(outboxLabel)) wake();
  });
  tick();
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      hands.close();
      await steps.end();
      await hands.empty(graceMs);
      parts.transport.close();
    },
  };
}

/** The mails on their way at one time. */
function openHands(parts: Delivery, { most, sendMs }: Pick<SenderPace, "most" | "sendMs">) {
  const full = new Set<Promise<void>>();
  const end = new AbortController();
  const breaker = createBreaker(parts.clock, most);
  let isClosed = false;
  const send = async (row: OutboxRow) => {
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(sendMs)]);
    const failure = await deliver(parts, row, signal);
    if (failure?.kind === "unreachable") breaker.noteSilence(row.id);
    else breaker.noteAnswer();
  };
  return {
    /** Takes what is due until there is nothing more, or no hand free; `onFree` is told of each that becomes free. */
    async fill(onFree: () => void) {
      while (!isClosed && full.size < breaker.limit()) {
        const row = await claimNext(parts.db, parts.clock.now());
        if (row === null) return;
        const one: Promise<void> = send(row)
          .catch((err) => parts.log.error({ err, mail: row.id }, "what became of a mail could not be kept"))
          .then(() => void full.delete(one))
          .then(onFree);
        full.add(one);
      }
    },
    close() {
      isClosed = true;
    },
    async empty(graceMs: number) {
      const late = setTimeout(() => end.abort(), graceMs);
      await Promise.all(full);
      clearTimeout(late);
    },
  };
}

async function dropOverdue({ db, clock, log }: Delivery): Promise<void> {
  for (const { id, template } of await dropExpired(db, clock.now()))
    log.warn({ mail: id, template }, "a mail was dropped: its time had run out");
}
