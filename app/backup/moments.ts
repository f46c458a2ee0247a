import { isAhead } from "./backup-store.ts";

/** Sorts the newest first. What is named ahead of now counts as older than all others. */
export function byMoment(now: Date): (one: { takenAt: Date }, other: { takenAt: Date }) => number {
  return ({ takenAt: one }, { takenAt: other }) =>
    Number(isAhead(one, now)) - Number(isAhead(other, now)) || other.getTime() - one.getTime();
}

/** A line for whoever restores the latest. */
export function sayAhead(names: readonly string[]): string {
  const [name = "", ...others] = names;
  const more =
    others.length === 0 ? "" : ` So ${others.length === 1 ? "is one more" : `are ${others.length} more`}.`;
  return `${name} is passed over: the moment in its name is still to come, so the clock was ahead when it was made.${more}`;
}
