import { useEffect } from "react";
import { useBlocker } from "react-router";
import type { Autosave } from "./autosave.ts";

/** Whoever leaves with unsaved work waits until it is saved; if it can't be, they are asked. */
export function useLeaveGuard(autosave: Autosave): void {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return autosave.isDirty() && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void autosave.flush().then((isSaved) => {
      const question = "Not everything is saved. It is kept in this browser. Leave all the same?";
      if (isSaved || window.confirm(question)) blocker.proceed();
      else blocker.reset();
    });
  }, [blocker, autosave]);
  useEffect(() => {
    const guard = (event: BeforeUnloadEvent) => {
      if (autosave.isDirty()) event.preventDefault();
    };
    window.addEventListener("beforeunload", guard);
    return () => window.removeEventListener("beforeunload", guard);
  }, [autosave]);
}
