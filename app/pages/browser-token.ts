import { useEffect } from "react";
import { useLocation } from "react-router";
import { createAccessToken } from "./access-token.ts";
import { tokenKey } from "./private-storage.ts";

/** Milliseconds the token is waited for: whoever signs in goes on without one rather than not at all. */
const longestWait = 10_000;
/** Milliseconds between two looks at its age. */
const lookEvery = 10_000;

/** The access token of this page. */
export const token = createAccessToken({
  fetchToken,
  storage: () => localStorage,
  now: Date.now,
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line
  log: (text) => console.error(text),
});

async function fetchToken(email: string): Promise<string> {
  const answer = await fetch("/api/jwt", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email }),
    cache: "no-store",
    signal: AbortSignal.timeout(longestWait),
  });
  if (!answer.ok) throw new Error(`/api/jwt answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token; // the server's own contract
}

/** Keeps the token fresh while the page is visible, and once it is visible or connected again. @returns ends that */
export function keepTokenFresh(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const look = () => {
    if (document.visibilityState === "visible") void token.refresh();
  };
  const timer = setInterval(look, lookEvery);
  document.addEventListener("visibilitychange", look, { signal });
  window.addEventListener("online", look, { signal });
  window.addEventListener(
    "storage",
    ({ key, newValue }) => {
      // Another page of this browser has signed out.
      if (key === tokenKey && newValue === null) void token.follow(null);
    },
    { signal },
  );
  return () => {
    clearInterval(timer);
    ended.abort();
  };
}

/** Has a good token in the browser's storage for whoever is signed in, on a page that knows them from the server. */
export function useAccessToken(email: string): void {
  const { key } = useLocation();
  useEffect(() => {
    void token.follow(email);
    return keepTokenFresh();
  }, [email]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place is a look at its age
  useEffect(() => void token.refresh(), [key]);
}
