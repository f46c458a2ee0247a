import LogIn from "lucide-react/icons/log-in";
import { useEffect, useId, useRef, useState } from "react";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import { accountChannel } from "#app/domain/accounts/browser/private-storage.ts";
import { createCookieJar } from "#app/domain/accounts/sessions/cookies.ts";
import { signInPath } from "#app/domain/routing/page-addresses.ts";

const tickMs = 15_000;
/** Interval in milliseconds while the cover waits for a sign-in elsewhere. */
const coveredTickMs = 3_000;

/**
 * Tracks activity and covers the window once the session has ended. Typed text stays below the cover and is
 * usable again after signing in.
 */
export function SessionWatch({ personId, idleMinutes }: { personId: string; idleMinutes: number }) {
  const { showToast } = useToasts();
  const [signedIn, setSignedIn] = useState<SignedIn>("same");
  const warn = useRef(() => {});
  warn.current = () =>
    showToast({ done: "You will be signed out in 2 minutes. Press any key to stay signed in." });
  useEffect(() => {
    const presence = createPresence({
      now: Date.now,
      markIdle: writeIdleCookie,
      fetchSession: () => fetchSignedIn(personId),
      onChange: setSignedIn,
      onWarning: () => warn.current(),
      idleMinutes,
    });
    const handleInput = ({ isTrusted }: Event) => isTrusted && presence.recordInput();
    const check = () => void (document.visibilityState === "visible" && presence.check());
    const handlePageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !hasHint()) setSignedIn("nobody");
      check();
    };
    const timer = setInterval(() => document.visibilityState === "visible" && presence.tick(), tickMs);
    const coveredTimer = setInterval(() => isCovered() && check(), coveredTickMs);
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(accountChannel) : null;
    channel?.addEventListener("message", () => void presence.check());
    for (const event of inputs) addEventListener(event, handleInput, { passive: true, capture: true });
    document.addEventListener("visibilitychange", check);
    addEventListener("pageshow", handlePageShow);
    return () => {
      clearInterval(timer);
      clearInterval(coveredTimer);
      channel?.close();
      for (const event of inputs) removeEventListener(event, handleInput, { capture: true });
      document.removeEventListener("visibilitychange", check);
      removeEventListener("pageshow", handlePageShow);
    };
  }, [personId, idleMinutes]);
  return <Cover signedIn={signedIn} idleMinutes={idleMinutes} />;
}

const inputs = ["keydown", "input", "pointerdown", "pointermove", "wheel", "touchstart"] as const;

function Cover({ signedIn, idleMinutes }: { signedIn: SignedIn; idleMinutes: number }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const isOpen = signedIn === "nobody" || signedIn === "other";
  useEffect(() => {
    const box = dialog.current;
    if (isOpen && box && !box.open) box.showModal();
    if (!isOpen && box?.open) box.close();
  }, [isOpen]);
  return (
    <dialog
      ref={dialog}
      className="dialog cover"
      aria-labelledby={id}
      onCancel={(event) => event.preventDefault()}
    >
      {isOpen && (
        <div className="inner">
          <h2 id={id}>{signedIn === "nobody" ? "You are signed out" : "Somebody else is signed in"}</h2>
          {signedIn === "nobody" ? (
            <>
              <p>
                You signed out, were inactive for {formatMinutes(idleMinutes)}, or were signed in for 12
                hours. Your text is kept. Sign in, and continue here.
              </p>
              <a className="btn" href={signInPath("/dashboard/home")} target="_blank" rel="noopener opener">
                <LogIn className="icon" aria-hidden /> Sign in
              </a>
            </>
          ) : (
            <>
              <p>
                This window belongs to another person. Reload it to continue as the person who is signed in
                now.
              </p>
              <button className="btn" type="button" onClick={() => location.assign("/dashboard/home")}>
                Go to the dashboard
              </button>
            </>
          )}
        </div>
      )}
    </dialog>
  );
}

function isCovered(): boolean {
  return document.querySelector("dialog.cover[open]") !== null;
}

/** Whether a session may exist: the server sets this hint with the session cookie. */
function hasHint(): boolean {
  return /(^|; )signed-in=1(;|$)/.test(document.cookie);
}

/** Renewed every 15 seconds; expires after the last window is closed. */
function writeIdleCookie(isIdle: boolean): void {
  const isHttps = location.protocol === "https:";
  const name = createCookieJar(new URL(location.origin)).nameOf("idle");
  const value = isIdle ? "1; Max-Age=60" : "; Max-Age=0";
  // biome-ignore lint/suspicious/noDocumentCookie: not all browsers support the Cookie Store API
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

async function fetchSignedIn(personId: string): Promise<SignedIn> {
  const answer = await fetch("/api/auth/session", { cache: "no-store" });
  if (!answer.ok) return null;
  const { user } = (await answer.json()) as { user: { id: string } | null }; // the type of our own API
  if (user === null) return "nobody";
  return user.id === personId ? "same" : "other";
}

/** Session of this browser compared with the screen's user; null when the request failed. */
export type SignedIn = "same" | "other" | "nobody" | null;

export interface PresenceDependencies {
  /** Milliseconds. */
  now(): number;
  /** Sets a cookie that marks all following requests as idle or active. */
  markIdle(isIdle: boolean): void;
  /** Reads the session from the server; the request extends the session unless idle. */
  fetchSession(): Promise<SignedIn>;
  onChange(signedIn: Exclude<SignedIn, null>): void;
  /** Called when the session is about to end after inactivity. */
  onWarning(): void;
  /** Minutes without use after which the session ends. */
  idleMinutes: number;
}

export interface Presence {
  /** Records keyboard, pointer or touch input. */
  recordInput(): void;
  /** Must be called a few times a minute while the window is visible. */
  tick(): void;
  /** Checks the session at once, such as after a sign-in elsewhere. */
  check(): Promise<void>;
}

/** Milliseconds without input until the window counts as idle. */
export const idleAfterMs = 60_000;
/** Milliseconds between requests to the server. */
export const checkEveryMs = 60_000;
/** Milliseconds between the warning and the end of the session. */
const warnBeforeMs = 2 * 60_000;

/** Such as "45 minutes", "1 hour" or "90 minutes". */
function formatMinutes(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

/**
 * Reports activity, so that a user who only types stays signed in and an idle window does not extend the
 * session. Detects the session's end.
 */
export function createPresence({
  now,
  markIdle,
  fetchSession,
  onChange,
  onWarning,
  idleMinutes,
}: PresenceDependencies): Presence {
  const warnAfterMs = idleMinutes * 60_000 - warnBeforeMs;
  let lastInput = now();
  let lastCheck = now();
  let isIdle = false;
  let isWarned = false;
  let known: SignedIn = "same";
  let checking: Promise<void> | null = null;

  async function checkNow(): Promise<void> {
    lastCheck = now();
    const signedIn = await fetchSession().catch(() => null);
    if (signedIn === null || signedIn === known) return;
    known = signedIn;
    onChange(signedIn);
  }

  function check(): Promise<void> {
    checking ??= checkNow().finally(() => {
      checking = null;
    });
    return checking;
  }

  return {
    check,
    recordInput() {
      lastInput = now();
      isWarned = false;
      // Another window may have set the idle cookie.
      if (isIdle || now() - lastCheck >= checkEveryMs) markIdle(false);
      const wasIdle = isIdle;
      isIdle = false;
      if (known !== "same") return;
      if (wasIdle || now() - lastCheck >= checkEveryMs) void check();
    },
    tick() {
      const idleMs = now() - lastInput;
      isIdle = idleMs >= idleAfterMs;
      if (isIdle) markIdle(true);
      if (idleMs >= warnAfterMs && !isWarned && known === "same") {
        isWarned = true;
        onWarning();
      }
      if (now() - lastCheck >= checkEveryMs) void check();
    },
  };
}
