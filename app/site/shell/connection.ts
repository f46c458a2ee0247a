type Fetch = typeof window.fetch;

/** Requests that wait for a connection. */
const waiting = new Set<{ retry(): void }>();
const listeners = new Set<() => void>();
/** Functions that send the forms waiting for a connection. */
const waitingForms = new Set<() => void>();

/** Milliseconds until an automatic retry. */
const maxWait = 10_000;

/** Messages of a form that was not accepted, by reason: no connection, no answer, a failure of the server, or no session. */
export const unsentWords = {
  offline: "You’re offline, so nothing was sent. Try again when you’re back online.",
  unreached:
    "This did not reach us: your connection may be gone. Everything you wrote is still here, so please try again.",
  failed: "That did not work on our side. Everything you wrote is still here: please try again in a minute.",
  signedOut:
    "You’re signed out, so nothing was saved. Everything you wrote is still here: sign in in another tab, then try again.",
} as const;

/** Why a form got no answer. */
export function unansweredReason(): "offline" | "unreached" {
  return navigator.onLine ? "unreached" : "offline";
}

/** Whether a page waits for a connection. */
export function isWaitingForConnection(): boolean {
  return waiting.size > 0;
}

/** @returns function that unsubscribes */
export function onWaitingChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Sends a form when the connection is back, before any waiting page.
 * @returns function that cancels it
 */
export function sendWhenOnline(send: () => void): () => void {
  waitingForms.add(send);
  window.addEventListener("online", send);
  return () => {
    waitingForms.delete(send);
    window.removeEventListener("online", send);
  };
}

/** Retries all waiting requests. */
export function tryAgain(): void {
  for (const { retry } of waiting) retry();
}

/**
 * Like `fetch`, but retries until it gets an answer or is aborted. For GET requests only, since a request without an
 * answer may have reached the server.
 */
export async function fetchPatiently<Answer>(
  fetch: (...request: Parameters<Fetch>) => Promise<Answer>,
  ...[input, init]: Parameters<Fetch>
): Promise<Answer> {
  const signal = init?.signal;
  const waiter = { retry: () => {} };
  try {
    for (;;) {
      try {
        const answer = await fetch(input, init);
        if (waiting.has(waiter)) for (const send of waitingForms) send();
        return answer;
      } catch (error) {
        if (signal?.aborted) throw error;
      }
      waiting.add(waiter);
      notifyListeners();
      await waitForRetry(waiter, signal);
    }
  } finally {
    if (waiting.delete(waiter)) notifyListeners();
  }
}

/** Resolves when online again, on `tryAgain` or after the longest wait; throws when aborted. */
async function waitForRetry(
  waiter: { retry(): void },
  signal: AbortSignal | null | undefined,
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = new AbortController();
  waiter.retry = resolve;
  const timer = setTimeout(resolve, maxWait);
  window.addEventListener("online", () => resolve(), { signal: end.signal });
  signal?.addEventListener("abort", () => reject(signal.reason), { signal: end.signal });
  try {
    await promise;
  } finally {
    clearTimeout(timer);
    end.abort();
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener();
}
