import { type ReactNode, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import { Icon } from "#app/ui/icon.tsx";
import { LoginProvider, useLogin } from "./browser/login-context.tsx";

/** In the navigation: who is signed in, and where to from here. `children` stand there for nobody. */
export default function MemberMenu({ children }: { children: ReactNode }) {
  return (
    <LoginProvider>
      <Menu>{children}</Menu>
    </LoginProvider>
  );
}

function Menu({ children }: { children: ReactNode }) {
  const { user, signOut } = useLogin();
  const { pathname, key } = useLocation();
  const navigate = useNavigate();
  const details = useRef<HTMLDetailsElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place closes the menu
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key]);
  if (!user) return children;

  async function leave(): Promise<void> {
    try {
      await signOut();
      if (/^\/(myprofile|dashboard)(\/|$)/.test(pathname)) await navigate("/login?done=out");
    } catch {
      // The page of one's own says what is wrong, and can sign out without this script.
      await navigate("/myprofile");
    }
  }

  return (
    <li className="acct has-drop">
      <details name="menu" ref={details}>
        <summary>
          <span className="member" lang={languageOf(user.name)}>
            {user.name}
          </span>{" "}
          <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="drop">
        <div className="paar paar-leaf thin" aria-hidden="true" />
        <ul>
          <li>
            <Link
              to="/myprofile"
              aria-current={pathname === "/myprofile" ? "page" : undefined}
              viewTransition
            >
              My profile
            </Link>
          </li>
          {user.role !== "member" && (
            <li>
              <Link to="/dashboard" reloadDocument>
                Dashboard
              </Link>
            </li>
          )}
        </ul>
        <button className="all" type="button" onClick={leave}>
          Sign out
        </button>
      </div>
    </li>
  );
}
