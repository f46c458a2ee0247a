import { tokenKey } from "#app/pages/access-token.ts";
import { keepTokenFresh, token } from "#app/pages/browser-token.ts";
import { accountChannel, forgetPrivate } from "#app/pages/private-storage.ts";
import { newKey } from "#app/site/forms/key-field.ts";
import { askAccount, askUser } from "./account-api.ts";
import { googleSignIn } from "./check-place.ts";
import { createGooglePopup, type PopupResult, type PopupWorld } from "./google-popup.ts";
import { createLogin } from "./login.ts";
import { popupChannel } from "./popup-event.ts";
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
export function startLogin(): void {
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
