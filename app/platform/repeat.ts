/** Something done again and again until it is stopped. */
export interface Repeated {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/**
 * Does `work` now, or after a first while, and then every so often, one round after the other; a round that fails is told and
 * delays no other.
 */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
  firstAfterMs = 0,
): Repeated {
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running.then(work).catch(onError);
  };
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    round();
    timer = setInterval(round, everyMs);
    timer.unref();
  };
  const first = firstAfterMs > 0 ? setTimeout(begin, firstAfterMs).unref() : undefined;
  if (firstAfterMs <= 0) begin();
  return {
    async stop() {
      clearTimeout(first);
      clearInterval(timer);
      await running;
    },
  };
}
