import { useEffect, useRef, useState } from "react";
import { Link, useLocation } from "react-router";
import { languageOf } from "#app/site/parts/language.ts";
import type { PaarName } from "#app/site/parts/paar.tsx";
import type { MenuItem } from "#app/site/parts/shell-data.ts";
import { Icon } from "#app/ui/icon.tsx";
import { currentOf } from "./nav-item.tsx";
import { useDisclosure } from "./use-disclosure.ts";

interface DropdownProps {
  label: string;
  /** The area's list page. */
  path: string;
  items: readonly MenuItem[];
  all: string;
  border: PaarName;
}

/**
 * A list of titles below its word. In a wide window it lies over the page, opens on hover as well, and its word leads to
 * the area; in the menu of a small one it opens in place, where the word is pressed.
 */
export function Dropdown({ label, path, items, all, border }: DropdownProps) {
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
      <Link className="area" to={path} aria-current={currentOf(path, pathname)} viewTransition>
        {label}
      </Link>
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
