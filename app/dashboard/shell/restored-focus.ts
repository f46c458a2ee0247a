import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** Interval and maximum duration of focus checks after a submit, in milliseconds. */
const checkMs = 100;
const maxMs = 6000;

/** Focus at the time of a submit. */
interface Origin {
  control: HTMLElement;
  /** Path of the screen. */
  path: string;
  /** Id of the heading of the surrounding article; "" outside an article. */
  headingId: string;
  /** End of the focus checks. */
  until: number;
}

/**
 * Restores the focus after a submit, because browsers move it to the body when its control is disabled or
 * removed. Fallbacks are a control with the same id or text, then the heading of the article or screen.
 */
export function useRestoredFocus(): void {
  const { state, formMethod } = useNavigation();
  const origin = useRef<Origin | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const check = useCallback(() => {
    clearTimeout(timer.current);
    origin.current = restoreFocus(origin.current);
    if (origin.current) timer.current = setTimeout(check, checkMs);
  }, []);
  useEffect(() => {
    // A submit without a button fires no `submit` event.
    if (state === "submitting" && formMethod === "POST") origin.current ??= originOf(null);
    if (state !== "loading") check();
  }, [state, formMethod, check]);
  useEffect(() => {
    const start = ({ submitter }: SubmitEvent) => {
      origin.current = originOf(submitter);
      check();
    };
    document.addEventListener("submit", start);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("submit", start);
    };
  }, [check]);
}

function originOf(submitter: HTMLElement | null): Origin | null {
  const { activeElement } = document;
  const hasFocus = activeElement instanceof HTMLElement && activeElement !== document.body;
  const control = hasFocus ? activeElement : submitter;
  if (!control) return null;
  return {
    control,
    path: location.pathname,
    headingId: control.closest("article")?.getAttribute("aria-labelledby") ?? "",
    until: Date.now() + maxMs,
  };
}

/** Restores a lost focus; null when no further check is needed. */
function restoreFocus(origin: Origin | null): Origin | null {
  if (!origin || Date.now() > origin.until) return null;
  const { activeElement } = document;
  // The user or a dialog has moved the focus.
  if (activeElement !== document.body) return activeElement === origin.control ? origin : null;
  const hasMoved = location.pathname !== origin.path;
  const target = hasMoved ? findHeading(origin) : findTarget(origin);
  if (target instanceof HTMLButtonElement && target.disabled) return origin;
  target?.focus({ preventScroll: !hasMoved });
  return origin;
}

function findTarget(origin: Origin): HTMLElement | null {
  const { control } = origin;
  const isButton = control instanceof HTMLButtonElement;
  // Leaving a field that still exists was intended.
  if (control.isConnected) return isButton ? control : null;
  const sameId = control.id === "" ? null : document.getElementById(control.id);
  return sameId ?? (isButton ? findSameButton(origin) : null) ?? findHeading(origin);
}

/** A button with the same text in the same article. */
function findSameButton({ control, headingId }: Origin): HTMLElement | null {
  const article = document.getElementById(headingId)?.closest("article");
  const buttons = (article ?? document.querySelector("main"))?.querySelectorAll<HTMLElement>(
    "button[type=submit]:not(.visually-hidden)",
  );
  return [...(buttons ?? [])].find(({ textContent }) => textContent === control.textContent) ?? null;
}

function findHeading({ headingId }: Origin): HTMLElement | null {
  const heading =
    (headingId === "" ? null : document.getElementById(headingId)) ??
    document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
