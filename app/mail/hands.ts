import type { Breaker } from "./breaker.ts";
import { claimNext, hasten, type OutboxRow } from "./claims.ts";
import { type Delivery, deliver } from "./deliver.ts";
import type { Lane } from "./outbox.ts";
import { createPace } from "./pace.ts";

interface Rule {
  lane: Lane;
  /** How many of its mails are in hand at once. */
  most: number;
  /** After this a mail that is still on its way is let go, to be tried again. */
  sendMs: number;
}

/** The mails of one lane that are on their way. */
export interface Hands {
  /** Takes what is due until there is nothing more, or no hand free; `onFree` is told of each that becomes free. */
  fill(onFree: () => void): Promise<void>;
  close(): void;
  empty(graceMs: number): Promise<void>;
}

export function openHands(parts: Delivery, breaker: Breaker, { lane, most, sendMs }: Rule): Hands {
  const full = new Set<Promise<void>>();
  const end = new AbortController();
  const pace = createPace(parts.clock);
  let isClosed = false;
  const send = async (row: OutboxRow) => {
    const startedAt = parts.clock.now().getTime();
    const signal = AbortSignal.any([end.signal, AbortSignal.timeout(sendMs)]);
    const failure = await deliver(parts, row, signal);
    if (failure?.kind === "unreachable") breaker.noteSilence(row.id);
    else {
      const now = parts.clock.now();
      await hasten(parts.db, breaker.noteAnswer(now.getTime() - startedAt), now);
    }
  };
  return {
    async fill(onFree) {
      const perMinute = await parts.mostPerMinute(lane);
      while (!isClosed && full.size < breaker.limit(most) && pace.hasRoom(perMinute)) {
        const row = await claimNext(parts.db, parts.clock.now(), lane);
        if (row === null) return;
        pace.count();
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
    async empty(graceMs) {
      const late = setTimeout(() => end.abort(), graceMs);
      await Promise.all(full);
      clearTimeout(late);
    },
  };
}
