/**
 * An overlay, such as the picture viewer, has its own entry in the browser's history with the page's address, so that
 * Back closes only the overlay. One is open at a time.
 */
interface Overlay {
  close(): void;
}

let overlay: Overlay | null = null;
/** Entry of the page below the last overlay, until another page is shown. */
let under = "";
/** Whether a requested step back is pending. */
let isLeaving = false;

/**
 * Handles `popstate` before the navigation, and stops events that only close an overlay. Leaves an entry without overlay
 * after a reload.
 */
export function watchOverlayEntries(): void {
  window.addEventListener("popstate", onStep);
  if (isOverlay(history.state)) history.back();
}

/** Makes the next Back call `close` and stay on the page. @returns function that cancels this when the page is left */
export function enterOverlay(close: () => void): () => void {
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

/** Closes the overlay with a step back, which removes its entry. */
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
  // Forward, or Back from another page, can reach an entry without an overlay.
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

/** Identifies an entry of the navigation. */
function entryOf(state: { key?: string } | null): string {
  return `${state?.key} ${location.href}`;
}

function isOverlay(state: { isOverlay?: boolean } | null): boolean {
  return state?.isOverlay === true;
}
