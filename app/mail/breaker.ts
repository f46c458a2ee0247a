import type { Clock } from "#app/platform/clock.ts";

/** Tells a server that is away from a mail that fails alone. */
export interface Breaker {
  /** How many mails may be in hand at once. */
  limit(): number;
  noteAnswer(): void;
  noteSilence(mailId: string): void;
}

const pauseMs = 60_000;

/**
 * Once several mails in a row met no answer, one a minute asks whether the server is back: the others wait without
 * using up their tries, and leave at once when it is.
 */
export function createBreaker(clock: Clock, most: number): Breaker {
  const unanswered = new Set<string>();
  let pausedUntil = 0;
  return {
    limit() {
      if (unanswered.size < 3) return most;
      return clock.now().getTime() < pausedUntil ? 0 : 1;
    },
    noteAnswer: () => unanswered.clear(),
    noteSilence(mailId) {
      unanswered.add(mailId);
      pausedUntil = clock.now().getTime() + pauseMs;
    },
  };
}
