import { refreshMessage } from "#app/domain/routing/page-addresses.ts";
import { refreshPage } from "./navigation.ts";

/**
 * Scrolls to the entry in its list. In the editor's frame, reloads on a message without scrolling, and opens links in
 * a new tab.
 */
export function startPreview(bar: HTMLElement): void {
  const { place = "" } = bar.dataset;
  if (place !== "" && location.hash === "") document.getElementById(place)?.scrollIntoView();
  if (window.parent === window) return;
  window.addEventListener("message", ({ origin, source, data }) => {
    const isOurs = origin === location.origin && source === window.parent;
    // The next message retries.
    if (isOurs && data === refreshMessage) void refreshPage().catch(() => {});
  });
  document.addEventListener("click", openElsewhere, { capture: true });
}

function openElsewhere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isWithin = !link || link.getAttribute("href")?.startsWith("#");
  if (isWithin || link.closest("[data-video]")) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, "_blank", "noopener");
}
