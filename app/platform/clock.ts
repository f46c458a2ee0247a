/** The present moment; tests put their own in its place. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** How moments are stored: ISO 8601 in UTC with milliseconds, so that text order is time order on both engines. */
export function timestamp(clock: Clock): string {
  return clock.now().toISOString();
}
