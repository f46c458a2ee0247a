import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { EntryHead } from "#app/dashboard/content/form/entry-head.ts";
import type { ActionError } from "#app/dashboard/parts/action-result.ts";
import type { SentPairs } from "#app/fields/read-form.ts";
import {
  type Autosave,
  type How,
  type Outcome,
  openAutosave,
  type SavedHead,
  type SavingState,
} from "./autosave.ts";
import { useUnsaved } from "./unsaved-provider.tsx";
import type { Unsaved } from "./unsaved-store.ts";

export interface FormSaverProps<Head extends SavedHead> {
  form: RefObject<HTMLFormElement | null>;
  /** Where the browser keeps what is not saved. */
  slot: string;
  /** How slots begin in which an earlier visit may have left something. */
  search: string;
  /** Name of the field without which nothing can be sent. */
  needs: string;
  start: Head | null;
  send(entry: Head | null, pairs: SentPairs, how: How): Promise<Outcome<Head>>;
  onEntry(entry: Head): void;
  /** All that stands in the form is on the server. */
  onSaved?(): void;
  onRefusal(refusal: ActionError["refusal"], how: How): void;
}

export interface FormSaver<Head> {
  state: SavingState;
  autosave: Autosave;
  /** As the server knows it; a save is based on its version. */
  entry: RefObject<Head | null>;
  /** What an earlier visit left in this browser; null when there is nothing, or it was answered. */
  found: Unsaved | null;
  drop(): void;
}

/** Saves a form by itself as long as it is shown. */
export function useFormSaver<Head extends SavedHead>(props: FormSaverProps<Head>): FormSaver<Head> {
  const { slot, search, start } = props;
  const { forms } = useUnsaved();
  const [state, setState] = useState<SavingState>({ is: "clean" });
  const [found, setFound] = useState<Unsaved | null>(null);
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
        onOutcome(outcome, how) {
          if (outcome.is === "saved" || outcome.is === "partly") {
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
    void forms.find(search).then(setFound);
    const retry = () => void autosave.flush();
    const leave = () => document.visibilityState === "hidden" && void autosave.flush();
    window.addEventListener("online", retry);
    document.addEventListener("visibilitychange", leave);
    return () => {
      window.removeEventListener("online", retry);
      document.removeEventListener("visibilitychange", leave);
      autosave.close();
    };
  }, [autosave, search, forms]);
  const drop = useCallback(() => setFound(null), []);
  return { state, autosave, entry, found, drop };
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
}

/** Sends what stands in a form to be saved. @param entry null where there is none yet */
export async function sendForm<Head extends SavedHead>(
  path: string,
  entry: Head | null,
  pairs: SentPairs,
  how: How,
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
    if (told.entry && told.refusal) return { is: "partly", entry: told.entry, refusal: told.refusal };
    if (told.entry) return { is: "saved", entry: told.entry };
    return told.refusal ? { is: "refused", refusal: told.refusal } : { is: "offline" };
  } catch {
    return { is: "offline" };
  }
}
