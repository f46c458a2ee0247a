import { accountChannel, tokenKey } from "#app/pages/private-storage.ts";
import { hasSignedInHint } from "./signed-in-hint.ts";

/**
 * What pages with a sign-in hold from their start. The login itself, and the ways in without a password, are fetched when they
 * are needed: most of whoever reads such a page is not signed in, and its form works without them.
 */

/** What stopped a way in without a password, as a page shows it. */
export interface SignInFailure {
  /** What is wrong, in a sentence. */
  title: string;
  /** What to do now, where it stands apart. */
  nextStep?: string;
  /** The browser kept the popup from opening. */
  isBlocked?: boolean;
}

/** Whether this browser knows passkeys, and their options as JSON. */
export function knowsPasskeys(): boolean {
  return typeof PublicKeyCredential !== "undefined" && "parseRequestOptionsFromJSON" in PublicKeyCredential;
}

/**
 * Calls `onIn` as soon as somebody is signed in, by whatever page or popup of this browser. Asks the server before, since a
 * hint may be old. Answers how to stop.
 */
export function whenSignedIn(onIn: () => void): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  async function look(): Promise<void> {
    if (!hasSignedInHint() && !hasToken()) return;
    const { login } = await import("./browser-login.tsx");
    await login.report();
    if (login.state().user && !signal.aborted) onIn();
  }
  // A script that can't be fetched now is asked for by the next look.
  const lookAgain = () => void look().catch(() => {});
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(accountChannel) : null;
  channel?.addEventListener("message", lookAgain);
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && lookAgain(), {
    signal,
  });
  lookAgain();
  return () => {
    stopped.abort();
    channel?.close();
  };
}

function hasToken(): boolean {
  try {
    return localStorage.getItem(tokenKey) !== null;
  } catch {
    return false;
  }
}
