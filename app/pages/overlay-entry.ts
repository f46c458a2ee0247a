import { interceptPopState, isOverlay } from "./before-router.ts";

/**
 * What lies over a page has an entry of its own in the browser's history, with the page's address, so that Back leaves it
 * and not the page. Only one lies there at a time.
 */
interface Overlay {
  close(): void;
}

let overlay: Overlay | null = null;
/** The entry of the page that the last one lay over, until another page is come to. */
let under = "";
/** Whether a step back has been asked for that has not come yet. */
let isLeaving = false;

/**
 * Has the next Back call `close` and stay on the page. What is answered forgets it again, for what goes away with its page:
 * another one came that had been asked for before.
 */
export function enterOverlay(close: () => void): () => void {
  interceptPopState(onStep);
  const entered: Overlay = { close };
  overlay = entered;
  under = entryOf(history.state);
  if (!isOverlay(history.state)) history.pushState({ ...history.state, isOverlay: true }, "");
  return () => {
    if (overlay !== entered) return;
    overlay = null;
    under = "";
  };
}

/** Closes what lies over the page, by the step back that takes its entry away. */
export function leaveOverlay(): void {
  if (isOverlay(history.state)) stepBack();
  else closeOverlay();
}

function onStep(event: PopStateEvent): void {
  const isSamePage = entryOf(event.state) === under;
  const isExpected = isLeaving || overlay !== null;
  isLeaving = false;
  closeOverlay();
  if (!isSamePage) under = "";
  // By Forward, or from a page that came meanwhile, one comes to an entry with nothing left to show.
  if (isOverlay(event.state)) stepBack();
  else if (!isSamePage || !isExpected) return;
  event.stopImmediatePropagation();
}

function closeOverlay(): void {
  const open = overlay;
  overlay = null;
  open?.close();
}

function stepBack(): void {
  if (isLeaving) return;
  isLeaving = true;
  history.back();
}

/** React Router tells entries apart by these. */
function entryOf(state: { idx?: number; key?: string } | null): string {
  return `${state?.idx} ${state?.key} ${location.href}`;
}
