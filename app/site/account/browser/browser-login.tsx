import { createContext, type ReactNode, useContext, useEffect, useMemo, useSyncExternalStore } from "react";
import { tokenKey } from "#app/pages/access-token.ts";
import { keepTokenFresh, token } from "#app/pages/browser-token.ts";
import { accountChannel, forgetPrivate } from "#app/pages/private-storage.ts";
import { newKey } from "#app/site/forms/draft.ts";
import { askAccount, askUser } from "./account-api.ts";
import {
  createGooglePopup,
  googleSignIn,
  type PopupResult,
  type PopupWorld,
  popupChannel,
} from "./google-sign-in.ts";
import { createLogin, type Login, type LoginState } from "./login.ts";
import { SignInError } from "./sign-in-error.ts";
import { hasSignedInHint } from "./signed-in-hint.ts";

const width = 500;
const height = 600;

/** The browser's own windows, channel and clock. */
const popupWorld: PopupWorld = {
  open(address, name) {
    const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
    const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
    return window.open(
      address,
      name,
      `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
    );
  },
  hear(onMessage) {
    const channel = new BroadcastChannel(popupChannel);
    channel.onmessage = ({ data }) => onMessage(data);
    return () => channel.close();
  },
  isHidden: () => document.visibilityState === "hidden",
  newAttempt: newKey,
  now: Date.now,
};

/** Other pages of this site in this browser; one of them may sign somebody in or out. */
let changes: BroadcastChannel | null = null;

const popup = createGooglePopup(popupWorld, (result) => void arriveLate(result));

/** The login of this page. */
export const login = createLogin({
  ask: askAccount,
  askUser,
  token,
  openGoogle: () => googleSignIn.begin(popup),
  alert: (text) => window.alert(text),
  forget: forgetPrivate,
  tellOthers: () => changes?.postMessage("changed"),
});

/** A form that no script sent has signed somebody out: what a script would have done then is done now. */
export function followSignOut(): void {
  if (hasSignedInHint()) return;
  forgetPrivate();
  changes?.postMessage("changed");
}

async function arriveLate(result: PopupResult): Promise<void> {
  if (result.outcome === "in") await login.report();
  if (result.outcome === "second-step") location.assign("/login/second-step");
}

let isWatching = false;

/** Asks who is signed in, once, and from then on whenever another page may have changed it. */
function startLogin(): void {
  if (isWatching) return;
  isWatching = true;
  keepTokenFresh();
  void login.report();
  if ("BroadcastChannel" in window) changes = new BroadcastChannel(accountChannel);
  changes?.addEventListener("message", () => void login.report());
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === tokenKey && newValue === null) void login.report();
  });
  document.addEventListener("visibilitychange", () => {
    const isKnown = hasSignedInHint() === (login.state().user !== null);
    if (document.visibilityState === "visible" && !isKnown) void login.report();
  });
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
