import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EntryHead } from "#app/dashboard/content/form/read-entry-form.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { FormChoices } from "#app/fields/form-context.ts";
import type { SentPairs } from "#app/fields/read-form.ts";
import { type Unsaved, useUnsaved } from "./unsaved-store.tsx";

export interface FormSaverProps<Head extends SavedHead> {
  form: RefObject<HTMLFormElement | null>;
  /** How slots begin in which the browser keeps what is not saved: each window has one of its own. */
  slots: string;
  /** Whether what was left there by an earlier visit or by another window has reached the server. */
  isOnServer(left: SentPairs): boolean;
  /** Name of the field without which nothing can be sent. */
  needs: string;
  start: Head | null;
  send(entry: Head | null, pairs: SentPairs, how: SaveKind): Promise<Outcome<Head>>;
  onEntry(entry: Head): void;
  /** Draws fields that somebody else has changed; false where one of them was typed in since it was sent. */
  onMerged?(merged: MergedFields, sent: SentPairs): boolean;
  /** All that stands in the form is on the server. */
  onSaved?(): void;
  onRefusal(refusal: ActionError["refusal"], how: SaveKind): void;
}

export interface FormSaver<Head> {
  state: SavingState;
  autosave: Autosave;
  /** As the server knows it; a save is based on its version. */
  entry: RefObject<Head | null>;
  /** What an earlier visit or another window left in this browser; null when there is nothing, or it was answered. */
  found: Unsaved | null;
  drop(): void;
  /** Saves what the form was just drawn anew from, once it stands there. @param then when all of it is on the server */
  sendSoon(how: SaveKind, then?: () => void): void;
}

/** The editor of a rich text comes to stand in the form a moment after the rest. */
const takenAfterMs = 300;

/** Saves a form by itself as long as it is shown. */
export function useFormSaver<Head extends SavedHead>(props: FormSaverProps<Head>): FormSaver<Head> {
  const { slots, start } = props;
  const { forms } = useUnsaved();
  const [state, setState] = useState<SavingState>({ is: "clean" });
  const [found, setFound] = useState<Unsaved | null>(null);
  const [windowMark] = useState(newWindowMark);
  const slot = `${slots} ${windowMark}`;
  const entry = useRef(start);
  const latest = useRef(props);
  latest.current = props;
  const autosave = useMemo(
    () =>
      openAutosave({
        read: () => readPairs(latest.current.form.current, latest.current.needs),
        keep: (pairs) => forms.keep({ slot, pairs, at: new Date().toISOString() }),
        forget: () => forms.forget(slot),
        send: (pairs, how) => latest.current.send(entry.current, pairs, how),
        say: setState,
        onOutcome(outcome, how, pairs) {
          if (outcome.is === "saved" || outcome.is === "partly") {
            // Still based on the former version, the next save is compared.
            if (outcome.merged && !latest.current.onMerged?.(outcome.merged, pairs)) return;
            entry.current = outcome.entry;
            latest.current.onEntry(outcome.entry);
          }
          if (outcome.is === "saved") latest.current.onSaved?.();
          if (outcome.is === "refused" || outcome.is === "partly")
            latest.current.onRefusal(outcome.refusal, how);
        },
      }),
    [slot, forms],
  );
  useEffect(() => {
    void forms.find(slots).then((left) => {
      if (left && latest.current.isOnServer(left.pairs)) return forms.forget(left.slot);
      setFound(left);
    });
    const retry = () => void autosave.flush();
    const leave = () => document.visibilityState === "hidden" && void autosave.flush();
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", leave);
      autosave.close();
    };
  }, [autosave, slots, forms]);
  const drop = useCallback(() => setFound(null), []);
  const sendSoon = useCallback(
    (how: SaveKind, then = () => {}) => {
      setTimeout(() => {
        autosave.touch();
        void autosave.flush(how).then((isSaved) => isSaved && then());
      }, takenAfterMs);
    },
    [autosave],
  );
  return { state, autosave, entry, found, drop, sendSoon };
}

/** Tells the windows of one browser apart. */
function newWindowMark(): string {
  return Math.random().toString(36).slice(2);
}

function readPairs(form: HTMLFormElement | null, needs: string): { pairs: SentPairs; canSend: boolean } {
  if (!form) return { pairs: [], canSend: false };
  const data = [...new FormData(form)];
  const pairs = data.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  return { pairs, canSend: pairs.some(([name, text]) => name === needs && text.trim() !== "") };
}

/** What the server answers to a form that saves itself; both when all but some fields could be saved. */
export interface SaveAnswer<Head = EntryHead> {
  entry?: Head;
  refusal?: ActionError["refusal"];
  merged?: MergedFields;
  /** Names of other people who have it open. */
  others?: string[];
}

/** Fields that somebody else has changed since the version that a form is based on. */
export interface MergedFields {
  values: Record<string, unknown>;
  choices: FormChoices;
  /** Name of that person. */
  by: string;
}

/** Sends what stands in a form to be saved. @param entry null where there is none yet */
export async function sendForm<Head extends SavedHead>(
  path: string,
  entry: Head | null,
  pairs: SentPairs,
  how: SaveKind,
): Promise<Outcome<Head>> {
  const body = new FormData();
  for (const [name, text] of pairs) body.append(name, text);
  body.set("intent", how);
  if (entry) body.set("basedOn", String(entry.version));
  try {
    const answer = await fetch(path, { method: "POST", body, signal: AbortSignal.timeout(20_000) });
    // Whoever is not signed in any more is led to a page.
    if (!answer.headers.get("content-type")?.includes("json"))
      return { is: answer.redirected ? "signed-out" : "offline" };
    const told = (await answer.json()) as SaveAnswer<Head>; // our own route
    const merged = told.merged && { merged: told.merged };
    if (told.entry && told.refusal)
      return { is: "partly", entry: told.entry, refusal: told.refusal, ...merged };
    if (told.entry) return { is: "saved", entry: told.entry, ...merged };
    return told.refusal ? { is: "refused", refusal: told.refusal } : { is: "offline" };
  } catch {
    return { is: "offline" };
  }
}

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
  | { is: "saved"; entry: Head; merged?: MergedFields }
  | { is: "refused"; refusal: ActionError["refusal"] }
  // Everything but the fields that the refusal names.
  | { is: "partly"; entry: Head; refusal: ActionError["refusal"]; merged?: MergedFields }
  | { is: "offline" | "signed-out" };

export type SaveKind = "autosave" | "save";

export interface AutosaveDependencies<Head extends SavedHead> {
  /** What stands in the form now, and whether it has what it can't be sent without. */
  read(): { pairs: SentPairs; canSend: boolean };
  /** To the browser, where it survives a crash. */
  keep(pairs: SentPairs): Promise<void>;
  forget(): Promise<void>;
  send(pairs: SentPairs, how: SaveKind): Promise<Outcome<Head>>;
  say(state: SavingState): void;
  onOutcome(outcome: Outcome<Head>, how: SaveKind, sent: SentPairs): void;
}

export interface Autosave {
  /** Something was typed. */
  touch(): void;
  /** Sends at once, and answers whether everything is on the server now. After a conflict only "save" sends. */
  flush(how?: SaveKind): Promise<boolean>;
  /** How much was typed up to now, for `settle`. */
  mark(): number;
  /** The form was saved by another way: what stood in it at the mark is on the server. */
  settle(at: string, mark: number): void;
  isDirty(): boolean;
  /** The latest state given to `say`. */
  state(): SavingState;
  close(): void;
}

const keepAfterMs = 600;
const sendAfterMs = 1500;
const sendAtLeastMs = 5000;
const retryMs = [2000, 4000, 8000, 15_000, 30_000];

/** Saves by itself: to the browser within a second, to the server when typing pauses, and every five seconds while it does not. */
export function openAutosave<Head extends SavedHead>(given: AutosaveDependencies<Head>): Autosave {
  let state: SavingState = { is: "clean" };
  const parts = {
    ...given,
    say(next: SavingState) {
      state = next;
      given.say(next);
    },
  };
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

  async function flush(how: SaveKind = "autosave"): Promise<boolean> {
    // Whoever waited with others may find that one of them has begun.
    while (flight) await flight;
    if (how === "save") isBlocked = false;
    if (isBlocked || (how === "autosave" && !isDirty())) return !isDirty();
    flight = sendOnce(how).finally(() => {
      flight = null;
    });
    return flight;
  }

  async function sendOnce(how: SaveKind): Promise<boolean> {
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
    // Both texts are compared next, so the refusal has to tell of what was typed while it was on its way.
    if (how === "save" && isStale(outcome) && changes !== at) return sendOnce(how);
    parts.onOutcome(outcome, how, pairs);
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
      isBlocked = isStale(outcome);
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
    state: () => state,
    mark: () => changes,
    settle(at, mark) {
      isBlocked = false;
      sent = mark;
      clearTimeout(sendTimer);
      parts.say({ is: "saved", at });
      if (isDirty()) later(sendAfterMs);
      else forget();
    },
    close() {
      clearTimeout(keepTimer);
      clearTimeout(sendTimer);
    },
  };
}

function isStale(outcome: Outcome): boolean {
  return outcome.is === "refused" && outcome.refusal.code === "stale";
}

function wordsOf({ fields, message }: ActionError["refusal"]): string {
  return Object.values(fields)[0] ?? message;
}
