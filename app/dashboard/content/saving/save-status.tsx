import { Check, CircleAlert, CloudOff, LoaderCircle } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { localTime } from "#app/text/moments.ts";
import { type Unsaved, useUnsaved } from "./unsaved-store.tsx";
import type { Autosave, SavingState } from "./use-form-saver.ts";

interface Shown {
  savedAt: string;
  version: number;
  /** Number of the version readers see; newsletters have none. */
  liveVersion?: number | null;
}

interface SavingWordsProps {
  state: SavingState;
  entry: Shown | null;
  /** What it can't be saved without. */
  needs?: string | undefined;
}

/** How saving stands, always in words; what needs attention is also said aloud, the rest is not. */
export function SavingWords({ state, entry, needs = "title" }: SavingWordsProps) {
  const { timeZone } = useLayoutData();
  const words = wordsFor(state, entry, timeZone, needs);
  const [Sign, look] = signs[state.is];
  return (
    <p className="saving" data-state={state.is}>
      <Sign className={`icon ${look}`} aria-hidden />
      <span>{words}</span>
      <Announcer state={state} words={words} />
    </p>
  );
}

const signs = {
  clean: [Check, "good"],
  saved: [Check, "good"],
  unsaved: [LoaderCircle, "still"],
  saving: [LoaderCircle, "still"],
  untitled: [CircleAlert, "slow"],
  refused: [CircleAlert, "wrong"],
  partly: [CircleAlert, "wrong"],
  stale: [CircleAlert, "wrong"],
  offline: [CloudOff, "wrong"],
  "signed-out": [CircleAlert, "wrong"],
} as const;

function wordsFor(state: SavingState, entry: Shown | null, timeZone: string, needs: string): string {
  const clock = (at: string) => localTime(at, timeZone).slice(11);
  const hasChanges = entry?.liveVersion != null && entry.liveVersion < entry.version;
  const readers = hasChanges ? " Readers still see the published version." : "";
  switch (state.is) {
    case "clean":
      return entry ? `Saved ${clock(entry.savedAt)}.${readers}` : "Nothing to save yet.";
    case "saved":
      return `Saved ${clock(state.at)}.${readers}`;
    case "unsaved":
      return "Not saved yet…";
    case "saving":
      return "Saving…";
    case "untitled":
      return `Kept in this browser. Add a ${needs} to save it.`;
    case "refused":
      return `Not saved: ${state.message.replace(/\.$/, "")}. It is kept in this browser.`;
    case "partly":
      return `Saved ${clock(state.at)}, except: ${state.message.replace(/\.$/, "")}. The rest of what you type goes on being saved.`;
    case "stale":
      return "Not saved: a newer version was saved in the meantime. Your version is kept in this browser.";
    case "offline":
      return "Not saved: no connection. It is kept in this browser and sent when the connection is back.";
    case "signed-out":
      return "Not saved: you are signed out. Sign in in another tab. What you typed is kept in this browser.";
  }
}

/** Says each trouble once, and that it is over. */
function Announcer({ state, words }: { state: SavingState; words: string }) {
  const [said, setSaid] = useState("");
  const wasBad = useRef(false);
  useEffect(() => {
    const isBad = ["untitled", "refused", "partly", "stale", "offline", "signed-out"].includes(state.is);
    if (isBad) setSaid(words);
    else if (wasBad.current && state.is === "saved") setSaid(words);
    if (isBad || state.is === "saved") wasBad.current = isBad;
  }, [state.is, words]);
  return (
    <span className="visually-hidden" role="status">
      {said}
    </span>
  );
}

interface FoundUnsavedProps {
  found: Unsaved;
  onTake(found: Unsaved): void;
  onDrop(): void;
}

/** After a crash: what was typed and never reached the server. */
export function FoundUnsaved({ found, onTake, onDrop }: FoundUnsavedProps) {
  const { timeZone } = useLayoutData();
  const { forms } = useUnsaved();
  const throwAway = () => {
    void forms.forget(found.slot);
    onDrop();
  };
  return (
    <div className="strip found" role="status">
      <p>Unsaved text from {localTime(found.at, timeZone).slice(11)} was found in this browser.</p>
      <div className="row">
        <button className="btn" type="button" onClick={() => onTake(found)}>
          Restore
        </button>
        <button className="btn quiet" type="button" onClick={throwAway}>
          Discard
        </button>
      </div>
    </div>
  );
}

interface ConflictNoticeProps {
  /** Who has saved what, as a sentence. */
  children: ReactNode;
  onCompare(): void;
}

/** Somebody else has saved meanwhile, and whoever is writing here goes on until they want to compare. */
export function ConflictNotice({ children, onCompare }: ConflictNoticeProps) {
  return (
    <div className="strip found">
      <p role="status">{children} When you save, you can compare both texts and choose.</p>
      <div className="row">
        <button className="btn quiet" type="button" id="compare-texts" onClick={onCompare}>
          Compare
        </button>
      </div>
    </div>
  );
}

/**
 * Whether two texts are being compared. Once that is over, the focus goes to where it was before. @param otherwise id of the field
 * that gets it where that is no longer there
 */
export function useComparing(otherwise: string) {
  const [isComparing, setComparing] = useState(false);
  const from = useRef<Element | null>(null);
  const compare = useCallback(() => {
    from.current ??= document.activeElement;
    setComparing(true);
  }, []);
  const stopComparing = useCallback(() => setComparing(false), []);
  useEffect(() => {
    if (!isComparing) return;
    return () => {
      const before = from.current;
      from.current = null;
      const isHere = before instanceof HTMLElement && before.isConnected && before !== document.body;
      const again = isHere ? before : document.getElementById(before?.id || otherwise);
      (again ?? document.getElementById(otherwise))?.focus();
    };
  }, [isComparing, otherwise]);
  return { isComparing, compare, stopComparing };
}

/** Whoever leaves with unsaved work waits until it is saved; if it can't be, they are asked. */
export function useLeaveGuard(autosave: Autosave): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return autosave.isDirty() && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.flush().then((isSaved) => {
      const question = "Not everything is saved. It is kept in this browser. Leave all the same?";
      if (isSaved || window.confirm(question)) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, autosave]);
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [autosave]);
}

/** The first button of a form, unseen, so that Enter in a field saves. */
export function SaveOnEnter() {
  return (
    <button className="visually-hidden" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden>
      Save
    </button>
  );
}
