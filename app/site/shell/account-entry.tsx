import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { hasSignedInHint, isOwnPage } from "#app/site/account/browser/signed-in-hint.ts";
import { currentOf } from "./nav-item.tsx";

// Pages are the same for everybody: only where somebody is signed in, the browser fetches what knows them.
const MemberMenu = lazy<(props: { children: ReactNode }) => ReactNode>(() =>
  import("#app/site/account/member-menu.tsx").catch(() => ({ default: ({ children }) => children })),
);

/** "Login", or the menu of whoever is signed in; until that is there, the way to their profile. */
export function AccountEntry() {
  const { pathname, key } = useLocation();
  const [isSignedIn, setSignedIn] = useState(false);
  const isOwn = isOwnPage(pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place may follow a sign-in or its end
  useEffect(() => {
    const isThere = hasSignedInHint();
    // A page of one's own asks in any case: its person may have signed out before this script ran.
    setSignedIn(isThere || isOwn);
    document.documentElement.classList.toggle("signed-in", isThere);
  }, [key]);
  const entry = (
    <li className="acct">
      <Link className="to-login" to="/login" aria-current={currentOf("/login", pathname)} viewTransition>
        Login
      </Link>
      <Link className="to-profile" to="/myprofile" aria-current={currentOf("/myprofile", pathname)}>
        My profile
      </Link>
    </li>
  );
  if (!isSignedIn) return entry;
  return (
    <Suspense fallback={entry}>
      <MemberMenu>{entry}</MemberMenu>
    </Suspense>
  );
}
