import { useEffect } from "react";
import { useRevalidator } from "react-router";

const everyMs = 2500;

/** Looks again every few seconds while something moves and the screen is looked at. */
export function useProgress(isMoving: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isMoving) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [isMoving, revalidate]);
}
