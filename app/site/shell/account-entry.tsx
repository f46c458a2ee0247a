import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { currentOf } from "./nav-item.tsx";

// Pages are the same for everybody: only where somebody is signed in, the browser fetches what knows them.
const MemberMenu = lazy<(props: { children: ReactNode }) => ReactNode>(() =>
  import("#app/site/account/member-menu.tsx").catch(() => ({ default: ({ children }) => children })),
);

/** "Login", or the menu of whoever is signed in. */
export function AccountEntry() {
  const { pathname, key } = useLocation();
  const [isSignedIn, setSignedIn] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place may follow a sign-in or its end
  useEffect(() => setSignedIn(/(^|; )signed-in=1(;|$)/.test(document.cookie)), [key]);
  const entry = (
    <li className="acct">
      <Link to="/login" aria-current={currentOf("/login", pathname)} viewTransition>
        Login
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
