import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import type { ShellData } from "#app/site/parts/shell-data.ts";

type Menus = ShellData["menus"];

// The lists stand in the page already, so what keeps them fresh is fetched with the first need of it.
const LiveMenus = lazy(() => import("./live-menus.tsx").catch(() => ({ default: (): ReactNode => null })));

/** The two lists of the navigation, and what keeps them fresh, to be put anywhere in the page. */
export function useMenus(initial: Menus): { menus: Menus; keeper: ReactNode } {
  const [live, setLive] = useState<Menus | null>(null);
  const hasReturned = useReturn();
  const keeper = hasReturned && (
    <Suspense>
      <LiveMenus initial={initial} onChange={setLive} />
    </Suspense>
  );
  return { menus: live ?? initial, keeper };
}

/** Whether the visitor, or the line, has been away and come back. */
function useReturn(): boolean {
  const [hasReturned, setReturned] = useState(false);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible" && navigator.onLine) setReturned(true);
    };
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      window.removeEventListener("online", look);
    };
  }, []);
  return hasReturned;
}
