import { hasSignedInHint } from "#app/site/account/browser/signed-in-hint.ts";
import { currentOf } from "./place.ts";

/**
 * From this width, submenus overlay the page; below it, they expand within the menu. `menus.css` has the same width.
 */
const wide = "(min-width: 79rem)";

/**
 * Closes the menu and its submenus on Escape, and on a press or focus elsewhere. In small windows, submenus stay open
 * then, because closing one would move entries under the finger.
 * @returns function that stops it
 */
export function watchMenus(): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const width = matchMedia(wide);
  // Browsers would close one list of a group when another opens, in small windows as well.
  for (const list of allDisclosures()) list.removeAttribute("name");
  document.addEventListener("pointerup", ({ target }) => leaveFor(target), { signal });
  document.addEventListener("focusin", ({ target }) => leaveFor(target), { signal });
  document.addEventListener("keydown", closeByKey, { signal });
  document.addEventListener("toggle", closeOthers, { signal, capture: true });
  document.addEventListener("pointerover", stopSuppressing, { signal });
  width.addEventListener("change", closeMenus, { signal });
  return () => ended.abort();

  function leaveFor(target: EventTarget | null): void {
    for (const list of allDisclosures()) {
      const isElsewhere = target instanceof Node && !list.parentElement?.contains(target);
      if (list.open && isElsewhere && (isBurger(list) || width.matches)) close(list);
    }
  }

  function closeByKey(event: KeyboardEvent): void {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    const shown = allDisclosures().find((list) => list.open || (width.matches && isHovered(list)));
    if (!shown) return;
    event.preventDefault();
    const { open: wasOpen } = shown;
    const hadFocus = shown.parentElement?.contains(document.activeElement);
    close(shown);
    if (wasOpen && hadFocus) shown.querySelector("summary")?.focus();
  }

  function closeOthers({ target }: Event): void {
    if (!(target instanceof HTMLDetailsElement) || !target.open || !width.matches) return;
    const all = allDisclosures();
    if (all.includes(target))
      for (const list of all) if (list !== target && !isBurger(list)) list.open = false;
  }
}

/** Submenus, then the menu of small windows; Escape closes them in this order. */
function allDisclosures(): HTMLDetailsElement[] {
  return [
    ...document.querySelectorAll<HTMLDetailsElement>("header.top .has-drop > details"),
    ...document.querySelectorAll<HTMLDetailsElement>("header.top .burger"),
  ];
}

function isBurger(list: HTMLDetailsElement): boolean {
  return list.classList.contains("burger");
}

/** Whether the submenu is shown by hovering only. */
function isHovered(list: HTMLDetailsElement): boolean {
  return list.parentElement?.matches(".has-drop:not(.quiet):hover") ?? false;
}

/** Closes a submenu; hovering does not reopen it until the pointer has left. */
function close(list: HTMLDetailsElement): void {
  list.open = false;
  if (!isBurger(list)) list.parentElement?.classList.add("quiet");
}

function stopSuppressing({ target }: PointerEvent): void {
  for (const area of document.querySelectorAll("header.top .quiet"))
    if (!(target instanceof Node && area.contains(target))) area.classList.remove("quiet");
}

export function closeMenus(): void {
  for (const list of allDisclosures()) close(list);
}

/** Marks the navigation links to the current page or its area, and whether a user may be signed in. */
export function markPlace(pathname: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("header.top nav a:not(.start, .all)")) {
    const current = currentOf(link.getAttribute("href") ?? "", pathname);
    // Submenu entries are marked only for the exact page.
    mark(link, link.closest(".drop") && current !== "page" ? undefined : current);
  }
  for (const area of document.querySelectorAll("header.top .has-drop")) {
    const current = area.querySelector(":scope > .area")?.ariaCurrent;
    area.classList.toggle("on", Boolean(current));
    const summary = area.querySelector("summary");
    if (summary && area.querySelector(":scope > .area")) mark(summary, current ? "true" : undefined);
  }
  document.documentElement.classList.toggle("signed-in", hasSignedInHint());
}

function mark(element: Element, current: "page" | "true" | undefined): void {
  if (current) element.setAttribute("aria-current", current);
  else element.removeAttribute("aria-current");
}
