import type { Clock } from "#app/platform/clock.ts";

/** Counts what leaves, so that no minute sees more than it may. */
export interface Pace {
  hasRoom(perMinute: number): boolean;
  count(): void;
}

export function createPace(clock: Clock): Pace {
  const left: number[] = [];
  return {
    hasRoom(perMinute) {
      const minuteAgo = clock.now().getTime() - 60_000;
      while (left[0] !== undefined && left[0] <= minuteAgo) left.shift();
      return left.length < perMinute;
    },
    count: () => void left.push(clock.now().getTime()),
  };
}
