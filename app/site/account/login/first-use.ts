/** Milliseconds until the fetch starts without an interaction. */
const idleDelay = 3000;
const interactionEvents = ["pointermove", "pointerdown", "keydown", "scroll", "online"] as const;

/** Milliseconds before a failed fetch may be retried, since a moving pointer sends many events. */
const retryPause = 1000;

/**
 * Fetches the code of a page at the first interaction or after a delay, so that a first visit does not wait for it.
 * Retries a failed fetch at a later interaction; returns a function that stops it.
 */
export function onFirstUse(fetch: () => Promise<void>): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isBusy = false;
  const load = () => {
    if (isBusy) return;
    isBusy = true;
    fetch().then(stop, () => setTimeout(() => (isBusy = false), retryPause));
  };
  const timer = setTimeout(load, idleDelay);
  for (const event of interactionEvents) addEventListener(event, load, { passive: true, signal });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    stopped.abort();
  }
}
