import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import { hasSignedInHint, isOwnPage } from "#app/site/account/browser/signed-in-hint.ts";
import { langAttribute } from "#app/site/parts/prose.ts";
import type { MenuItem, ShellData } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Ornament } from "#app/weave/paar.ts";
import { useDisclosure } from "./use-disclosure.ts";

/** Logo and main navigation. It opens without JavaScript: both the menu and its lists are disclosures of the browser. */
export function Header({ shell }: { shell: ShellData }) {
  const { company } = shell;
  const { menus, keeper } = useMenus(shell.menus);
  const menu = useRef<HTMLDetailsElement>(null);
  useDisclosure(menu);
  const { pathname } = useLocation();
  return (
    <header className="top">
      <div className="top-in">
        <PageLink className="logo" to="/" aria-label={`${company.name}, home`} viewTransition>
          <Mark />
          <span>{company.name}</span>
        </PageLink>
        <details className="burger" ref={menu}>
          <summary>
            <span className="closed">
              <Icon name="menu" /> <span>Menu</span>
            </span>
            <span className="opened">
              <Icon name="x" /> <span>Close</span>
            </span>
          </summary>
        </details>
        <nav className="nav" aria-label="Main">
          <ul>
            <StartAction cta={shell.cta} isItem />
            <NavItem to="/" label="Home" />
            <Dropdown
              label="Services"
              path="/services"
              items={menus.services}
              all="All services"
              border="barfi"
            />
            <Dropdown label="Media Center" path="/media" items={menus.media} all="All media" border="tara" />
            <NavItem to="/clients" label="Our Clients" />
            <NavItem to="/portfolio" label="Portfolio" />
            <NavItem to="/about" label="About Us" />
            <NavItem to="/blog" label="Blog" />
            <NavItem to="/contact" label="Contact Us" />
            <li className="to-search">
              <PageLink to="/search" aria-current={currentOf("/search", pathname)} viewTransition>
                <Icon name="search" /> <span>Search</span>
              </PageLink>
            </li>
            <AccountEntry />
          </ul>
        </nav>
        <StartAction cta={shell.cta} />
      </div>
      {keeper}
    </header>
  );
}

interface StartActionProps {
  cta: ShellData["cta"];
  /** As the first entry of the menu of a small window; otherwise it stands in the bar, where that has room. */
  isItem?: boolean;
}

/** The one thing a visitor is asked to do, in the company's words. */
function StartAction({ cta: { label, href }, isItem = false }: StartActionProps) {
  if (!label) return null;
  const link = (
    <PageLink className="btn compact start" to={href || "/contact"} viewTransition>
      {label}
    </PageLink>
  );
  return isItem ? <li className="to-start">{link}</li> : link;
}

/** The mark: one diamond of threads. */
function Mark() {
  return (
    <svg viewBox="0 0 30 30" width="30" height="30" aria-hidden="true">
      <path
        d="M15 3h0M11.4 7h7.2M7.8 11h14.4M3.6 15h5.4M21 15h5.4M7.8 19h14.4M11.4 23h7.2M15 27h0"
        stroke="currentColor"
        strokeWidth="2.9"
        strokeLinecap="round"
        fill="none"
      />
    </svg>
  );
}

type Menus = ShellData["menus"];

// The lists stand in the page already, so what keeps them fresh is fetched with the first need of it.
const LiveMenus = lazy(() => import("./live-menus.tsx").catch(() => ({ default: (): ReactNode => null })));

/** The two lists of the navigation, and what keeps them fresh, to be put anywhere in the page. */
function useMenus(initial: Menus): { menus: Menus; keeper: ReactNode } {
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

// Pages are the same for everybody: only where somebody is signed in, the browser fetches what knows them.
const MemberMenu = lazy<(props: { children: ReactNode }) => ReactNode>(() =>
  import("#app/site/account/member-menu.tsx").catch(() => ({ default: ({ children }) => children })),
);

/** "Login", or the menu of whoever is signed in; until that is there, the way to their profile. */
function AccountEntry() {
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
    <li className="account-menu">
      <PageLink className="to-login" to="/login" aria-current={currentOf("/login", pathname)} viewTransition>
        Login
      </PageLink>
      <PageLink className="to-profile" to="/myprofile" aria-current={currentOf("/myprofile", pathname)}>
        My profile
      </PageLink>
    </li>
  );
  if (!isSignedIn) return entry;
  return (
    <Suspense fallback={entry}>
      <MemberMenu>{entry}</MemberMenu>
    </Suspense>
  );
}

interface DropdownProps {
  label: string;
  /** The area's list page. */
  path: string;
  items: readonly MenuItem[];
  all: string;
  border: Ornament;
}

/**
 * A list of titles below its word. In a wide window it lies over the page, opens on hover as well, and its word leads to
 * the area; in the menu of a small one it opens in place, where the word is pressed.
 */
function Dropdown({ label, path, items, all, border }: DropdownProps) {
  const { pathname, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  const [isOver, setOver] = useState(false);
  // Hovering opens the list by style alone; once it was closed it stays shut until the pointer has left.
  const [isQuiet, setQuiet] = useState(false);
  useDisclosure(details, { isHovered: isOver && !isQuiet, onClose: () => setQuiet(true) });
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place closes the list
  useEffect(() => setQuiet(true), [key]);
  useEffect(() => setQuiet(false), []);
  const isHere = currentOf(path, pathname) !== undefined;
  return (
    <li
      className={["has-drop", isHere && "on", isQuiet && "quiet"].filter(Boolean).join(" ")}
      onPointerEnter={() => {
        setOver(true);
        setQuiet(false);
      }}
      onPointerLeave={() => {
        setOver(false);
        setQuiet(false);
      }}
    >
      <PageLink className="area" to={path} aria-current={currentOf(path, pathname)} viewTransition>
        {label}
      </PageLink>
      <details name="menu" ref={details}>
        <summary aria-current={isHere ? "true" : undefined}>
          <span>{label}</span> <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="drop">
        <div className={`paar paar-${border} thin`} aria-hidden="true" />
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <PageLink to={item.path} aria-current={currentOf(item.path, pathname)} viewTransition>
                <span lang={langAttribute(item.title)}>{item.title}</span>
                {item.summary && <small lang={langAttribute(item.summary)}>{item.summary}</small>}
              </PageLink>
            </li>
          ))}
        </ul>
        <PageLink className="all" to={path} viewTransition>
          {all}
        </PageLink>
      </div>
    </li>
  );
}

function NavItem({ to, label }: { to: string; label: string }) {
  const { pathname } = useLocation();
  return (
    <li>
      <PageLink to={to} aria-current={currentOf(to, pathname)} viewTransition>
        {label}
      </PageLink>
    </li>
  );
}

/** "page" for the page itself, "true" for the area one is in. */
function currentOf(to: string, pathname: string): "page" | "true" | undefined {
  if (pathname === to) return "page";
  const area = pathname.startsWith("/authors") ? "/blog" : pathname;
  return to !== "/" && `${area}/`.startsWith(`${to}/`) ? "true" : undefined;
}
