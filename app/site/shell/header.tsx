import { useRef } from "react";
import { Link } from "react-router";
import type { ShellData } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import { AccountEntry } from "./account-entry.tsx";
import { Dropdown } from "./dropdown.tsx";
import { Mark } from "./mark.tsx";
import { useMenus } from "./menus.tsx";
import { NavItem } from "./nav-item.tsx";
import { useDisclosure } from "./use-disclosure.ts";

/** Logo and main navigation. It opens without JavaScript: both the menu and its lists are disclosures of the browser. */
export function Header({ shell }: { shell: ShellData }) {
  const { company } = shell;
  const { menus, keeper } = useMenus(shell.menus);
  const menu = useRef<HTMLDetailsElement>(null);
  useDisclosure(menu);
  return (
    <header className="top">
      <div className="top-in">
        <Link className="logo" to="/" aria-label={`${company.name}, home`} viewTransition>
          <Mark />
          <span>{company.name}</span>
        </Link>
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
            <AccountEntry />
          </ul>
        </nav>
      </div>
      {keeper}
    </header>
  );
}
