import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { refreshMessage } from "#app/pages/preview-message.ts";

/**
 * Brings the eye to the entry's place in its list, once. Beside the form it belongs to, a preview looks again when it is
 * told to, without moving, and opens what is clicked elsewhere, so that it stays what it is.
 */
export function useFrameOf(place: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (place !== "" && location.hash === "") document.getElementById(place)?.scrollIntoView();
  }, [place]);
  useEffect(() => {
    if (window.parent === window) return;
    const hear = ({ origin, source, data }: MessageEvent) => {
      const isOurs = origin === location.origin && source === window.parent;
      if (isOurs && data === refreshMessage) void revalidate();
    };
    window.addEventListener("message", hear);
    document.addEventListener("click", openElsewhere, { capture: true });
    return () => {
      window.removeEventListener("message", hear);
      document.removeEventListener("click", openElsewhere, { capture: true });
    };
  }, [revalidate]);
}

function openElsewhere(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const isWithin = !link || link.getAttribute("href")?.startsWith("#");
  if (isWithin || link.closest("[data-video]")) return;
  event.preventDefault();
  event.stopPropagation();
  window.open(link.href, "_blank", "noopener");
}
