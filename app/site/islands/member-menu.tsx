import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { token } from "#app/domain/accounts/browser/browser-token.ts";
import { signInPath } from "#app/domain/routing/page-addresses.ts";
import { Icon } from "#app/lib/ui/icon.tsx";
import { langAttribute } from "#app/site/parts/prose.ts";
import { isOutdated, LoginProvider, login, useLogin } from "../account/browser/browser-login.tsx";
import { hasSignedInHint, isOwnPage } from "../account/browser/signed-in-hint.ts";
import { AccountLinks, usePlace } from "./header-links.tsx";

/** Account links in the navigation; a menu with the name of the user once signed in. */
export default function MemberMenu({ pathname = "" }: { pathname?: string }) {
  return (
    <LoginProvider>
      <PrivatePageGuard />
      <Menu first={pathname} />
    </LoginProvider>
  );
}

/** @param first path of the document, for server rendering */
function Menu({ first }: { first: string }) {
  const { loading, user, signOut } = useLogin();
  const place = usePlace();
  const pathname = place.pathname || first;
  const { key } = place;
  /** Why the last sign-out failed. */
  const [stuck, setStuck] = useState<"offline" | "failed" | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation checks the session and the age of its token
  useEffect(() => {
    // Account pages change name and picture.
    const isChanged = !login.state().loading && isOwnPage(pathname);
    if (isOutdated() || isChanged) void login.report();
    else void token.refresh();
  }, [key]);
  const isSignedOut = !loading && !user;
  useEffect(() => {
    document.documentElement.classList.toggle("signed-in", !isSignedOut);
    if (isSignedOut) setStuck(null);
  }, [isSignedOut]);
  async function leave(): Promise<void> {
    try {
      await signOut();
      setStuck(null);
    } catch {
      setStuck(navigator.onLine ? "failed" : "offline");
    }
  }

  // Retries automatically, since the user may have put the phone away.
  const leaveNow = useEffectEvent(() => void leave());
  const isWaiting = stuck === "offline" && user !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const send = () => leaveNow();
    addEventListener("online", send);
    return () => removeEventListener("online", send);
  }, [isWaiting]);
  if (!user) return <AccountLinks pathname={pathname} />;

  return (
    <>
      <details>
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
            <a href="/myprofile" aria-current={pathname === "/myprofile" ? "page" : undefined}>
              My profile
            </a>
          </li>
          {user.role !== "member" && (
            <li>
              <a href="/dashboard">Dashboard</a>
            </li>
          )}
        </ul>
        <button className="all" type="button" onClick={leave}>
          Sign out
        </button>
      </div>
      {stuck &&
        createPortal(<StillSignedIn isOffline={stuck === "offline"} onRetry={leave} />, document.body)}
    </>
  );
}

interface StillSignedInProps {
  isOffline: boolean;
  onRetry(): Promise<void>;
}

/** Shown over the page, since the menu may be closed by now. */
function StillSignedIn({ isOffline, onRetry }: StillSignedInProps) {
  return (
    <div className="line-lost" role="alert">
      <p>
        <strong>You are still signed in.</strong>{" "}
        {isOffline
          ? "You’re offline. You will be signed out when you’re back online, if this page is still open."
          : "Signing out did not work just now. Please try again."}
      </p>
      <button type="button" className="btn" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}

/**
 * Hides a private page when its user is no longer signed in: after a sign-out in any window, a change of user, or Back
 * from after the sign-out.
 */
function PrivatePageGuard() {
  const { user, loading } = useLogin();
  const { pathname } = usePlace();
  const isPrivate = isOwnPage(pathname);
  const owner = useRef<string | null>(null);
  useLayoutEffect(() => {
    const before = owner.current;
    const now = user?.id ?? null;
    owner.current = now;
    // This window never knew a user who signed out before its scripts ran.
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

/** Hides the page at once and removes it from the history. */
function leave(pathname: string): void {
  document.getElementById("main")?.setAttribute("hidden", "");
  location.replace(hasSignedInHint() ? signInPath(pathname) : "/login?done=out");
}
