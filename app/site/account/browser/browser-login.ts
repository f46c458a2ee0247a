import { createAccessToken, tokenKey } from "./access-token.ts";
import { askAccount, askUser } from "./account-api.ts";
import { createGooglePopup, type PopupResult } from "./google-popup.ts";
import { googleSignIn } from "./google-sign-in.ts";
import { createLogin } from "./login.ts";
import { popupWorld } from "./popup-world.ts";
import { hasSignedInHint } from "./signed-in-hint.ts";

/** Other pages of this site in this browser; one of them may sign somebody in or out. */
let changes: BroadcastChannel | null = null;

const token = createAccessToken({
  fetchToken: async (email) => (await askAccount<{ token: string }>("jwt", { email })).token,
  storage: () => localStorage,
  now: Date.now,
  // biome-ignore lint/suspicious/noConsole: the specification asks for this line
  log: (text) => console.error(text),
});

const popup = createGooglePopup(popupWorld, (result) => void arriveLate(result));

/** The login of this page. */
export const login = createLogin({
  ask: askAccount,
  askUser,
  token,
  openGoogle: () => googleSignIn.begin(popup),
  alert: (text) => window.alert(text),
  tellOthers: () => changes?.postMessage("changed"),
});

/** A token for our API that is good now; null when nobody is signed in. */
export const useAccessToken = token.use;

async function arriveLate(result: PopupResult): Promise<void> {
  if (result.outcome === "in") await login.report();
  if (result.outcome === "second-step") location.assign("/login/second-step");
}

let isWatching = false;

/** Asks who is signed in, once, and from then on whenever another page may have changed it. */
export function startLogin(): void {
  if (isWatching) return;
  isWatching = true;
  void login.report();
  if ("BroadcastChannel" in window) changes = new BroadcastChannel("frontdesk-account");
  changes?.addEventListener("message", () => void login.report());
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key === tokenKey && newValue === null) void login.report();
  });
  document.addEventListener("visibilitychange", () => {
    const isKnown = hasSignedInHint() === (login.state().user !== null);
    if (document.visibilityState === "visible" && !isKnown) void login.report();
  });
}
