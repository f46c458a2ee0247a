type Step = () => Promise<void>;

/** Runs steps one after the other. One that waits already is not added again; after the end none is. */
export function createSerialQueue(onError: (error: unknown) => void): {
  add(step: Step): void;
  end(): Promise<void>;
} {
  const waiting = new Set<Step>();
  let running: Promise<void> = Promise.resolve();
  let hasEnded = false;
  const run = async (step: Step) => {
    waiting.delete(step);
    if (!hasEnded) await step();
  };
  return {
    add(step) {
      if (hasEnded || waiting.has(step)) return;
      waiting.add(step);
      running = running.then(() => run(step)).catch(onError);
    },
    end() {
      hasEnded = true;
      return running;
    },
  };
}
