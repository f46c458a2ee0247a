import type { SignUpAnswer } from "#app/site/newsletter/receive.ts";
import { notSentOffline } from "./connection.ts";

/** Whether the page at this path has its own way to the newsletter, so that the footer's would only repeat it. */
export function hasOwnSignUp(pathname: string): boolean {
  return pathname.startsWith("/newsletter");
}

/** Sends the sign-up of the footer, once however often it is pressed, and puts the answer where it stands. */
export async function sendSignUp(form: HTMLFormElement): Promise<void> {
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
    words.textContent = thanks;
    form.replaceWith(words);
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
