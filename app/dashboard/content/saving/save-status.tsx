import Check from "lucide-react/icons/check";
import CircleAlert from "lucide-react/icons/circle-exclamation-point";
import CloudOff from "lucide-react/icons/cloud-off";
import LoaderCircle from "lucide-react/icons/loader-circle";
import { type ReactNode, useCallback, useEffect, useRef, useState } from "react";
import { useBlocker } from "react-router";
import { useLayoutData } from "#app/dashboard/shell/layout-data.ts";
import { signInPath } from "#app/domain/routing/page-addresses.ts";
import { localTime } from "#app/lib/text/moments.ts";
import { Dialog } from "#app/lib/ui/kit/dialog.tsx";
import { type Unsaved, useUnsaved } from "./unsaved-store.tsx";
import type { Autosave, SavingState } from "./use-form-saver.ts";

interface Shown {
  savedAt: string;
  version: number;
  /** Number of the public version; newsletters have none. */
  liveVersion?: number | null;
}

interface SavingStatusProps {
  state: SavingState;
  entry: Shown | null;
  /** Required field without which saving is impossible. */
  needs?: string | undefined;
}

/** Saving status as text; screen readers announce only problems and their end. */
export function SavingStatus({ state, entry, needs = "title" }: SavingStatusProps) {
  const { timeZone } = useLayoutData();
  const words = statusText(state, entry, timeZone, needs);
  const [Icon, tone] = icons[state.is];
  return (
    <p className="saving" data-state={state.is}>
      {words && <Icon className={`icon ${tone}`} aria-hidden />}
      <span>
        {words}
        {state.is === "signed-out" && <SignInLink />}
      </span>
      <Announcer state={state} words={words} />
    </p>
  );
}

/** Opens a new tab, so that this one keeps its text and continues saving. */
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

const icons = {
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

function statusText(state: SavingState, entry: Shown | null, timeZone: string, needs: string): string {
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

/** Announces each problem once, and its end. */
function Announcer({ state, words }: { state: SavingState; words: string }) {
  const [announcement, setAnnouncement] = useState("");
  const wasBad = useRef(false);
  useEffect(() => {
    const isBad = ["untitled", "refused", "partly", "stale", "offline", "signed-out"].includes(state.is);
    if (isBad) setAnnouncement(words);
    else if (wasBad.current && state.is === "saved") setAnnouncement(words);
    if (isBad || state.is === "saved") wasBad.current = isBad;
  }, [state.is, words]);
  return (
    <span className="visually-hidden" role="status">
      {announcement}
    </span>
  );
}

interface FoundUnsavedProps {
  found: Unsaved;
  onApply(found: Unsaved): void;
  onDiscard(): void;
}

/** Offers to restore unsaved text, such as after a crash. */
export function FoundUnsaved({ found, onApply, onDiscard }: FoundUnsavedProps) {
  const { timeZone } = useLayoutData();
  const { forms } = useUnsaved();
  const discard = () => {
    void forms.remove(found.slot);
    onDiscard();
  };
  return (
    <div className="strip found" role="status">
      <p>Unsaved text from {localTime(found.at, timeZone).slice(11)} was found in this browser.</p>
      <div className="row">
        <button className="btn" type="button" onClick={() => onApply(found)}>
          Restore
        </button>
        <button className="btn quiet" type="button" onClick={discard}>
          Discard
        </button>
      </div>
    </div>
  );
}

interface ConflictNoticeProps {
  /** Sentence with the author of the other version. */
  children: ReactNode;
  onCompare(): void;
}

/** Notice of a newer version; the writer can continue and compare later. */
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
 * Tracks whether the comparison is open, and restores the focus after it closes.
 * @param otherwise id of the fallback element for the focus
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

/**
 * Saves changes before another screen opens, and asks for confirmation when saving fails. The browser asks
 * before the tab closes.
 */
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

/** Hidden first submit button, so that Enter in a field saves. */
export function SaveOnEnter() {
  return (
    <button className="visually-hidden" type="submit" name="intent" value="save" tabIndex={-1} aria-hidden>
      Save
    </button>
  );
}
