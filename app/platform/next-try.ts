/** When what failed for the `attempts`-th time is tried again; null when it is given up. @param waits between the tries, in milliseconds */
export function retryAt(waits: readonly number[], attempts: number, now: Date): Date | null {
  const wait = waits[attempts - 1];
  return wait === undefined ? null : new Date(now.getTime() + wait);
}
