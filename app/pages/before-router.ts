/** A step through the browser's history, by Back, Forward or a script. */
type StepListener = (step: PopStateEvent) => void;

let listener: StepListener | undefined;

/**
 * To be called before the router listens: the browser tells listeners of the window in the order in which they came. Also
 * leaves an entry of something over the page that is not there any more after the page was loaded anew.
 */
export function listenBeforeRouter(): void {
  window.addEventListener("popstate", (step) => listener?.(step));
  if (isOverlay(history.state)) history.back();
}

/** Has steps told to `hear` before the router, which hears nothing of those that it stops (`stopImmediatePropagation`). */
export function interceptPopState(hear: StepListener): void {
  listener = hear;
}

/** Whether an entry belongs to something that lies over a page; see `overlay-entry.ts`. */
export function isOverlay(state: { isOverlay?: boolean } | null): boolean {
  return state?.isOverlay === true;
}
