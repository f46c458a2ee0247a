/** Something done again and again until it is stopped. */
export interface Repeated {
  /** Resolves when what is under way has ended. */
  stop(): Promise<void>;
}

/** Does `work` now and then every so often, one round after the other; a round that fails is told and delays no other. */
export function repeat(
  work: () => Promise<unknown>,
  everyMs: number,
  onError: (error: unknown) => void,
): Repeated {
  let running: Promise<unknown> = Promise.resolve();
  const round = () => {
    running = running.then(work).catch(onError);
  };
  round();
  const timer = setInterval(round, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
