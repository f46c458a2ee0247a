import { useEffect, useState } from "react";

/** How far a step is, and when that was seen, in milliseconds. */
export interface SeenProgress {
  step: string;
  done: number;
  total: number;
  at: number;
}

/** A pace is worth telling after so long. */
const leastMs = 5000;

/** Milliseconds until a step is done at its pace between two looks at it; null where these tell no pace. */
export function timeLeftOf(first: SeenProgress, last: SeenProgress): number | null {
  const elapsed = last.at - first.at;
  const done = last.done - first.done;
  if (first.step !== last.step || first.total !== last.total || done <= 0 || elapsed < leastMs) return null;
  return ((last.total - last.done) * elapsed) / done;
}

/** "About 4 minutes left in this step." */
export function sayTimeLeft(ms: number): string {
  if (ms < 60_000) return "Less than a minute left in this step.";
  const minutes = Math.round(ms / 60_000);
  if (minutes < 100) return `About ${minutes} ${minutes === 1 ? "minute" : "minutes"} left in this step.`;
  return `About ${Math.round(minutes / 60)} hours left in this step.`;
}

/** The time left in the step on screen, as a sentence; empty until two looks allow an estimate. */
export function useTimeLeft({ step, done, total }: Omit<SeenProgress, "at">): string {
  const [looks, setLooks] = useState<{ first: SeenProgress; last: SeenProgress } | null>(null);
  useEffect(() => {
    const last = { step, done, total, at: performance.now() };
    setLooks((before) => {
      const isSame = before?.first.step === step && before.first.total === total && before.last.done <= done;
      return { first: isSame ? before.first : last, last };
    });
  }, [step, done, total]);
  const ms = looks && looks.last.step === step ? timeLeftOf(looks.first, looks.last) : null;
  return ms === null ? "" : sayTimeLeft(ms);
}
