import { Toast } from "@base-ui/react/toast";
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

interface Toasts {
  /** Says something at the foot of the window, and to screen readers; answers the id of the toast. */
  say(done: ActionOk, options?: { isBad?: boolean }): string;
  dismiss(id: string): void;
}

const ToastContext = createContext<Toasts>({ say: () => "", dismiss: () => {} });

export function useToasts(): Toasts {
  return useContext(ToastContext);
}

/** Says what an action or fetcher answered, each answer once; one that came with the document stands on the screen itself. */
export function useFlash(answer: unknown): void {
  const { say, dismiss } = useToasts();
  const last = useRef(answer);
  const refusal = useRef("");
  useEffect(() => {
    if (answer === last.current) return;
    last.current = answer;
    const done = okIn(answer);
    const refused = errorIn(answer);
    // Whatever comes of the next try, the former refusal is over.
    if (done || refused) dismiss(refusal.current);
    if (done) say(done);
    if (refused) refusal.current = say({ done: refused.refusal.message }, { isBad: true });
  }, [answer, say, dismiss]);
}

const shownMs = 8000;

/** What a toast offers besides its words. */
type Offers = Pick<ActionOk, "view" | "undo">;

/** @param flash what the screen before wants to be said here */
export function ToastProvider({ flash, children }: { flash: ActionOk | null; children: ReactNode }) {
  return (
    <Toast.Provider limit={3} timeout={shownMs}>
      <ToastList flash={flash}>{children}</ToastList>
    </Toast.Provider>
  );
}

function ToastList({ flash, children }: { flash: ActionOk | null; children: ReactNode }) {
  const { toasts, add, close } = Toast.useToastManager<Offers>();
  const say = useCallback<Toasts["say"]>(
    ({ done, view, undo }, { isBad = false } = {}) =>
      // What went wrong stays until it is dismissed.
      add({
        title: done,
        type: isBad ? "bad" : "",
        timeout: isBad ? 0 : shownMs,
        priority: isBad ? "high" : "low",
        data: { view, undo },
      }),
    [add],
  );
  useEffect(() => {
    if (flash) say(flash);
  }, [flash, say]);
  const value = useMemo(() => ({ say, dismiss: close }), [say, close]);
  const box = useKeptHeight();
  return (
    <ToastContext.Provider value={value}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Announcements" ref={box}>
          {toasts.toReversed().map((toast) => (
            // Base UI hides an urgent one, which it says in an alert beside the list, but lets it hold the focus
            // (https://github.com/mui/base-ui/issues/5659). Shown to all, it must not be said by the list as well.
            <Toast.Root
              key={toast.id}
              toast={toast}
              className={toast.type ? "toast bad" : "toast"}
              aria-hidden={undefined}
              aria-live={toast.priority === "high" ? "off" : undefined}
            >
              <Toast.Title render={<p />} />
              {toast.data?.view && (
                <a className="btn quiet" href={toast.data.view} target="_blank" rel="noopener">
                  View
                </a>
              )}
              {toast.data?.undo && <UndoButton undo={toast.data.undo} toastId={toast.id} />}
              <Toast.Close className="btn icon-only quiet" aria-hidden={false}>
                <X className="icon" aria-hidden />
                <span className="visually-hidden">Dismiss</span>
              </Toast.Close>
            </Toast.Root>
          ))}
        </Toast.Viewport>
      </Toast.Portal>
    </ToastContext.Provider>
  );
}

/** Keeps `--toasts-now` at the height that the toasts take from the foot of the window, so that nothing stays under them. */
function useKeptHeight() {
  const [box, setBox] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!box) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      // The gap below them, and as much above.
      if (height > 0) style.setProperty("--toasts-now", `calc(${height}px + 2rem)`);
      else style.removeProperty("--toasts-now");
    });
    observer.observe(box);
    return () => {
      observer.disconnect();
      style.removeProperty("--toasts-now");
    };
  }, [box]);
  return setBox;
}

function UndoButton({ undo, toastId }: { undo: Undo; toastId: string }) {
  const fetcher = useFetcher();
  const { close } = Toast.useToastManager();
  const { say } = useToasts();
  const { pathname, search } = useLocation();
  const [from] = useState(pathname + search);
  useEffect(() => {
    if (!fetcher.data) return;
    const done = okIn(fetcher.data);
    const refused = errorIn(fetcher.data);
    close(toastId);
    if (done) say(done);
    if (refused) say({ done: refused.refusal.message }, { isBad: true });
  }, [fetcher.data, say, close, toastId]);
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
