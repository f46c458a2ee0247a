import { type MouseEvent, type SubmitEvent, use, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { keepDrawing, LoomContext } from "#app/site/parts/pictures/loom.ts";
import { trustHtml } from "#app/ui/trusted-html.ts";
import { hasOwnSignUp, sendSignUp } from "./sign-up.ts";

/** What the server has drawn into this document, for a frame that is drawn anew, as after an error. */
let kept = "";

/**
 * The footer as the server has drawn it: nothing in it needs React, so no browser is sent the code of it. Its links lead on
 * without a new document all the same, and its form is answered in place.
 */
export function Footer() {
  const loom = use(LoomContext);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const foot = useRef<HTMLElement>(null);
  const [content] = useState(
    () => (loom ? { __html: loom.footer } : keepDrawing()) ?? { __html: trustHtml(kept) },
  );
  useEffect(() => {
    kept = foot.current?.innerHTML ?? "";
  }, []);
  useEffect(() => {
    const news = foot.current?.querySelector<HTMLElement>(".news");
    if (news) news.hidden = hasOwnSignUp(pathname);
  }, [pathname]);

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.pathname.startsWith("/") || link.target || link.origin !== location.origin) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigate(link.pathname + link.search, { viewTransition: true });
  }

  function send(event: SubmitEvent) {
    event.preventDefault();
    if (event.target instanceof HTMLFormElement) void sendSignUp(event.target);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link that is followed by a key is clicked as well
    // biome-ignore lint/a11y/noStaticElementInteractions: what is clicked is the link or the button in it
    <footer
      className="foot page-grid"
      ref={foot}
      onClick={follow}
      onSubmit={send}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's markup, from components
      dangerouslySetInnerHTML={content}
      suppressHydrationWarning
    />
  );
}
