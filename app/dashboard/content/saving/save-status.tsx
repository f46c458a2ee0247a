import { Check, CircleAlert, CloudOff, LoaderCircle } from "lucide-react";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { signInPath } from "#app/pages/page-addresses.ts";
import { localTime } from "#app/text/moments.ts";
import { Dialog } from "#app/ui/kit/dialog.tsx";
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
      {words && <Sign className={`icon ${look}`} aria-hidden />}
      <span>
        {words}
        {state.is === "signed-out" && <SignInLink />}
      </span>
      <Announcer state={state} words={words} />
    </p>
  );
}

/** Opens in a tab of its own, so that this one keeps its text and continues saving. */
function SignInLink() {
  return (
    <>
      {" "}
      <a href={signInPath("/dashboard/home")} target="_blank" rel="noopener opener">
        Sign in
      </a>
      , then come back to this tab.
    </>
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
      return entry ? `Saved ${clock(entry.savedAt)}.${readers}` : "";
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
      return `Saved ${clock(state.at)}, except: ${state.message.replace(/\.$/, "")}.`;
    case "stale":
      return "Not saved yet. Your version is kept in this browser.";
    case "offline":
      return "Not saved: no connection. It is kept in this browser and sent when the connection is back.";
    case "signed-out":
      return "Not saved: you are signed out. Your text is kept in this browser.";
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
      <p role="status">{children}</p>
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

/** Saves unsaved work before another screen opens; asks first where that fails. The browser asks when the tab is closed. */
export function LeaveGuard({ autosave }: { autosave: Autosave }) {
  const [isAsking, setAsking] = useState(false);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return autosave.isDirty() && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.flush().then((isSaved) => {
      if (isSaved) blocker.proceed();
      else setAsking(true);
    });
  }, [blocker, autosave]);
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [autosave]);
  const stay = () => {
    setAsking(false);
    blocker.reset?.();
  };
  const leave = () => {
    setAsking(false);
    blocker.proceed?.();
  };
  return (
    <Dialog title="Leave without saving?" isOpen={isAsking} onClose={stay}>
      <div className="stack">
        <p>Not everything is saved. Your text stays in this browser.</p>
        <div className="row">
          <button className="btn" type="button" data-initial-focus onClick={stay}>
            Stay
          </button>
          <button className="btn quiet" type="button" onClick={leave}>
            Leave
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** The first button of a form, unseen, so that Enter in a field saves. */
export function SaveOnEnter() {
  return (
    <button className="visually-hidden" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden>
      Save
    </button>
  );
}
