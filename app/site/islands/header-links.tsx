import { useSyncExternalStore } from "react";
import { langAttribute } from "#app/site/parts/prose.ts";
import type { MenuItem } from "#app/site/parts/shell-data.ts";
import { currentPlace, onPlaceChange, type VisitorPlace } from "../browser/place.ts";

export function usePlace(): VisitorPlace {
  return useSyncExternalStore(onPlaceChange, currentPlace, currentPlace);
}

interface MenuItemsProps {
  items: readonly MenuItem[];
  /** Path of the page. */
  pathname: string;
}

/** Entries of a navigation submenu. */
export function MenuItems({ items, pathname }: MenuItemsProps) {
  return (
    <ul>
      {items.map(({ id, title, path, summary }) => (
        <li key={id}>
          <a href={path} aria-current={path === pathname ? "page" : undefined}>
            <span lang={langAttribute(title)}>{title}</span>
            {summary && <small lang={langAttribute(summary)}>{summary}</small>}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Links to sign-in and profile. The style sheet shows the profile if a user may be signed in, else the sign-in. */
export function AccountLinks({ pathname }: { pathname: string }) {
  return (
    <>
      <a className="to-login" href="/login" aria-current={pathname === "/login" ? "page" : undefined}>
        Login
      </a>
      <a
        className="to-profile"
        href="/myprofile"
        aria-current={pathname === "/myprofile" ? "page" : undefined}
      >
        My profile
      </a>
    </>
  );
}
