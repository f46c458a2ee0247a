import { Toast } from "@base-ui/react/toast";
import X from "lucide-react/icons/x";
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
  /** Shows a toast, announces it to screen readers and returns its id. */
  showToast(done: ActionOk, options?: { isBad?: boolean }): string;
  dismiss(id: string): void;
}

const ToastContext = createContext<Toasts>({ showToast: () => "", dismiss: () => {} });

export function useToasts(): Toasts {
  return useContext(ToastContext);
}

/**
 * Shows each answer of an action or fetcher once as a toast; the screen itself shows one that came with the
 * document.
 */
export function useFlash(answer: unknown): void {
  const { showToast, dismiss } = useToasts();
  const last = useRef(answer);
  const refusal = useRef("");
  useEffect(() => {
    if (answer === last.current) return;
    last.current = answer;
    const done = okIn(answer);
    const refused = errorIn(answer);
    // A new result replaces the former error.
    if (done || refused) dismiss(refusal.current);
    if (done) showToast(done);
    if (refused) refusal.current = showToast({ done: refused.refusal.message }, { isBad: true });
  }, [answer, showToast, dismiss]);
}

const shownMs = 8000;

/** Buttons of a toast. */
type ToastActions = Pick<ActionOk, "view" | "undo">;

/** @param flash message of the previous screen */
export function ToastProvider({ flash, children }: { flash: ActionOk | null; children: ReactNode }) {
  return (
    <Toast.Provider limit={3} timeout={shownMs}>
      <ToastList flash={flash}>{children}</ToastList>
    </Toast.Provider>
  );
}

function ToastList({ flash, children }: { flash: ActionOk | null; children: ReactNode }) {
  const { toasts, add, close } = Toast.useToastManager<ToastActions>();
  const showToast = useCallback<Toasts["showToast"]>(
    ({ done, view, undo }, { isBad = false } = {}) =>
      // Errors stay until they are dismissed.
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
    if (flash) showToast(flash);
  }, [flash, showToast]);
  const value = useMemo(() => ({ showToast, dismiss: close }), [showToast, close]);
  const box = useToastHeight();
  return (
    <ToastContext.Provider value={value}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="toasts" aria-label="Announcements" ref={box}>
          {toasts.toReversed().map((toast) => (
            // Urgent toasts can have focus (https://github.com/mui/base-ui/issues/5659), so they stay
            // visible; Base UI's separate alert announces them.
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

/** Sets `--toasts-now` to the height of the toasts, so that they cover no content. */
function useToastHeight() {
  const [box, setBox] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!box) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0;
      // The gap below the toasts, and the same above.
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
  const { showToast } = useToasts();
  const { pathname, search } = useLocation();
  const [from] = useState(pathname + search);
  useEffect(() => {
    if (!fetcher.data) return;
    const done = okIn(fetcher.data);
    const refused = errorIn(fetcher.data);
    close(toastId);
    if (done) showToast(done);
    if (refused) showToast({ done: refused.refusal.message }, { isBad: true });
  }, [fetcher.data, showToast, close, toastId]);
  return (
    <fetcher.Form method="post" action={undo.action ?? from}>
      <UndoFields undo={undo} />
      <button className="btn quiet" type="submit" disabled={fetcher.state !== "idle"}>
        Undo
      </button>
    </fetcher.Form>
  );
}

/** Hidden fields that undo an action, for any form. */
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
