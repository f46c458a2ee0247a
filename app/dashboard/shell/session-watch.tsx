import { LogIn } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { createCookieJar } from "#app/accounts/sessions/cookies.ts";
import { useToasts } from "#app/dashboard/parts/toasts.tsx";
import { signInPath } from "#app/pages/page-addresses.ts";
import { accountChannel } from "#app/pages/private-storage.ts";

const tickMs = 15_000;
/** While somebody signs in in another window. */
const impatientMs = 3_000;

/**
 * Watches whether somebody is at this window, and covers it when they are not signed in any more: what was typed stays
 * beneath, and they go on where they were after signing in.
 */
export function SessionWatch({ personId, idleMinutes }: { personId: string; idleMinutes: number }) {
  const { say } = useToasts();
  const [signedIn, setSignedIn] = useState<SignedIn>("same");
  const warn = useRef(() => {});
  warn.current = () => say({ done: "You will be signed out in 2 minutes. Press any key to stay signed in." });
  useEffect(() => {
    const presence = createPresence({
      now: Date.now,
      markIdle: writeIdleCookie,
      ask: () => askWho(personId),
      onChange: setSignedIn,
      onWarning: () => warn.current(),
      idleMinutes,
    });
    const note = ({ isTrusted }: Event) => isTrusted && presence.noteInput();
    const look = () => void (document.visibilityState === "visible" && presence.look());
    const back = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !hasHint()) setSignedIn("nobody");
      look();
    };
    const timer = setInterval(() => document.visibilityState === "visible" && presence.tick(), tickMs);
    const impatient = setInterval(() => isCovered() && look(), impatientMs);
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(accountChannel) : null;
    channel?.addEventListener("message", () => void presence.look());
    for (const event of inputs) addEventListener(event, note, { passive: true, capture: true });
    document.addEventListener("visibilitychange", look);
    addEventListener("pageshow", back);
    return () => {
      clearInterval(timer);
      clearInterval(impatient);
      channel?.close();
      for (const event of inputs) removeEventListener(event, note, { capture: true });
      document.removeEventListener("visibilitychange", look);
      removeEventListener("pageshow", back);
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

/** Whether a session may be there: a hint the server sets beside the session's own cookie. */
function hasHint(): boolean {
  return /(^|; )signed-in=1(;|$)/.test(document.cookie);
}

/** Said anew every quarter of a minute, and forgotten when the last window is closed. */
function writeIdleCookie(isIdle: boolean): void {
  const isHttps = location.protocol === "https:";
  const name = createCookieJar(new URL(location.origin)).nameOf("idle");
  const value = isIdle ? "1; Max-Age=60" : "; Max-Age=0";
  // biome-ignore lint/suspicious/noDocumentCookie: every request has to carry it, and not every browser knows the cookie store
  document.cookie = `${name}=${value}; Path=/; SameSite=Lax${isHttps ? "; Secure" : ""}`;
}

async function askWho(personId: string): Promise<SignedIn> {
  const answer = await fetch("/api/auth/session", { cache: "no-store" });
  if (!answer.ok) return null;
  const { user } = (await answer.json()) as { user: { id: string } | null }; // our own API
  if (user === null) return "nobody";
  return user.id === personId ? "same" : "other";
}

/** Who is signed in in this browser now, seen from a screen; null when that can't be learnt. */
export type SignedIn = "same" | "other" | "nobody" | null;

export interface PresenceDependencies {
  /** Milliseconds. */
  now(): number;
  /** Says by a cookie, to every request that follows, whether nobody is here. */
  markIdle(isIdle: boolean): void;
  /** Asks the server, which counts that as use unless nobody is here. */
  ask(): Promise<SignedIn>;
  onChange(signedIn: Exclude<SignedIn, null>): void;
  /** The session ends soon, since nobody is here. */
  onWarning(): void;
  /** Minutes without use after which the session ends. */
  idleMinutes: number;
}

export interface Presence {
  /** Somebody typed, pointed or touched. */
  noteInput(): void;
  /** To be called a few times a minute while the window is looked at. */
  tick(): void;
  /** Asks at once: somebody signed in or out elsewhere, or the window came back. */
  look(): Promise<void>;
}

/** Without input for so long a window counts as left alone. */
export const idleAfterMs = 60_000;
/** Between two questions to the server. */
export const askEveryMs = 60_000;
/** How long before the session's end the warning is shown. */
const warnBeforeMs = 2 * 60_000;

/** Such as "45 minutes", "1 hour" or "90 minutes". */
function formatMinutes(minutes: number): string {
  if (minutes % 60 !== 0) return `${minutes} minutes`;
  return minutes === 60 ? "1 hour" : `${minutes / 60} hours`;
}

/**
 * Tells the server whether somebody is at a window of the dashboard: whoever only types, in a reply for an hour, stays
 * signed in, and a window that nobody touches does not keep its session alive. Learns of the session's end.
 */
export function createPresence({
  now,
  markIdle,
  ask,
  onChange,
  onWarning,
  idleMinutes,
}: PresenceDependencies): Presence {
  const warnAfterMs = idleMinutes * 60_000 - warnBeforeMs;
  let lastInput = now();
  let lastAsked = now();
  let isIdle = false;
  let isWarned = false;
  let known: SignedIn = "same";
  let asking: Promise<void> | null = null;

  async function askNow(): Promise<void> {
    lastAsked = now();
    const found = await ask().catch(() => null);
    if (found === null || found === known) return;
    known = found;
    onChange(found);
  }

  function look(): Promise<void> {
    asking ??= askNow().finally(() => {
      asking = null;
    });
    return asking;
  }

  return {
    look,
    noteInput() {
      lastInput = now();
      isWarned = false;
      // Another window of this browser may have said that nobody is here.
      if (isIdle || now() - lastAsked >= askEveryMs) markIdle(false);
      const wasIdle = isIdle;
      isIdle = false;
      if (known !== "same") return;
      if (wasIdle || now() - lastAsked >= askEveryMs) void look();
    },
    tick() {
      const quiet = now() - lastInput;
      isIdle = quiet >= idleAfterMs;
      if (isIdle) markIdle(true);
      if (quiet >= warnAfterMs && !isWarned && known === "same") {
        isWarned = true;
        onWarning();
      }
      if (now() - lastAsked >= askEveryMs) void look();
    },
  };
}
