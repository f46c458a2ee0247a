import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { keepTokenFresh, token } from "#app/pages/browser-token.ts";
import { accountChannel, forgetPrivate, tokenKey } from "#app/pages/private-storage.ts";
import { askAccount, askUser } from "./account-api.ts";
import type { PopupResult } from "./google-sign-in.ts";
import { createLogin, type Login, type LoginState } from "./login.ts";
import { SignInError } from "./sign-in-error.ts";
import { hasSignedInHint } from "./signed-in-hint.ts";

let changes: BroadcastChannel | null = null;

/** To other pages of this site in this browser; one of them may sign somebody in or out. */
function openChanges(): BroadcastChannel | null {
  if ("BroadcastChannel" in window) changes ??= new BroadcastChannel(accountChannel);
  return changes;
}

function notifyTabs(): void {
  openChanges()?.postMessage("changed");
}

/** The login of this page. */
export const login = createLogin({
  ask: askAccount,
  askUser,
  token,
  async openGoogle() {
    const { beginGoogleSignIn } = await fetchGoogle();
    return beginGoogleSignIn((result) => void arriveLate(result));
  },
  alert: (text) => window.alert(text),
  forget: forgetPrivate,
  notifyTabs,
});

/** A form that no script sent has signed somebody out: what a script would have done then is done now. */
export async function followSignOut(): Promise<void> {
  await login.report();
  if (hasSignedInHint()) return;
  forgetPrivate();
  notifyTabs();
}

/** Pages without Google's button never fetch it. Throws a SignInError. */
export function fetchGoogle(): Promise<typeof import("./google-sign-in.ts")> {
  return import("./google-sign-in.ts").catch(() => {
    throw new SignInError("network-request-failed");
  });
}

async function arriveLate(result: PopupResult): Promise<void> {
  if (result.outcome === "in") {
    await login.report();
    notifyTabs();
  }
  if (result.outcome === "second-step") location.assign("/login/second-step");
}

let isWatching = false;

/** Asks who is signed in, once, and from then on whenever another page may have changed it. */
function startLogin(): void {
  if (isWatching) return;
  isWatching = true;
  keepTokenFresh();
  void login.report();
  openChanges()?.addEventListener("message", () => void login.report());
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === tokenKey && newValue === null) void login.report();
  });
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible" && isOutdated()) void login.report();
  });
}

/** Whether the hint beside the session says otherwise than what was last heard of who is signed in. */
export function isOutdated(): boolean {
  const { loading, user } = login.state();
  return !loading && hasSignedInHint() !== (user !== null);
}

/** What screens know of the sign-in, and can do about it. */
export type LoginValue = LoginState &
  Pick<Login, "createUser" | "signIn" | "resetPassword" | "signOut" | "signInWithGoogle">;

const LoginContext = createContext<LoginValue | null>(null);

/** Whoever is signed in, for all screens below; all providers of a page show the same. */
export function LoginProvider({ children }: { children: ReactNode }) {
  const state = useSyncExternalStore(login.subscribe, login.state, login.state);
  useEffect(startLogin, []);
  const value = useMemo(() => ({ ...login, ...state }), [state]);
  return <LoginContext value={value}>{children}</LoginContext>;
}

export function useLogin(): LoginValue {
  const value = useContext(LoginContext);
  if (!value) throw new SignInError("dependent-sdk-initialized-before-auth");
  return value;
}
