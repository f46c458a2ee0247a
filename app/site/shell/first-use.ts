/** Milliseconds after which whoever only reads counts as somebody who will use the page. */
const unasked = 3000;
const signsOfUse = ["pointermove", "pointerdown", "keydown", "scroll", "online"] as const;

/**
 * Fetches what a page will need once it is used, without making a first visit wait for it: at the first sign of use, or soon
 * after; and again at the next, where that failed. Answers how to stop.
 */
export function onFirstUse(fetch: () => Promise<void>): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const load = () => void fetch().then(stop, () => {});
  const timer = setTimeout(load, unasked);
  for (const sign of signsOfUse) addEventListener(sign, load, { passive: true, signal });
  return stop;

  function stop(): void {
    clearTimeout(timer);
    stopped.abort();
  }
}
