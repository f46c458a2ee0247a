import { useEffect, useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { arriveAt } from "#app/site/parts/page-before.ts";

/** Takes the focus to the new page's heading, so that reading goes on there; tells whether a page is under way. */
export function useArrival(): boolean {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    arriveAt(pathname);
    if (last.current === pathname) return;
    last.current = pathname;
    if (hash) return;
    const heading = document.querySelector<HTMLElement>("#main h1") ?? document.getElementById("main");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus({ preventScroll: true });
  }, [pathname, hash]);
  return useNavigation().state === "loading";
}
