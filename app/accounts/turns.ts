import { Refusal } from "#app/platform/refusal.ts";

/** Runs at most `atOnce` works at a time and lets at most `waiting` wait; the rest is refused at once as "too-busy". */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const queue: (() => void)[] = [];
  let running = 0;
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= atOnce) {
      if (queue.length >= waiting)
        throw new Refusal("too-busy", "Many people are signing in just now. Please try again in a moment.", {
          detail: 2,
        });
      await new Promise<void>((resolve) => queue.push(resolve));
    } else running += 1;
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
