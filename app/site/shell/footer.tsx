import { type MouseEvent, type SubmitEvent, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { opensElsewhere } from "#app/pages/opens-elsewhere.ts";
import type { SignUpAnswer } from "#app/site/newsletter/subscription.ts";
import { useServerDrawn } from "../parts/server-drawn.tsx";
import { notSentOffline } from "./connection.ts";

/** The footer as the server has drawn it. Its links lead on without a new document all the same, and its form is answered in place. */
export function Footer() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { part, html } = useServerDrawn("foot");
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

/** Whether the page at this path has its own way to the newsletter, so that the footer's would only repeat it. */
export function hasOwnSignUp(pathname: string): boolean {
  return pathname.startsWith("/newsletter");
}

/** Sends the sign-up of the footer, once however often it is pressed, and puts the answer where it stands. */
async function sendSignUp(form: HTMLFormElement): Promise<void> {
  const button = form.querySelector("button");
  if (!button || button.ariaDisabled === "true") return;
  const label = button.textContent;
  button.ariaDisabled = "true";
  button.textContent = "Sending…";
  fill(form, "source", location.pathname);
  // The form stands in the page from its beginning.
  fill(form, "elapsed", String(Math.round(performance.now())));
  const { thanks, error } = await subscribe(form);
  button.ariaDisabled = null;
  button.textContent = label;
  if (thanks) {
    const words = document.createElement("p");
    words.className = "thanks";
    words.role = "status";
    words.tabIndex = -1;
    form.replaceWith(words);
    // A region that is there already is read out with what comes into it.
    words.textContent = thanks;
    // The focus has gone with the button, unless it was elsewhere.
    if (document.activeElement === document.body) words.focus();
  } else if (error) showError(form, error);
}

function fill(form: HTMLFormElement, what: string, value: string): void {
  const field = form.querySelector<HTMLInputElement>(`[data-is="${what}"]`);
  if (field) field.value = value;
}

function showError(form: HTMLFormElement, error: string): void {
  const line = form.querySelector(".err");
  const email = form.querySelector("[type=email]");
  if (!line?.parentElement || !email) return;
  line.lastChild?.remove();
  line.append(` ${error}`);
  line.parentElement.hidden = false;
  email.ariaInvalid = "true";
  email.setAttribute("aria-describedby", line.id);
}

/** Sends it without the router, which would fetch the script of `/newsletter` first, and give up this page where it can't. */
async function subscribe(form: HTMLFormElement): Promise<SignUpAnswer> {
  try {
    const response = await fetch("/newsletter/sign-up", { method: "POST", body: new FormData(form) });
    const answer: SignUpAnswer = await response.json();
    if (answer.thanks || answer.error) return answer;
  } catch {
    if (!navigator.onLine) return { error: notSentOffline };
  }
  return { error: "We got no answer: your connection may be gone. Please try again." };
}
