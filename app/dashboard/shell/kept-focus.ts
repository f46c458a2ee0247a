import { useCallback, useEffect, useRef } from "react";
import { useNavigation } from "react-router";

/** How often, and for how long after a form was sent, the focus is looked after. */
const lookMs = 100;
const longestMs = 6000;

/** Where the focus was when a form was sent. */
interface Origin {
  control: HTMLElement;
  /** Path of the screen. */
  path: string;
  /** Id of the heading of the article it stood in; "" outside of one. */
  headingId: string;
  /** When it is looked after no longer. */
  until: number;
}

/**
 * Gives the focus back after a form was sent: browsers let it fall to the page's body when its control is disabled for a
 * moment, drawn anew or gone with its row, and whoever works by keyboard or ear would start at the top again. It goes back to
 * the control, or to the one of the same id or the same words; else, and on another screen, to the heading of its article or
 * of the screen.
 */
export function useKeptFocus(): void {
  const { state, formMethod } = useNavigation();
  const origin = useRef<Origin | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const look = useCallback(() => {
    clearTimeout(timer.current);
    origin.current = lookAfter(origin.current);
    if (origin.current) timer.current = setTimeout(look, lookMs);
  }, []);
  useEffect(() => {
    // A form that is sent without a button says nothing of it to the document.
    if (state === "submitting" && formMethod === "POST") origin.current ??= originOf(null);
    if (state !== "loading") look();
  }, [state, formMethod, look]);
  useEffect(() => {
    const start = ({ submitter }: SubmitEvent) => {
      origin.current = originOf(submitter);
      look();
    };
    document.addEventListener("submit", start);
    return () => {
      clearTimeout(timer.current);
      document.removeEventListener("submit", start);
    };
  }, [look]);
}

function originOf(submitter: HTMLElement | null): Origin | null {
  const { activeElement } = document;
  const isSomewhere = activeElement instanceof HTMLElement && activeElement !== document.body;
  const control = isSomewhere ? activeElement : submitter;
  if (!control) return null;
  return {
    control,
    path: location.pathname,
    headingId: control.closest("article")?.getAttribute("aria-labelledby") ?? "",
    until: Date.now() + longestMs,
  };
}

/** Gives the focus back where it has been lost; null once there is nothing more to look after. */
function lookAfter(origin: Origin | null): Origin | null {
  if (!origin || Date.now() > origin.until) return null;
  const { activeElement } = document;
  // Its person, or a dialog, has taken it somewhere.
  if (activeElement !== document.body) return activeElement === origin.control ? origin : null;
  const isElsewhere = location.pathname !== origin.path;
  const place = isElsewhere ? headingFor(origin) : placeFor(origin);
  if (place instanceof HTMLButtonElement && place.disabled) return origin;
  place?.focus({ preventScroll: !isElsewhere });
  return origin;
}

function placeFor(origin: Origin): HTMLElement | null {
  const { control } = origin;
  const isButton = control instanceof HTMLButtonElement;
  // Whoever leaves a field that is still there has meant to.
  if (control.isConnected) return isButton ? control : null;
  const again = control.id === "" ? null : document.getElementById(control.id);
  return again ?? (isButton ? findAlike(origin) : null) ?? headingFor(origin);
}

/** A button beside it that says the same. */
function findAlike({ control, headingId }: Origin): HTMLElement | null {
  const article = document.getElementById(headingId)?.closest("article");
  const buttons = (article ?? document.querySelector("main"))?.querySelectorAll<HTMLElement>(
    "button[type=submit]:not(.visually-hidden)",
  );
  return [...(buttons ?? [])].find(({ textContent }) => textContent === control.textContent) ?? null;
}

function headingFor({ headingId }: Origin): HTMLElement | null {
  const heading =
    (headingId === "" ? null : document.getElementById(headingId)) ??
    document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
