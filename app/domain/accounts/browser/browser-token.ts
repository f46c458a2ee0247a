import { createAccessToken } from "./access-token.ts";
import { tokenKey } from "./private-storage.ts";

/** Milliseconds after which a token request is aborted; sign-in continues without a token. */
const maxWait = 10_000;
/** Interval in milliseconds between checks of the token's age. */
const checkEveryMs = 10_000;

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
    signal: AbortSignal.timeout(maxWait),
  });
  if (!answer.ok) throw new Error(`/api/jwt answered ${answer.status}`);
  return ((await answer.json()) as { token: string }).token; // the server's own contract
}

/** Renews the token while the page is visible, and when it becomes visible or online again. @returns a stop function */
export function keepTokenFresh(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const refreshIfVisible = () => {
    if (document.visibilityState === "visible") void token.refresh();
  };
  const timer = setInterval(refreshIfVisible, checkEveryMs);
  document.addEventListener("visibilitychange", refreshIfVisible, { signal });
  window.addEventListener("online", refreshIfVisible, { signal });
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
