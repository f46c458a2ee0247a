const minute = 60_000;
const hour = 60 * minute;

/** Waits between the tries, fourfold each time up to six hours: ten tries in a little more than a day. */
const waits = [minute, 4 * minute, 16 * minute, hour, 4 * hour, ...Array<number>(4).fill(6 * hour)];

export const mostTries = waits.length + 1;

/** When a mail that failed for the `attempts`-th time is tried again; null when it is given up. */
export function nextTry(attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
