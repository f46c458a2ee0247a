import { createBreaker } from "./breaker.ts";
import { dropExpired, hasten } from "./claims.ts";
import type { Delivery } from "./deliver.ts";
import { openHands } from "./hands.ts";
import { runInTurn } from "./in-turn.ts";
import { lanes, outboxLabel } from "./outbox.ts";

export interface SenderPace {
  /** How often it looks without being woken. */
  everyMs: number;
  /** How many letters are in hand at once. */
  most: number;
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

const usual: SenderPace = { everyMs: 5000, most: 5, mostBulk: 3, sendMs: 60_000, graceMs: 10_000 };

/** Sends what waits in the outbox: at once when something is put in, and again when its next try is due. Letters go first. */
export function startMailSender(parts: Delivery, pace: Partial<SenderPace> = {}): MailSender {
  const { everyMs, graceMs, most, mostBulk, sendMs } = { ...usual, ...pace };
  const breaker = createBreaker(parts.clock);
  const hands = [
    openHands(parts, breaker, { lane: lanes.letters, most, sendMs }),
    openHands(parts, breaker, { lane: lanes.bulk, most: mostBulk, sendMs }),
  ];
  const steps = runInTurn((err) => parts.log.error({ err }, "the outbox could not be read"));
  const look = async () => {
    for (const lane of hands) await lane.fill(wake);
  };
  const wake = () => steps.add(look);
  const end = new AbortController();
  const ask = async () => {
    const isThere = await parts.transport.isThere(end.signal);
    await hasten(parts.db, breaker.noteAsked(isThere), parts.clock.now());
    wake();
  };
  const drop = () => dropOverdue(parts);
  const tick = () => {
    steps.add(drop);
    if (breaker.isToBeAsked()) steps.add(ask);
    wake();
  };
  parts.db.engine.onChange((labels) => {
    if (labels === null || labels.has(outboxLabel)) wake();
  });
  tick();
  const timer = setInterval(tick, everyMs);
  timer.unref();
  return {
    isServerAway: () => breaker.limit(1) === 0,
    async stop() {
      clearInterval(timer);
      end.abort();
      for (const lane of hands) lane.close();
      await steps.end();
      await Promise.all(hands.map((lane) => lane.empty(graceMs)));
      parts.transport.close();
    },
  };
}

async function dropOverdue({ db, clock, log }: Delivery): Promise<void> {
  for (const { id, template } of await dropExpired(db, clock.now()))
    log.warn({ mail: id, template }, "a mail was dropped: its time had run out");
}
