import { X } from "lucide-react";
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useFetcher, useLocation } from "react-router";
import { type ActionOk, errorIn, okIn, type Undo } from "./action-result.ts";

interface Toast extends ActionOk {
  number: number;
  isBad?: boolean;
}

interface Toasts {
  /** Says something at the foot of the window, and to screen readers. */
  say(done: ActionOk, options?: { isBad?: boolean }): void;
}

const ToastContext = createContext<Toasts>({ say: () => {} });

export function useToasts(): Toasts {
  return useContext(ToastContext);
}

/** Says what an action or fetcher answered, each answer once; one that came with the document stands on the screen itself. */
export function useFlash(answer: unknown): void {
  const { say } = useToasts();
  const last = useRef(answer);
  useEffect(() => {
    if (answer === last.current) return;
    last.current = answer;
    const done = okIn(answer);
    if (done) say(done);
    const refused = errorIn(answer);
    if (refused) say({ done: refused.refusal.message }, { isBad: true });
  }, [answer, say]);
}

const shownMs = 8000;

/** @param said what the screen before wants to be said here */
export function ToastProvider({ said, children }: { said: ActionOk | null; children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([]);
  const count = useRef(0);
  const drop = useCallback(
    (number: number) => setToasts((all) => all.filter((one) => one.number !== number)),
    [],
  );
  const say = useCallback<Toasts["say"]>((done, { isBad = false } = {}) => {
    count.current += 1;
    const toast = { ...done, isBad, number: count.current };
    setToasts((all) => [...all.slice(-2), toast]);
  }, []);
  useEffect(() => {
    if (said) say(said);
  }, [said, say]);
  const value = useMemo(() => ({ say }), [say]);
  const box = useKeptHeight();
  return (
    <ToastContext.Provider value={value}>
      {children}
      <div className="toasts" role="status" aria-live="polite" ref={box}>
        {toasts.map((toast) => (
          <ToastBox key={toast.number} toast={toast} onEnd={() => drop(toast.number)} />
        ))}
      </div>
    </ToastContext.Provider>
  );
}

/** Keeps `--toasts-now` at the height that the toasts take from the foot of the window, so that nothing stays under them. */
function useKeptHeight() {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!box.current) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      // The gap below them, and as much above.
      if (height > 0) style.setProperty("--toasts-now", `calc(${height}px + 2rem)`);
      else style.removeProperty("--toasts-now");
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.removeProperty("--toasts-now");
    };
  }, []);
  return box;
}

/** Goes by itself, but not while it is looked at or holds the focus, and never when it says what went wrong. */
function ToastBox({ toast, onEnd }: { toast: Toast; onEnd: () => void }) {
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || toast.isBad) return;
    const timer = setTimeout(onEnd, shownMs);
    return () => clearTimeout(timer);
  }, [isHeld, toast.isBad, onEnd]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only its time stands still
    <div
      className={toast.isBad ? "toast bad" : "toast"}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <p>{toast.done}</p>
      {toast.view && (
        <a className="btn quiet" href={toast.view} target="_blank" rel="noopener">
          View
        </a>
      )}
      {toast.undo && <UndoButton undo={toast.undo} onEnd={onEnd} />}
      <button className="btn icon-only quiet" type="button" onClick={onEnd}>
        <X className="icon" aria-hidden />
        <span className="visually-hidden">Dismiss</span>
      </button>
    </div>
  );
}

function UndoButton({ undo, onEnd }: { undo: Undo; onEnd: () => void }) {
  const fetcher = useFetcher();
  const { say } = useToasts();
  const { pathname, search } = useLocation();
  const [from] = useState(pathname + search);
  useEffect(() => {
    if (!fetcher.data) return;
    const done = okIn(fetcher.data);
    const refused = errorIn(fetcher.data);
    onEnd();
    if (done) say(done);
    if (refused) say({ done: refused.refusal.message }, { isBad: true });
  }, [fetcher.data, say, onEnd]);
  return (
    <fetcher.Form method="post" action={undo.action ?? from}>
      <UndoFields undo={undo} />
      <button className="btn quiet" type="submit" disabled={fetcher.state !== "idle"}>
        Undo
      </button>
    </fetcher.Form>
  );
}

/** The values that take an action back, for any form. */
export function UndoFields({ undo }: { undo: Undo }) {
  const values = Object.entries(undo.values).flatMap(([name, value]) =>
    [value].flat().map((one) => [name, one] as const),
  );
  return (
    <>
      <input type="hidden" name="intent" value={undo.intent} />
      {values.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}
