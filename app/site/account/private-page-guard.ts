import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation } from "react-router";
import { signInPath } from "#app/pages/own-address.ts";
import { useLogin } from "./browser/login-context.tsx";
import { hasSignedInHint, isOwnPage } from "./browser/signed-in-hint.ts";

/**
 * Takes a page of one's own off the screen when its person is signed in no more: signed out in another window, replaced by
 * somebody else, or brought back by the browser's Back from before the sign-out. A sign-out of this page leads on by itself.
 */
export function PrivatePageGuard() {
  const { user, loading } = useLogin();
  const { pathname } = useLocation();
  const isPrivate = isOwnPage(pathname);
  const owner = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = owner.current;
    const now = user?.id ?? null;
    owner.current = now;
    // Whoever signed out before the scripts of this window ran was never known in it.
    const isGone = before === null ? now === null && !hasSignedInHint() : before !== now;
    if (isPrivate && !loading && isGone) leave(pathname);
  }, [user, loading, isPrivate, pathname]);
  useEffect(() => {
    if (!isPrivate) return;
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted && !hasSignedInHint()) leave(pathname);
    };
    addEventListener("pageshow", comeBack);
    return () => removeEventListener("pageshow", comeBack);
  }, [isPrivate, pathname]);
  return null;
}

/** Hides the page at once; Back does not lead to it again. */
function leave(pathname: string): void {
  document.getElementById("main")?.setAttribute("hidden", "");
  location.replace(hasSignedInHint() ? signInPath(pathname) : "/login?done=out");
}
