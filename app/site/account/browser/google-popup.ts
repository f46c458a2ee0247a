import { createEventMemory, readAttempt, readPopupEvent } from "./popup-event.ts";
import { SignInError, type SignInErrorCode } from "./sign-in-error.ts";

export interface PopupWindow {
  readonly closed: boolean;
  close(): void;
}

/** What the popup needs of the browser. */
export interface PopupWorld {
  open(address: string, name: string): PopupWindow | null;
  /** Hears every message of the popups' channel; answers how to stop that. */
  hear(onMessage: (message: unknown) => void): () => void;
  isHidden(): boolean;
  newAttempt(): string;
  now(): number;
}

export type PopupResult = { outcome: "in" | "second-step" } | { outcome: "refused"; code: string };

export interface GooglePopup {
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
export function createGooglePopup(deps: PopupWorld, onLate: (result: PopupResult) => void): GooglePopup {
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
function openPopup(deps: PopupWorld, name: string): PopupWindow | null {
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
