import { hasSignedInHint } from "#app/site/account/browser/signed-in-hint.ts";
import { currentOf } from "./place.ts";

/** From this width on lists lie over the page; below it they open within the menu. The style has the same width. */
const wide = "(min-width: 79rem)";

/**
 * Closes the menu and its lists on Escape, and on a press or focus elsewhere. A list within the menu of a small window
 * does not close by a press elsewhere, nor when another opens: entries would move away from under the finger.
 *
 * @returns ends it
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

/** The lists, then the menu of small windows: Escape closes them in this order. */
function allDisclosures(): HTMLDetailsElement[] {
  return [
    ...document.querySelectorAll<HTMLDetailsElement>("header.top .has-drop > details"),
    ...document.querySelectorAll<HTMLDetailsElement>("header.top .burger"),
  ];
}

function isBurger(list: HTMLDetailsElement): boolean {
  return list.classList.contains("burger");
}

/** Whether the pointer alone shows the list. */
function isHovered(list: HTMLDetailsElement): boolean {
  return list.parentElement?.matches(".has-drop:not(.quiet):hover") ?? false;
}

/** A list that was closed does not open by hovering until the pointer has left it. */
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

/** Marks the links of the navigation that lead to this page or its area, and whether somebody may be signed in. */
export function markPlace(pathname: string): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>("header.top nav a:not(.start, .all)")) {
    const current = currentOf(link.getAttribute("href") ?? "", pathname);
    // Entries of a list are marked when they are the page itself.
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
