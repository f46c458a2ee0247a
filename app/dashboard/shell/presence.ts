/** Who is signed in in this browser now, seen from a screen; null when that can't be learnt. */
export type SignedIn = "same" | "other" | "nobody" | null;

export interface PresenceParts {
  /** Milliseconds. */
  now(): number;
  /** Says by a cookie, to every request that follows, whether nobody is here. */
  markIdle(isIdle: boolean): void;
  /** Asks the server, which counts that as use unless nobody is here. */
  ask(): Promise<SignedIn>;
  onChange(signedIn: Exclude<SignedIn, null>): void;
  /** The session ends soon, since nobody is here. */
  onWarning(): void;
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
/** Two minutes before the 30 after which the session of staff ends. */
export const warnAfterMs = 28 * 60_000;

/**
 * Tells the server whether somebody is at a window of the dashboard: whoever only types, in a reply for an hour, stays
 * signed in, and a window that nobody touches does not keep its session alive. Learns of the session's end.
 */
export function createPresence({ now, markIdle, ask, onChange, onWarning }: PresenceParts): Presence {
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
