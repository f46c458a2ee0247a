/** Runs work at most `width` at a time, the rest in order of arrival. */
export function createQueue(width: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running < width) running += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      // The place is handed on, so that nobody who comes in between takes it.
      if (next) next();
      else running -= 1;
    }
  };
}
