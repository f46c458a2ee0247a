import type { Clock } from "#app/platform/clock.ts";

/** Tells a server that is away from a mail that fails alone, and a slow one from a quick one. */
export interface Breaker {
  /** How many of `most` mails may be in hand at once. */
  limit(most: number): number;
  /** The server answered, after so long; which mails that met silence before may be tried again at once. */
  noteAnswer(tookMs: number): string[];
  noteSilence(mailId: string): void;
  /** Whether it is time to ask if the server is back. */
  isToBeAsked(): boolean;
  /** What it said to that; which mail may be tried first. */
  noteAsked(isThere: boolean): string[];
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
export function createBreaker(clock: Clock): Breaker {
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
    isToBeAsked: () => trust === "none" && clock.now().getTime() >= askAt,
    noteAsked(isThere) {
      if (!isThere) wait();
      else trust = "one";
      return isThere ? [...unanswered].slice(0, 1) : [];
    },
  };
}
