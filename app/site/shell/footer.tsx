import { type MouseEvent, type SubmitEvent, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import { hasOwnSignUp, sendSignUp } from "./sign-up.ts";
import { useServerDrawn } from "./use-server-drawn.ts";

/** The footer as the server has drawn it. Its links lead on without a new document all the same, and its form is answered in place. */
export function Footer() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { part, html } = useServerDrawn("footer");
  useEffect(() => {
    const news = part.current?.querySelector<HTMLElement>(".news");
    if (news) news.hidden = hasOwnSignUp(pathname);
  }, [part, pathname]);

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (!link?.pathname.startsWith("/") || link.target || link.origin !== location.origin) return;
    if (opensElsewhere(event) || event.altKey) return;
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
      ref={part}
      onClick={follow}
      onSubmit={send}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own server's markup, from components
      dangerouslySetInnerHTML={html}
      suppressHydrationWarning
    />
  );
}
