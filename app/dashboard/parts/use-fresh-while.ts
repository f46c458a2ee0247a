import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Asks for the screen's data again every few milliseconds while something moves and the screen is looked at. */
export function useFreshWhile(isMoving: boolean, everyMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isMoving, everyMs, revalidate]);
}
