import { useEffect } from "react";

/** How often, and for how long after a form was sent, the focus is looked after. */
const lookMs = 100;
const longestMs = 6000;

/**
 * Gives the focus back after a form was sent by its button: browsers let it fall to the page's body when the button is
 * disabled for a moment, drawn anew or gone with its row, and whoever works by keyboard or ear would start at the top again.
 * It goes back to the button, or to the one that says the same, or else to the heading of the screen.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const stop = () => clearInterval(timer);
    const start = ({ submitter }: SubmitEvent) => {
      stop();
      if (!(submitter instanceof HTMLButtonElement)) return;
      const words = submitter.textContent;
      const end = Date.now() + longestMs;
      timer = setInterval(() => {
        if (Date.now() > end || hasElsewhere(submitter)) return stop();
        if (document.activeElement !== document.body) return;
        const place = submitter.isConnected ? submitter : (findAlike(words) ?? headingOf());
        if (place instanceof HTMLButtonElement && place.disabled) return;
        place?.focus({ preventScroll: true });
      }, lookMs);
    };
    document.addEventListener("submit", start);
    return () => {
      stop();
      document.removeEventListener("submit", start);
    };
  }, []);
}

/** Whether its person, or a dialog, has taken the focus somewhere. */
function hasElsewhere(submitter: HTMLButtonElement): boolean {
  const { activeElement } = document;
  return activeElement !== document.body && activeElement !== submitter;
}

function findAlike(words: string | null): HTMLButtonElement | undefined {
  const buttons = document.querySelectorAll<HTMLButtonElement>("main button[type=submit]:not(.vh)");
  return [...buttons].find((button) => button.textContent === words);
}

function headingOf(): HTMLElement | null {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  return heading;
}
