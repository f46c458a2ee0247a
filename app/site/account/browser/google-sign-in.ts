import type { Project } from "#app/accounts/accounts.ts";
import { popupChannel } from "#app/pages/private-storage.ts";
import { newKey } from "#app/site/forms/send-form.ts";
import { askProject } from "./account-api.ts";
import { SignInError, type SignInErrorCode } from "./sign-in-error.ts";

/** What the page says about signing in with Google. */
export interface SignInConfig {
  /** Names this site to the project's address; no secret. */
  apiKey: string;
  /** The host whose pages sign one in. */
  authDomain: string;
}

/** What a browser can do, and where the page is. */
interface SignInPlace {
  hostname: string;
  canOpenPopups: boolean;
  keepsCookies: boolean;
}

/** Throws a SignInError where no Google sign-in can be begun. */
export function checkConfig(config: SignInConfig | null, place: SignInPlace): asserts config is SignInConfig {
  if (!config) throw new SignInError("dependent-sdk-initialized-before-auth");
  if (!place.canOpenPopups) throw new SignInError("operation-not-supported-in-this-environment");
  if (!place.keepsCookies) throw new SignInError("web-storage-unsupported");
  if (!config.apiKey) throw new SignInError("invalid-api-key");
  if (!config.authDomain) throw new SignInError("auth-domain-config-required");
}

/** Throws a SignInError when the project knows no Google sign-in, or none from here. */
export function checkProject(project: Project, place: SignInPlace): void {
  if (!project.signInKinds.includes("google"))
    throw new SignInError("operation-not-supported-in-this-environment");
  if (!project.authorizedDomains.includes(place.hostname)) throw new SignInError("unauthorized-domain");
}

let config: SignInConfig | null = null;
let project: Promise<Project> | null = null;
let popup: GooglePopup | null = null;

/** Asks for the project at once: a click that has to wait for it may find its popup blocked. */
export function prepareGoogleSignIn(given: SignInConfig): void {
  config = given;
  project ??= askProject(given.apiKey);
  project.catch(() => {
    project = null;
  });
}

/**
 * Signs in with Google in a popup, as the page was prepared for it. Throws a SignInError.
 * @param onLate hears of a popup that was taken for closed and was not
 */
export async function beginGoogleSignIn(onLate: (result: PopupResult) => void): Promise<PopupResult> {
  const place = {
    hostname: location.hostname,
    canOpenPopups: /^https?:$/.test(location.protocol) && "BroadcastChannel" in window,
    keepsCookies: navigator.cookieEnabled,
  };
  checkConfig(config, place);
  checkProject(await (project ?? askProject(config.apiKey)), place);
  popup ??= createGooglePopup(popupWorld, onLate);
  return popup.begin();
}

export interface PopupWindow {
  readonly closed: boolean;
  close(): void;
}

/** What the popup needs of the browser. */
export interface PopupDependencies {
  open(address: string, name: string): PopupWindow | null;
  /** Hears every message of the popups' channel; answers how to stop that. */
  hear(onMessage: (message: unknown) => void): () => void;
  isHidden(): boolean;
  newAttempt(): string;
  now(): number;
}

export type PopupResult = { outcome: "in" | "second-step" } | { outcome: "refused"; code: string };

interface GooglePopup {
  /** Opens the popup, in the very moment of a click; a new one ends the one before. */
  begin(): Promise<PopupResult>;
}

interface Attempt {
  popup: PopupWindow;
  name: string;
  succeed(result: PopupResult): void;
  fail(code: SignInErrorCode): void;
}

/**
 * One popup at a time. Whether it is closed can't be known for sure, since isolated pages look closed to us: that is
 * reported late, and a result that comes after all is still accepted and told to `onLate`.
 */
export function createGooglePopup(
  deps: PopupDependencies,
  onLate: (result: PopupResult) => void,
): GooglePopup {
  const memory = createEventMemory(deps.now);
  let cancel = () => {};

  return {
    begin() {
      cancel();
      const name = deps.newAttempt();
      const popup = openPopup(deps, name);
      if (!popup) return Promise.reject(new SignInError("popup-blocked"));
      const { promise, resolve, reject } = Promise.withResolvers<PopupResult>();
      let isReported = false;
      follow({
        popup,
        name,
        succeed: (result) => (isReported ? onLate(result) : resolve(result)),
        fail(code) {
          isReported = true;
          reject(new SignInError(code));
        },
      });
      return promise;
    },
  };

  function follow({ popup, name, succeed, fail }: Attempt): void {
    const stopWatching = watchClosing(popup, deps.isHidden, () => fail("popup-closed-by-user"));
    const stopHearing = deps.hear((message) => {
      if (readAttempt(message) !== name) return;
      const event = readPopupEvent(message);
      if (event && !memory.isNew(event.event)) return;
      end();
      if (!event) fail("invalid-auth-event");
      else if (event.outcome === "cancelled") fail("popup-closed-by-user");
      else if (event.outcome === "refused") succeed({ outcome: "refused", code: event.code ?? "" });
      else succeed({ outcome: event.outcome });
    });
    function end(): void {
      stopWatching();
      stopHearing();
      cancel = () => {};
    }
    cancel = () => {
      end();
      popup.close();
      fail("cancelled-popup-request");
    };
  }
}

/** Null when the browser did not let it open. */
function openPopup(deps: PopupDependencies, name: string): PopupWindow | null {
  const address = `/auth/start?mode=popup&attempt=${encodeURIComponent(name)}`;
  try {
    const popup = deps.open(address, `sign-in-${name}`);
    return popup && !popup.closed ? popup : null;
  } catch {
    return null;
  }
}

/** Milliseconds between two looks: while this page is seen, and while it lies behind others. */
const lookEvery = 2_000;
const lookAtLeastEvery = 10_000;
/** Milliseconds between seeing it closed and saying so. */
const reportAfter = 8_000;

/** Looks whether a popup was closed, and tells it once, late enough for its result to arrive first. Answers how to stop. */
function watchClosing(
  popup: { readonly closed: boolean },
  isHidden: () => boolean,
  onClosed: () => void,
): () => void {
  let timer = setTimeout(look, lookEvery);

  function look(): void {
    if (popup.closed) timer = setTimeout(onClosed, reportAfter);
    else timer = setTimeout(look, isHidden() ? lookAtLeastEvery : lookEvery);
  }

  return () => clearTimeout(timer);
}

/** How a sign-in in the popup ended, as its last page tells it. */
export interface PopupEvent {
  /** Of its own, so that it counts once. */
  event: string;
  /** Which popup it was. */
  attempt: string;
  outcome: "in" | "second-step" | "cancelled" | "refused";
  /** With "refused": why. */
  code?: string;
}

const width = 500;
const height = 600;

/** The browser's own windows, channel and clock. */
const popupWorld: PopupDependencies = {
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

const outcomes: readonly unknown[] = ["in", "second-step", "cancelled", "refused"];

/** The attempt a message speaks of; null for what is no message of ours at all. */
function readAttempt(message: unknown): string | null {
  const attempt = isObject(message) ? message.attempt : null;
  return typeof attempt === "string" ? attempt : null;
}

/** A message in full; null when anything about it is wrong. */
function readPopupEvent(message: unknown): PopupEvent | null {
  if (!isObject(message) || !outcomes.includes(message.outcome)) return null;
  const { event, attempt, code } = message;
  if (typeof event !== "string" || event.length < 8 || typeof attempt !== "string") return null;
  if (code !== undefined && typeof code !== "string") return null;
  return message as unknown as PopupEvent; // every field was looked at
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const rememberedFor = 10 * 60_000;

/** Says of each event once that it is new; events of the last ten minutes are remembered. */
function createEventMemory(now: () => number) {
  const seen = new Map<string, number>();
  return {
    isNew(event: string): boolean {
      for (const [id, at] of seen) if (now() - at >= rememberedFor) seen.delete(id);
      if (seen.has(event)) return false;
      seen.set(event, now());
      return true;
    },
  };
}
