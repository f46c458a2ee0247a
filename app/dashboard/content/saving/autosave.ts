import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { SentPairs } from "#app/fields/read-form.ts";

/** How things stand between the form and the server. */
export type SavingState =
  | { is: "clean" | "unsaved" | "untitled" | "saving" | "offline" | "signed-out" | "stale" }
  | { is: "saved"; at: string }
  | { is: "refused"; message: string }
  | { is: "partly"; at: string; message: string };

/** What the server says of whatever was saved, in this much. */
export interface SavedHead {
  id: string;
  /** The newest, which the next save is based on. */
  version: number;
  savedAt: string;
}

export type Outcome<Head = SavedHead> =
  | { is: "saved"; entry: Head }
  | { is: "refused"; refusal: ActionError["refusal"] }
  // Everything but the fields that the refusal names.
  | { is: "partly"; entry: Head; refusal: ActionError["refusal"] }
  | { is: "offline" | "signed-out" };

export type How = "autosave" | "save";

export interface AutosaveParts<Head extends SavedHead> {
  /** What stands in the form now, and whether it has what it can't be sent without. */
  read(): { pairs: SentPairs; canSend: boolean };
  /** To the browser, where it survives a crash. */
  keep(pairs: SentPairs): Promise<void>;
  forget(): Promise<void>;
  send(pairs: SentPairs, how: How): Promise<Outcome<Head>>;
  say(state: SavingState): void;
  onOutcome(outcome: Outcome<Head>, how: How): void;
}

export interface Autosave {
  /** Something was typed. */
  touch(): void;
  /** Sends at once, and answers whether everything is on the server now. */
  flush(how?: How): Promise<boolean>;
  /** How much was typed up to now, for `settle`. */
  mark(): number;
  /** The form was saved by another way: what stood in it at the mark is on the server. */
  settle(at: string, mark: number): void;
  /** Goes on after a clash that somebody has decided. */
  resume(): void;
  isDirty(): boolean;
  close(): void;
}

const keepAfterMs = 600;
const sendAfterMs = 1500;
const sendAtLeastMs = 5000;
const retryMs = [2000, 4000, 8000, 15_000, 30_000];

/** Saves by itself: to the browser within a second, to the server when typing pauses, and every five seconds while it does not. */
export function openAutosave<Head extends SavedHead>(parts: AutosaveParts<Head>): Autosave {
  let changes = 0;
  let sent = 0;
  let firstChange = 0;
  let tries = 0;
  let isBlocked = false;
  let keepTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let flight: Promise<boolean> | null = null;

  const isDirty = () => changes !== sent;
  const later = (ms: number) => {
    clearTimeout(sendTimer);
    sendTimer = setTimeout(() => void flush("autosave"), ms);
  };

  function touch(): void {
    if (!isDirty()) firstChange = Date.now();
    changes += 1;
    keepTimer ??= setTimeout(() => {
      keepTimer = undefined;
      void parts.keep(parts.read().pairs);
    }, keepAfterMs);
    if (isBlocked) return;
    if (!flight) parts.say({ is: "unsaved" });
    later(Math.max(0, Math.min(sendAfterMs, firstChange + sendAtLeastMs - Date.now())));
  }

  async function flush(how: How = "autosave"): Promise<boolean> {
    // Whoever waited with others may find that one of them has begun.
    while (flight) await flight;
    if (isBlocked || (how === "autosave" && !isDirty())) return !isDirty();
    flight = sendOnce(how).finally(() => {
      flight = null;
    });
    return flight;
  }

  async function sendOnce(how: How): Promise<boolean> {
    clearTimeout(sendTimer);
    const at = changes;
    const { pairs, canSend } = parts.read();
    if (!canSend) {
      await parts.keep(pairs);
      parts.say({ is: "untitled" });
      return false;
    }
    parts.say({ is: "saving" });
    const outcome = await parts.send(pairs, how);
    parts.onOutcome(outcome, how);
    return take(outcome, at, pairs);
  }

  function take(outcome: Outcome<Head>, at: number, pairs: SentPairs): boolean {
    if (outcome.is === "saved") {
      tries = 0;
      sent = at;
      firstChange = Date.now();
      parts.say({ is: "saved", at: outcome.entry.savedAt });
      if (isDirty()) later(sendAfterMs);
      else forget();
      return !isDirty();
    }
    void parts.keep(pairs);
    if (outcome.is === "partly") {
      tries = 0;
      firstChange = Date.now();
      parts.say({ is: "partly", at: outcome.entry.savedAt, message: wordsOf(outcome.refusal) });
      if (changes !== at) later(sendAfterMs);
      return false;
    }
    if (outcome.is === "refused") {
      isBlocked = outcome.refusal.code === "stale";
      parts.say(isBlocked ? { is: "stale" } : { is: "refused", message: wordsOf(outcome.refusal) });
      return false;
    }
    parts.say({ is: outcome.is });
    later(retryMs[Math.min(tries, retryMs.length - 1)] ?? 30_000);
    tries += 1;
    return false;
  }

  function forget(): void {
    clearTimeout(keepTimer);
    keepTimer = undefined;
    void parts.forget();
  }

  return {
    touch,
    flush,
    isDirty,
    mark: () => changes,
    settle(at, mark) {
      isBlocked = false;
      sent = mark;
      clearTimeout(sendTimer);
      parts.say({ is: "saved", at });
      if (isDirty()) later(sendAfterMs);
      else forget();
    },
    resume() {
      isBlocked = false;
    },
    close() {
      clearTimeout(keepTimer);
      clearTimeout(sendTimer);
    },
  };
}

function wordsOf({ fields, message }: ActionError["refusal"]): string {
  return Object.values(fields)[0] ?? message;
}
