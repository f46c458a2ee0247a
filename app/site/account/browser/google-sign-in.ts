import type { Project } from "#app/domain/accounts/accounts.ts";
import { popupChannel } from "#app/domain/accounts/browser/private-storage.ts";
import { newKey } from "#app/site/forms/form-draft.ts";
import { askProject } from "./account-api.ts";
import { SignInError, type SignInErrorCode } from "./sign-in-error.ts";

/** Configuration of the Google sign-in, from the page. */
export interface SignInConfig {
  /** Identifies this site to the project endpoint; not a secret. */
  apiKey: string;
  /** Host of the sign-in pages. */
  authDomain: string;
}

/** Host of the page and capabilities of the browser. */
interface SignInPlace {
  hostname: string;
  canOpenPopups: boolean;
  keepsCookies: boolean;
}

/** Throws a SignInError where Google sign-in can't start. */
export function checkConfig(config: SignInConfig | null, place: SignInPlace): asserts config is SignInConfig {
  if (!config) throw new SignInError("dependent-sdk-initialized-before-auth");
  if (!place.canOpenPopups) throw new SignInError("operation-not-supported-in-this-environment");
  if (!place.keepsCookies) throw new SignInError("web-storage-unsupported");
  if (!config.apiKey) throw new SignInError("invalid-api-key");
  if (!config.authDomain) throw new SignInError("auth-domain-config-required");
}

/** Throws a SignInError when the project has no Google sign-in, or does not authorize this host. */
export function checkProject(project: Project, place: SignInPlace): void {
  if (!project.signInKinds.includes("google"))
    throw new SignInError("operation-not-supported-in-this-environment");
  if (!project.authorizedDomains.includes(place.hostname)) throw new SignInError("unauthorized-domain");
}

let config: SignInConfig | null = null;
let project: Promise<Project> | null = null;
let popup: GooglePopup | null = null;

/** Fetches the project early: browsers may block a popup that opens long after its click. */
export function prepareGoogleSignIn(given: SignInConfig): void {
  config = given;
  project ??= askProject(given.apiKey);
  project.catch(() => {
    project = null;
  });
}

/**
 * Signs in with Google in a popup; needs `prepareGoogleSignIn`. Throws a SignInError.
 * @param onLate receives the result of a popup that was reported closed too early
 */
export async function beginGoogleSignIn(onLate: (result: PopupResult) => void): Promise<PopupResult> {
  const place = {
    hostname: location.hostname,
    canOpenPopups: /^https?:$/.test(location.protocol) && "BroadcastChannel" in window,
    keepsCookies: navigator.cookieEnabled,
  };
  checkConfig(config, place);
  checkProject(await (project ?? askProject(config.apiKey)), place);
  popup ??= createGooglePopup(browserPopups, onLate);
  return popup.begin();
}

export interface PopupWindow {
  readonly closed: boolean;
  close(): void;
}

/** Browser functions that the popup needs. */
export interface PopupDependencies {
  open(address: string, name: string): PopupWindow | null;
  /** Subscribes to messages of the popups' channel; returns the unsubscribe function. */
  subscribe(onMessage: (message: unknown) => void): () => void;
  isHidden(): boolean;
  newAttempt(): string;
  now(): number;
}

export type PopupResult = { outcome: "in" | "second-step" } | { outcome: "refused"; code: string };

interface GooglePopup {
  /** Opens the popup; call it in the click event. Cancels the previous popup. */
  begin(): Promise<PopupResult>;
}

interface Attempt {
  popup: PopupWindow;
  name: string;
  succeed(result: PopupResult): void;
  fail(code: SignInErrorCode): void;
}

/**
 * Creates a sign-in that opens one popup at a time. Isolated pages look closed to their opener, so closing is reported
 * with a delay, and a later result is still passed to `onLate`.
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
    const unsubscribe = deps.subscribe((message) => {
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
      unsubscribe();
      cancel = () => {};
    }
    cancel = () => {
      end();
      popup.close();
      fail("cancelled-popup-request");
    };
  }
}

/** Returns null when the browser blocks the popup. */
function openPopup(deps: PopupDependencies, name: string): PopupWindow | null {
  const address = `/auth/start?mode=popup&attempt=${encodeURIComponent(name)}`;
  try {
    const popup = deps.open(address, `sign-in-${name}`);
    return popup && !popup.closed ? popup : null;
  } catch {
    return null;
  }
}

/** Milliseconds between two checks, while this page is visible and while it is hidden. */
const checkInterval = 2_000;
const hiddenCheckInterval = 10_000;
/** Milliseconds between a check that finds the popup closed and its report. */
const reportDelay = 8_000;

/** Reports a closed popup once, late enough for its result to arrive first. Returns a function that stops watching. */
function watchClosing(
  popup: { readonly closed: boolean },
  isHidden: () => boolean,
  onClosed: () => void,
): () => void {
  let timer = setTimeout(check, checkInterval);

  function check(): void {
    if (popup.closed) timer = setTimeout(onClosed, reportDelay);
    else timer = setTimeout(check, isHidden() ? hiddenCheckInterval : checkInterval);
  }

  return () => clearTimeout(timer);
}

/** Result of a sign-in in the popup, sent by its last page. */
export interface PopupEvent {
  /** Unique id, so that each event counts once. */
  event: string;
  /** Name of the popup's attempt. */
  attempt: string;
  outcome: "in" | "second-step" | "cancelled" | "refused";
  /** Reason, with "refused". */
  code?: string;
}

const width = 500;
const height = 600;

/** Windows, channel and clock of the browser. */
const browserPopups: PopupDependencies = {
  open(address, name) {
    const left = Math.max(0, window.screenX + (window.outerWidth - width) / 2);
    const top = Math.max(0, window.screenY + (window.outerHeight - height) / 2);
    return window.open(
      address,
      name,
      `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`,
    );
  },
  subscribe(onMessage) {
    const channel = new BroadcastChannel(popupChannel);
    channel.onmessage = ({ data }) => onMessage(data);
    return () => channel.close();
  },
  isHidden: () => document.visibilityState === "hidden",
  newAttempt: newKey,
  now: Date.now,
};

const outcomes: readonly unknown[] = ["in", "second-step", "cancelled", "refused"];

/** Returns the attempt of a message; null for messages other than popup events. */
function readAttempt(message: unknown): string | null {
  const attempt = isObject(message) ? message.attempt : null;
  return typeof attempt === "string" ? attempt : null;
}

/** Validates a message; null when a field is invalid. */
function readPopupEvent(message: unknown): PopupEvent | null {
  if (!isObject(message) || !outcomes.includes(message.outcome)) return null;
  const { event, attempt, code } = message;
  if (typeof event !== "string" || event.length < 8 || typeof attempt !== "string") return null;
  if (code !== undefined && typeof code !== "string") return null;
  return message as unknown as PopupEvent; // every field was checked
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

const eventLifetimeMs = 10 * 60_000;

/** Detects repeated events within ten minutes. */
function createEventMemory(now: () => number) {
  const seen = new Map<string, number>();
  return {
    isNew(event: string): boolean {
      for (const [id, at] of seen) if (now() - at >= eventLifetimeMs) seen.delete(id);
      if (seen.has(event)) return false;
      seen.set(event, now());
      return true;
    },
  };
}
