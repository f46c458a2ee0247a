/** Clocks of machines that are set right differ by less. */
const aheadMs = 3_600_000;

/** Whether a moment in a name is still to come: a clock that was wrong gave it, and nothing says when it really was. */
export function isAhead(takenAt: Date, now: Date): boolean {
  return takenAt.getTime() > now.getTime() + aheadMs;
}

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
