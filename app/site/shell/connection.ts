import { useSyncExternalStore } from "react";

type Fetch = typeof window.fetch;

/** What waits for the line; each is told to try again. */
const waiting = new Set<{ retry(): void }>();
const listeners = new Set<() => void>();
/** Sends the forms that wait for the line. */
const waitingForms = new Set<() => void>();
/** Whether the script of a page could not be fetched, so that only its document can still bring it. */
let needsDocument = false;

/** Milliseconds after which what waits tries again by itself. */
const longestWait = 10_000;

/** What a form says that does not send itself later. */
export const notSentOffline = "You’re offline, so nothing was sent. Try again when you’re back online.";

/** Whether a page can't be fetched for want of a connection. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(subscribe, () => waiting.size > 0, never);
}

/** Whether the page that is under way has to be loaded as a document. */
export function useNeedsDocument(): boolean {
  return useSyncExternalStore(subscribe, () => needsDocument, never);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const never = () => false;

/** Ends the wish to load a page as a document: another page or a form has taken its place. */
export function forgetDocument(): void {
  if (!needsDocument) return;
  needsDocument = false;
  notifyListeners();
}

/** Sends a form when the line is back, before any page that waits for it. The result ends the waiting. */
export function sendWhenOnline(send: () => void): () => void {
  waitingForms.add(send);
  window.addEventListener("online", send);
  return () => {
    waitingForms.delete(send);
    window.removeEventListener("online", send);
  };
}

/** Whether a form took the line; a page that waited for it gives way. */
export function sendWaitingForms(): boolean {
  for (const send of waitingForms) send();
  return waitingForms.size > 0;
}

/** Tries everything again that waits for the line. */
export function tryAgain(): void {
  for (const { retry } of waiting) retry();
}

/**
 * Fetches like the browser's own, but where no answer comes it waits for the line and asks again, until it is told to
 * stop: the page one is on stays meanwhile. For reading alone, since what is asked may have arrived before.
 */
export async function fetchPatiently(fetch: Fetch, ...[input, init]: Parameters<Fetch>): Promise<Response> {
  const signal = init?.signal;
  const turn = { retry: () => {} };
  try {
    for (;;) {
      try {
        const answer = await fetch(input, init);
        if (waiting.has(turn)) sendWaitingForms();
        return answer;
      } catch (error) {
        if (signal?.aborted) throw error;
      }
      waiting.add(turn);
      notifyListeners();
      await waitForLine(turn, signal);
    }
  } finally {
    if (waiting.delete(turn)) notifyListeners();
  }
}

/** Ends when the line is back, somebody asked for it, or some time has passed; throws when it is no longer wanted. */
async function waitForLine(turn: { retry(): void }, signal: AbortSignal | null | undefined): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const end = new AbortController();
  turn.retry = resolve;
  const timer = setTimeout(resolve, longestWait);
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

/** Makes what React Router asks for in place of a page wait for the line; the dashboard says itself what it could not fetch. */
export function waitForTheLine(): void {
  const { fetch } = window;
  window.fetch = (input, init) =>
    isPageData(input, init) ? fetchPatiently(fetch, input, init) : fetch(input, init);
  // React Router loads the document anew where a page's script can't be fetched. Without a line nothing of the page one
  // is on would be left: it stays instead, until the one that was chosen can be loaded. (Vite reloads pages as well.)
  if (import.meta.env.PROD && "navigation" in window)
    window.navigation.addEventListener("navigate", (event) => {
      if (event.navigationType !== "reload" || event.userInitiated || !event.cancelable) return;
      event.preventDefault();
      needsDocument = true;
      notifyListeners();
    });
}

function isPageData(input: Parameters<Fetch>[0], init: RequestInit | undefined): boolean {
  if (input instanceof Request || (init?.method ?? "GET") !== "GET") return false;
  const { pathname } = new URL(input, location.href);
  return pathname.endsWith(".data") && !pathname.startsWith("/dashboard");
}
