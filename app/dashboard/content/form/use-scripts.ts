import { useSyncExternalStore } from "react";

/** Whether scripts run: false in what the server draws, true once the browser has taken over. */
export function useScripts(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  );
}

function subscribe(): () => void {
  return () => {};
}
