import { type FocusEvent, type KeyboardEvent, useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import type { PaarName } from "#app/site/parts/paar.tsx";
import type { MenuItem } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import { currentOf } from "./nav-item.tsx";

interface DropdownProps {
  label: string;
  /** The area's list page. */
  path: string;
  items: readonly MenuItem[];
  all: string;
  border: PaarName;
}

/** A list of titles below its word: opens on hover, on click and by keyboard; closes on Escape and when the focus leaves. */
export function Dropdown({ label, path, items, all, border }: DropdownProps) {
  const { pathname, key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  // Hovering opens the list by style alone; once a choice is made it stays shut until the pointer has left.
  const [isQuiet, setQuiet] = useState(false);
  const close = () => {
    if (details.current) details.current.open = false;
    setQuiet(true);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change of place closes the list
  useEffect(close, [key]);
  useEffect(() => setQuiet(false), []);
  const isHere = currentOf(path, pathname) !== undefined;
  return (
    <li
      className={["has-drop", isHere && "on", isQuiet && "quiet"].filter(Boolean).join(" ")}
      onBlur={(event) => leaves(event) && event.relatedTarget && close()}
      onKeyDown={(event) => {
        if (closesByKey(event, details.current)) close();
      }}
      onPointerEnter={() => setQuiet(false)}
      onPointerLeave={() => setQuiet(false)}
    >
      <details name="menu" ref={details}>
        <summary aria-current={isHere ? "true" : undefined}>
          {label} <Icon name="chevron-down" />
        </summary>
      </details>
      <div className="drop">
        <div className={`paar paar-${border} thin`} aria-hidden="true" />
        <ul>
          {items.map((item) => (
            <li key={item.id}>
              <Link to={item.path} aria-current={currentOf(item.path, pathname)} viewTransition>
                <span lang={languageOf(item.title)}>{item.title}</span>
                {item.summary && <small lang={languageOf(item.summary)}>{item.summary}</small>}
              </Link>
            </li>
          ))}
        </ul>
        <Link className="all" to={path} viewTransition>
          {all}
        </Link>
      </div>
    </li>
  );
}

function leaves(event: FocusEvent<HTMLElement>): boolean {
  return !event.currentTarget.contains(event.relatedTarget);
}

function closesByKey(event: KeyboardEvent, details: HTMLDetailsElement | null): boolean {
  if (event.key !== "Escape" || !details?.open) return event.key === "Escape";
  event.preventDefault();
  details.querySelector("summary")?.focus();
  return true;
}
