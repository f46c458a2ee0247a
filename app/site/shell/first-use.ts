/** Milliseconds after which whoever only reads counts as somebody who will use the page. */
const delayWithoutUse = 3000;
const signsOfUse = ["pointermove", "pointerdown", "keydown", "scroll", "online"] as const;

/** Milliseconds for which signs of use count for nothing after it could not be fetched: a pointer that moves is one after another. */
const pause = 1000;

/**
 * Fetches what a page will need once it is used, without making a first visit wait for it: at the first sign of use, or soon
 * after; and again at the next a moment later, where that failed. Answers how to stop.
 */
export function onFirstUse(fetch: () => Promise<void>): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  let isResting = false;
  const load = () => {
    if (isResting) return;
    isResting = true;
    fetch().then(stop, () => setTimeout(() => (isResting = false), pause));
  };
  const timer = setTimeout(load, delayWithoutUse);
  for (const sign of signsOfUse) addEventListener(sign, load, { passive: true, signal });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    stopped.abort();
  }
}
