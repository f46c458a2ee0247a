import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useLocation } from "react-router";
import { token } from "#app/pages/browser-token.ts";
import { signInPath } from "#app/pages/page-addresses.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import { useDisclosure } from "#app/site/shell/use-disclosure.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { isOutdated, LoginProvider, login, useLogin } from "./browser/browser-login.tsx";
import { hasSignedInHint, isOwnPage } from "./browser/signed-in-hint.ts";

/** In the navigation: who is signed in, and where to from here. `children` stand there for nobody. */
export default function MemberMenu({ children }: { children: ReactNode }) {
  return (
    <LoginProvider>
      <PrivatePageGuard />
      <Menu>{children}</Menu>
    </LoginProvider>
  );
}

function Menu({ children }: { children: ReactNode }) {
  const { loading, user, signOut } = useLogin();
  const { pathname, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  /** Why the last signing out did not work. */
  const [stuck, setStuck] = useState<"offline" | "failed" | null>(null);
  useDisclosure(details);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place is a look at who is signed in, and at the age of their token
  useEffect(() => {
    if (isOutdated()) void login.report();
    else void token.refresh();
  }, [key]);
  const isNobody = !loading && !user;
  useEffect(() => {
    document.documentElement.classList.toggle("signed-in", !isNobody);
    if (isNobody) setStuck(null);
  }, [isNobody]);
  async function leave(): Promise<void> {
    try {
      await signOut();
      setStuck(null);
    } catch {
      setStuck(navigator.onLine ? "failed" : "offline");
    }
  }

  // Whoever wanted to leave may have put the phone away.
  const leaveNow = useEffectEvent(() => void leave());
  const isWaiting = stuck === "offline" && user !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const send = () => leaveNow();
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, [isWaiting]);
  if (!user) return children;

  return (
    <li className="account-menu has-drop">
      <details name="menu" ref={details}>
        <summary>
          <span className="member" lang={langAttribute(user.name)}>
            {user.name}
          </span>{" "}
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="drop">
        <div className="paar paar-leaf thin" aria-hidden="true" />
        <ul>
          <li>
            <PageLink
              to="/myprofile"
              aria-current={pathname === "/myprofile" ? "page" : undefined}
              viewTransition
            >
              My profile
            </PageLink>
          </li>
          {user.role !== "member" && (
            <li>
              <PageLink to="/dashboard" reloadDocument>
                Dashboard
              </PageLink>
            </li>
          )}
        </ul>
        <button className="all" type="button" onClick={leave}>
          Sign out
        </button>
      </div>
      {stuck &&
        createPortal(<StillSignedIn isOffline={stuck === "offline"} onRetry={leave} />, document.body)}
    </li>
  );
}

interface StillSignedInProps {
  isOffline: boolean;
  onRetry(): Promise<void>;
}

/** Stands over the page: the menu it was asked for in may be closed by now. */
function StillSignedIn({ isOffline, onRetry }: StillSignedInProps) {
  return (
    <div className="line-lost" role="alert">
      <p>
        <strong>You are still signed in.</strong>{" "}
        {isOffline
          ? "There is no connection. You will be signed out as soon as there is one, if this page is still open."
          : "Signing out did not work just now. Please try again."}
      </p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/**
 * Takes a page of one's own off the screen when its person is signed in no more: signed out here or in another window,
 * replaced by somebody else, or brought back by the browser's Back from before the sign-out.
 */
function PrivatePageGuard() {
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
