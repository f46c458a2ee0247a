import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { keepTokenFresh, token } from "#app/domain/accounts/browser/browser-token.ts";
import { accountChannel, forgetPrivate, tokenKey } from "#app/domain/accounts/browser/private-storage.ts";
import { askAccount, askUser } from "./account-api.ts";
import type { PopupResult } from "./google-sign-in.ts";
import { createLogin, type Login, type LoginState } from "./login.ts";
import { SignInError } from "./sign-in-error.ts";
import { hasSignedInHint } from "./signed-in-hint.ts";

let changes: BroadcastChannel | null = null;

/** Opens the channel to other tabs of this site, which may sign a user in or out. */
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
    return beginGoogleSignIn((result) => void finishLateSignIn(result));
  },
  alert: (text) => window.alert(text),
  forget: forgetPrivate,
  notifyTabs,
});

/** Clears private data and notifies other tabs after a sign-out by a form without scripts. */
export async function followSignOut(): Promise<void> {
  await login.report();
  if (hasSignedInHint()) return;
  forgetPrivate();
  notifyTabs();
}

/** Loads the Google sign-in, which pages without its button don't need. Throws a SignInError. */
export function fetchGoogle(): Promise<typeof import("./google-sign-in.ts")> {
  return import("./google-sign-in.ts").catch(() => {
    throw new SignInError("network-request-failed");
  });
}

async function finishLateSignIn(result: PopupResult): Promise<void> {
  if (result.outcome === "in") {
    await login.report();
    notifyTabs();
  }
  if (result.outcome === "second-step") location.assign("/login/second-step");
}

let isWatching = false;

/** Reads the signed-in user once, and again whenever another tab may have changed it. */
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

/** Whether the signed-in hint differs from the last known user. */
export function isOutdated(): boolean {
  const { loading, user } = login.state();
  return !loading && hasSignedInHint() !== (user !== null);
}

/** State and operations of the login, for screens. */
export type LoginValue = LoginState &
  Pick<Login, "createUser" | "signIn" | "resetPassword" | "signOut" | "signInWithGoogle">;

const LoginContext = createContext<LoginValue | null>(null);

/** Provides the login to all screens below; all providers of a page share one state. */
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
