import type { ReactNode } from "react";
import { Icon } from "#app/lib/ui/icon.tsx";
import type { Ornament } from "#app/lib/weave/paar.ts";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { currentOf } from "../browser/place.ts";

interface HeaderProps {
  shell: ShellData;
  /** Path of the page. */
  pathname: string;
  /** Content of the two submenus. */
  lists: Record<"services" | "media", ReactNode>;
  /** Last entry of the navigation, a list item. */
  account: ReactNode;
}

/** Logo and main navigation. Menus are `details` elements that open without JavaScript; `menus.ts` closes them. */
export function Header({ shell, pathname, lists, account }: HeaderProps) {
  const { company } = shell;
  return (
    <header className="top">
      <div className="top-in">
        <a className="logo" href="/" aria-label={`${company.name}, home`}>
          <Mark />
          <span>{company.name}</span>
        </a>
        <details className="burger">
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
            <NavItem to="/" label="Home" pathname={pathname} />
            <Dropdown label="Services" path="/services" all="All services" border="barfi" pathname={pathname}>
              {lists.services}
            </Dropdown>
            <Dropdown label="Media Center" path="/media" all="All media" border="tara" pathname={pathname}>
              {lists.media}
            </Dropdown>
            <NavItem to="/clients" label="Our Clients" pathname={pathname} />
            <NavItem to="/portfolio" label="Portfolio" pathname={pathname} />
            <NavItem to="/about" label="About Us" pathname={pathname} />
            <NavItem to="/blog" label="Blog" pathname={pathname} />
            <NavItem to="/contact" label="Contact Us" pathname={pathname} />
            <li className="to-search">
              <a href="/search" aria-current={currentOf("/search", pathname)}>
                <Icon name="search" /> <span>Search</span>
              </a>
            </li>
            {account}
          </ul>
        </nav>
        <StartAction cta={shell.cta} />
      </div>
    </header>
  );
}

interface StartActionProps {
  cta: ShellData["cta"];
  /** Renders the first menu entry of a small window; otherwise the button in the bar. */
  isItem?: boolean;
}

/** Call to action with the company's label. */
function StartAction({ cta: { label, href }, isItem = false }: StartActionProps) {
  if (!label) return null;
  const link = (
    <a className="btn compact start" href={href || "/contact"}>
      {label}
    </a>
  );
  return isItem ? <li className="to-start">{link}</li> : link;
}

/** Logo: one diamond of threads. */
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

interface DropdownProps {
  label: string;
  /** List page of the area. */
  path: string;
  all: string;
  border: Ornament;
  pathname: string;
  children: ReactNode;
}

/**
 * A list of titles below its label. In a wide window it overlays the page and opens on hover; in the menu of a small
 * window it opens in place.
 */
function Dropdown({ label, path, all, border, pathname, children }: DropdownProps) {
  const current = currentOf(path, pathname);
  return (
    <li className={current ? "has-drop on" : "has-drop"} data-island-area>
      <a className="area" href={path} aria-current={current}>
        {label}
      </a>
      <details name="menu">
        <summary aria-current={current ? "true" : undefined}>
          <span>{label}</span> <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="drop">
        <div className={`paar paar-${border} thin`} aria-hidden="true" />
        {children}
        <a className="all" href={path}>
          {all}
        </a>
      </div>
    </li>
  );
}

function NavItem({ to, label, pathname }: { to: string; label: string; pathname: string }) {
  return (
    <li>
      <a href={to} aria-current={currentOf(to, pathname)}>
        {label}
      </a>
    </li>
  );
}
