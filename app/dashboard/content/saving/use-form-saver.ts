import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EntryHead } from "#app/dashboard/content/form/read-entry-form.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { FormChoices } from "#app/lib/fields/form-context.ts";
import type { SentPairs } from "#app/lib/fields/read-form.ts";
import { type Unsaved, useUnsaved } from "./unsaved-store.tsx";

export interface FormSaverProps<Head extends SavedHead> {
  form: RefObject<HTMLFormElement | null>;
  /** Prefix of the browser's slots for this form; each window adds its own suffix. */
  slots: string;
  /** Whether the server already has text left by an earlier visit or another window. */
  isOnServer(left: SentPairs): boolean;
  /** Name of the field without which saving is impossible. */
  needs: string;
  start: Head | null;
  send(entry: Head | null, pairs: SentPairs, how: SaveKind): Promise<Outcome<Head>>;
  onEntry(entry: Head): void;
  /** Shows fields changed by another person; false when one of them was edited since it was sent. */
  onMerged?(merged: MergedFields, sent: SentPairs): boolean;
  /** Called when all values of the form are on the server. */
  onSaved?(): void;
  onRefusal(refusal: ActionError["refusal"], how: SaveKind): void;
}

export interface FormSaver<Head> {
  state: SavingState;
  autosave: Autosave;
  /** Last state from the server; its version is the base of the next save. */
  entry: RefObject<Head | null>;
  /** Unsaved text of an earlier visit or another window; null without one, or once restored or dropped. */
  found: Unsaved | null;
  discard(): void;
  /**
   * Saves the values of a rerendered form once its controls have them.
   * @param then called when all of them are on the server
   */
  sendSoon(how: SaveKind, then?: () => void): void;
}

/** The rich text editor joins the form shortly after the other controls. */
const editorReadyMs = 300;

/** Saves a form automatically while it is mounted. */
export function useFormSaver<Head extends SavedHead>(props: FormSaverProps<Head>): FormSaver<Head> {
  const { slots, start } = props;
  const { forms } = useUnsaved();
  const [state, setState] = useState<SavingState>({ is: "clean" });
  const [found, setFound] = useState<Unsaved | null>(null);
  const [windowId] = useState(newWindowId);
  const slot = `${slots} ${windowId}`;
  const entry = useRef(start);
  const latest = useRef(props);
  latest.current = props;
  const autosave = useMemo(
    () =>
      createAutosave({
        read: () => readPairs(latest.current.form.current, latest.current.needs),
        storeLocally: (pairs) => forms.save({ slot, pairs, at: new Date().toISOString() }),
        removeLocal: () => forms.remove(slot),
        send: (pairs, how) => latest.current.send(entry.current, pairs, how),
        onState: setState,
        onOutcome(outcome, how, pairs) {
          if (outcome.is === "saved" || outcome.is === "partly") {
            // Without a merge the base stays, so that the next save reports a conflict.
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
      if (left && latest.current.isOnServer(left.pairs)) return forms.remove(left.slot);
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
  const discard = useCallback(() => setFound(null), []);
  const sendSoon = useCallback(
    (how: SaveKind, then = () => {}) => {
      setTimeout(() => {
        autosave.touch();
        void autosave.flush(how).then((isSaved) => isSaved && then());
      }, editorReadyMs);
    },
    [autosave],
  );
  return { state, autosave, entry, found, discard, sendSoon };
}

/** Identifies a window of the browser. */
function newWindowId(): string {
  return Math.random().toString(36).slice(2);
}

function readPairs(form: HTMLFormElement | null, needs: string): { pairs: SentPairs; canSend: boolean } {
  if (!form) return { pairs: [], canSend: false };
  const data = [...new FormData(form)];
  const pairs = data.flatMap(([name, value]) => (typeof value === "string" ? [[name, value] as const] : []));
  return { pairs, canSend: pairs.some(([name, text]) => name === needs && text.trim() !== "") };
}

/** Answer to an autosave; has `entry` and `refusal` when only some fields were saved. */
export interface SaveAnswer<Head = EntryHead> {
  entry?: Head;
  refusal?: ActionError["refusal"];
  merged?: MergedFields;
  /** Names of other people who have it open. */
  others?: string[];
}

/** Fields that another person changed since the form's base version. */
export interface MergedFields {
  values: Record<string, unknown>;
  choices: FormChoices;
  /** Name of that person. */
  by: string;
}

/**
 * Sends the form's values to be saved.
 * @param entry null before the first save
 */
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
    // Without a session the answer is an HTML page.
    if (!answer.headers.get("content-type")?.includes("json"))
      return { is: answer.redirected ? "signed-out" : "offline" };
    const result = (await answer.json()) as SaveAnswer<Head>; // our own route
    const merged = result.merged && { merged: result.merged };
    if (result.entry && result.refusal)
      return { is: "partly", entry: result.entry, refusal: result.refusal, ...merged };
    if (result.entry) return { is: "saved", entry: result.entry, ...merged };
    return result.refusal ? { is: "refused", refusal: result.refusal } : { is: "offline" };
  } catch {
    return { is: "offline" };
  }
}

/** Status of the form's values on the server. */
export type SavingState =
  | { is: "clean" | "unsaved" | "untitled" | "saving" | "offline" | "signed-out" | "stale" }
  | { is: "saved"; at: string }
  | { is: "refused"; message: string }
  | { is: "partly"; at: string; message: string };

/** Saved record, reduced to what saving needs. */
export interface SavedHead {
  id: string;
  /** Newest version, the base of the next save. */
  version: number;
  savedAt: string;
}

export type Outcome<Head = SavedHead> =
  | { is: "saved"; entry: Head; merged?: MergedFields }
  | { is: "refused"; refusal: ActionError["refusal"] }
  // All fields except the refused ones.
  | { is: "partly"; entry: Head; refusal: ActionError["refusal"]; merged?: MergedFields }
  | { is: "offline" | "signed-out" };

export type SaveKind = "autosave" | "save";

export interface AutosaveDependencies<Head extends SavedHead> {
  /** Current values, and whether the required field is filled. */
  read(): { pairs: SentPairs; canSend: boolean };
  /** Stores the values in the browser, where they survive a crash. */
  storeLocally(pairs: SentPairs): Promise<void>;
  removeLocal(): Promise<void>;
  send(pairs: SentPairs, how: SaveKind): Promise<Outcome<Head>>;
  onState(state: SavingState): void;
  onOutcome(outcome: Outcome<Head>, how: SaveKind, sent: SentPairs): void;
}

export interface Autosave {
  /** Records a change. */
  touch(): void;
  /** Sends at once; resolves to whether all changes are on the server. After a conflict only "save" sends. */
  flush(how?: SaveKind): Promise<boolean>;
  /** Number of changes so far, for `settle`. */
  mark(): number;
  /** Records that another request saved all changes up to the mark. */
  settle(at: string, mark: number): void;
  isDirty(): boolean;
  /** Last state passed to `onState`. */
  state(): SavingState;
  close(): void;
}

const storeAfterMs = 600;
const sendAfterMs = 1500;
const sendAtLeastMs = 5000;
const retryMs = [2000, 4000, 8000, 15_000, 30_000];

/**
 * Saves automatically: in the browser within a second, on the server when typing pauses, at the latest after
 * five seconds.
 */
export function createAutosave<Head extends SavedHead>(given: AutosaveDependencies<Head>): Autosave {
  let state: SavingState = { is: "clean" };
  const parts = {
    ...given,
    onState(next: SavingState) {
      state = next;
      given.onState(next);
    },
  };
  let changes = 0;
  let sent = 0;
  let firstChange = 0;
  let tries = 0;
  let isBlocked = false;
  let storeTimer: ReturnType<typeof setTimeout> | undefined;
  let sendTimer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;

  const isDirty = () => changes !== sent;
  const later = (ms: number) => {
    clearTimeout(sendTimer);
    sendTimer = setTimeout(() => void flush("autosave"), ms);
  };

  function touch(): void {
    if (!isDirty()) firstChange = Date.now();
    changes += 1;
    storeTimer ??= setTimeout(() => {
      storeTimer = undefined;
      void parts.storeLocally(parts.read().pairs);
    }, storeAfterMs);
    if (isBlocked) return;
    if (!running) parts.onState({ is: "unsaved" });
    later(Math.max(0, Math.min(sendAfterMs, firstChange + sendAtLeastMs - Date.now())));
  }

  async function flush(how: SaveKind = "autosave"): Promise<boolean> {
    // Another waiting call may have started a request first.
    while (running) await running;
    if (how === "save") isBlocked = false;
    if (isBlocked || (how === "autosave" && !isDirty())) return !isDirty();
    running = sendOnce(how).finally(() => {
      running = null;
    });
    return running;
  }

  async function sendOnce(how: SaveKind): Promise<boolean> {
    clearTimeout(sendTimer);
    const at = changes;
    const { pairs, canSend } = parts.read();
    if (!canSend) {
      await parts.storeLocally(pairs);
      parts.onState({ is: "untitled" });
      return false;
    }
    parts.onState({ is: "saving" });
    const outcome = await parts.send(pairs, how);
    // Sends again, so that the comparison includes changes typed during the request.
    if (how === "save" && isStale(outcome) && changes !== at) return sendOnce(how);
    parts.onOutcome(outcome, how, pairs);
    return applyOutcome(outcome, at, pairs);
  }

  function applyOutcome(outcome: Outcome<Head>, at: number, pairs: SentPairs): boolean {
    if (outcome.is === "saved") {
      tries = 0;
      sent = at;
      firstChange = Date.now();
      parts.onState({ is: "saved", at: outcome.entry.savedAt });
      if (isDirty()) later(sendAfterMs);
      else removeLocal();
      return !isDirty();
    }
    void parts.storeLocally(pairs);
    if (outcome.is === "partly") {
      tries = 0;
      firstChange = Date.now();
      parts.onState({ is: "partly", at: outcome.entry.savedAt, message: messageOf(outcome.refusal) });
      if (changes !== at) later(sendAfterMs);
      return false;
    }
    if (outcome.is === "refused") {
      isBlocked = isStale(outcome);
      parts.onState(isBlocked ? { is: "stale" } : { is: "refused", message: messageOf(outcome.refusal) });
      return false;
    }
    parts.onState({ is: outcome.is });
    later(retryMs[Math.min(tries, retryMs.length - 1)] ?? 30_000);
    tries += 1;
    return false;
  }

  function removeLocal(): void {
    clearTimeout(storeTimer);
    storeTimer = undefined;
    void parts.removeLocal();
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
      parts.onState({ is: "saved", at });
      if (isDirty()) later(sendAfterMs);
      else removeLocal();
    },
    close() {
      clearTimeout(storeTimer);
      clearTimeout(sendTimer);
    },
  };
}

function isStale(outcome: Outcome): boolean {
  return outcome.is === "refused" && outcome.refusal.code === "stale";
}

function messageOf({ fields, message }: ActionError["refusal"]): string {
  return Object.values(fields)[0] ?? message;
}
